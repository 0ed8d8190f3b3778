package breakthrough

import (
	"slices"

	"oxo"
)

// The bot contest Clash of Pawns of September 2017 had teleport squares. The sheet of rules and
// the referee in github.com/codebreaker343/ClashOfPawns agree on everything here, and the
// program Abhey/Clash-Of-Pawn-AI plays it. On its board of 12x12 they are the columns c, d, i
// and j of the two middle rows:
//
//	7  . . + + . . . . + + . .
//	6  . . + + . . . . + + . .
//	   a b c d e f g h i j k l
//
// Instead of an ordinary move, a pawn on such a square may move to a square of the other block
// in the next row forward, if that is empty: from c6 to i7 or j7. It captures nothing there.
// Whether other editions of the contest had such squares is not certain: most copies of the
// rules do not mention them.
//
// On other boards the same columns are counted from both edges.

// teleportColumns is the least number of columns on which the blocks do not touch.
const teleportColumns = 8

// block returns 0 or 1 for a column of the left or the right block, otherwise -1.
func (g *game) block(column int) int {
	switch column {
	case 2, 3:
		return 0
	case g.columns - 4, g.columns - 3:
		return 1
	}
	return -1
}

// teleports returns the squares that a pawn may teleport to, if they are empty. A neighbouring
// column is left out: that is an ordinary move.
func (g *game) teleports(side oxo.Side, sq int) []int {
	column := sq % g.columns
	from := g.block(column)
	if !g.teleport || from < 0 || g.rowsTo(side, sq) != g.rows/2 {
		return nil
	}
	ahead := sq - column + g.columns
	if side == oxo.Second {
		ahead = sq - column - g.columns
	}
	var to []int
	for c := range g.columns {
		if g.block(c) == 1-from && c != column-1 && c != column+1 {
			to = append(to, ahead+c)
		}
	}
	return to
}

// appendTeleports appends the moves of a pawn to the other block.
func (p *position) appendTeleports(buf []oxo.Move, from int) []oxo.Move {
	for _, to := range p.g.teleports(p.turn, from) {
		if p.squares[to] == 0 {
			buf = append(buf, oxo.Move(from<<toBits|to))
		}
	}
	return buf
}

// teleportSquares lists the squares of both blocks, for the note next to the board.
func (g *game) teleportSquares() []string {
	var names []string
	for sq := range g.columns * g.rows {
		if len(g.teleports(oxo.First, sq)) > 0 || len(g.teleports(oxo.Second, sq)) > 0 {
			names = append(names, g.squareName(sq))
		}
	}
	slices.Sort(names)
	return names
}
