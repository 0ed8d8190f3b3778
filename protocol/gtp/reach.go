package gtp

import (
	"oxo"
	"oxo/game/board"
)

// reached holds the moves from the start of a game to a position.
type reached struct {
	text  string // of the position
	moves []oxo.Move
	ok    bool
}

// maxTries limits the search for these moves.
const maxTries = 10_000

// reach looks for moves from the start of a game to a position. It works where moves
// only put pieces on squares: in k in a row and Connect Four.
func reach(g oxo.Game, to oxo.Position) ([]oxo.Move, bool) {
	goal, ok := to.(board.Grid)
	p := g.Start()
	if _, grid := p.(board.Grid); !ok || !grid {
		return nil, false
	}
	text, tries := g.FormatPosition(to), 0
	var moves []oxo.Move
	var visit func() bool
	visit = func() bool {
		if g.FormatPosition(p) == text {
			return true
		}
		for _, m := range p.Moves(nil) {
			if tries++; tries > maxTries {
				return false
			}
			p.Make(m)
			moves = append(moves, m)
			if within(p.(board.Grid), goal) && visit() {
				return true
			}
			moves = moves[:len(moves)-1]
			p.Unmake(m)
		}
		return false
	}
	return moves, visit()
}

// within reports whether all pieces of a board are also on the goal.
func within(b, goal board.Grid) bool {
	columns, rows := b.Size()
	for row := range rows {
		for column := range columns {
			s := board.Square{Column: column, Row: row}
			if cell := b.At(s); cell.Text != "" && cell != goal.At(s) {
				return false
			}
		}
	}
	return true
}
