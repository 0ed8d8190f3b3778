package mnk

import (
	"slices"

	"oxo"
)

// This file finds fours and threes by their definitions: it puts stones on a copy of the board and
// looks at the rows. A search uses tables for that; a reason for people needs no speed, and has to
// be right in each of the games.

// namedRow is the row whose parts are called fours and threes.
const namedRow = 5

// namesRows reports whether the rows of a game are named.
func (g *game) namesRows() bool {
	return g.rules.K == namedRow && !g.rules.Misere && g.word == nil
}

// rowBoard is a copy of a board, on which stones are put to see what they make.
type rowBoard struct {
	g     *game
	cells []int8
	view  *renjuView // of the position; nil in a game that forbids no square
}

func rowBoardOf(p stones) *rowBoard {
	b := &rowBoard{g: p.game(), cells: make([]int8, p.game().squares)}
	for sq := range b.cells {
		b.cells[sq] = none
		if side, taken := p.stone(sq); taken {
			b.cells[sq] = int8(side)
		}
	}
	if s, ok := p.(*strict); ok {
		b.view = s.view
	}
	return b
}

// open reports whether a side may put a stone on a square.
func (b *rowBoard) open(side, sq int) bool {
	return b.cells[sq] == none && (b.view == nil || side == 1 || !b.view.foul(sq).forbids())
}

// next returns the square a number of steps away, or none.
func (b *rowBoard) next(sq, n int, step [2]int) int {
	r := &b.g.rules
	x, y := sq%r.Columns+n*step[0], sq/r.Columns+n*step[1]
	if r.Torus {
		x, y = (x%r.Columns+r.Columns)%r.Columns, (y%r.Rows+r.Rows)%r.Rows
	}
	if x < 0 || x >= r.Columns || y < 0 || y >= r.Rows {
		return none
	}
	return y*r.Columns + x
}

// along counts the stones of a side next to a square in a direction. It returns the square after
// them too, or none.
func (b *rowBoard) along(side, sq, sign int, step [2]int) (n, end int) {
	for n < max(b.g.rules.Columns, b.g.rules.Rows) {
		if end = b.next(sq, sign*(n+1), step); end == none || int(b.cells[end]) != side {
			return n, end
		}
		n++
	}
	return n, none
}

// rowAt returns the length of the row through a stone of a side, and the squares at its ends.
func (b *rowBoard) rowAt(side, sq int, step [2]int) (length, from, to int) {
	before, from := b.along(side, sq, -1, step)
	after, to := b.along(side, sq, 1, step)
	return before + 1 + after, from, to
}

// completes reports whether a stone of a side is in a row that wins.
func (b *rowBoard) completes(side, sq int, step [2]int) bool {
	length, from, to := b.rowAt(side, sq, step)
	other := int8(1 - side)
	closed := from != none && to != none && b.cells[from] == other && b.cells[to] == other
	return b.g.rules.wins(side, row{length: length, closed: closed})
}

// with reports whether something is true while a side has a stone on an empty square.
func (b *rowBoard) with(side, sq int, is func() bool) bool {
	b.cells[sq] = int8(side)
	defer func() { b.cells[sq] = none }()
	return is()
}

// fives lists the squares that complete a row of a side.
func (b *rowBoard) fives(side int) (squares []int) {
	for sq, cell := range b.cells {
		if cell == none && b.wouldComplete(side, sq) {
			squares = append(squares, sq)
		}
	}
	return squares
}

// straight reports whether a stone is in an open four: four in a row that a stone at either end
// makes a row that wins, also if the other side has the other end. In caro that may close the row.
func (b *rowBoard) straight(side, sq int, step [2]int) bool {
	length, from, to := b.rowAt(side, sq, step)
	if length != namedRow-1 || from == none || to == none || b.cells[from] != none || b.cells[to] != none {
		return false
	}
	completes := func() bool { return b.completes(side, sq, step) }
	for _, ends := range [2][2]int{{from, to}, {to, from}} {
		if !b.with(side, ends[0], completes) || !b.with(1-side, ends[1], func() bool { return b.with(side, ends[0], completes) }) {
			return false
		}
	}
	return true
}

// opens lists the squares where a side may make an open four.
func (b *rowBoard) opens(side int) (squares []int) {
	for sq := range b.cells {
		if b.cells[sq] != none {
			continue
		}
		for _, step := range steps() {
			if b.with(side, sq, func() bool { return b.straight(side, sq, step) }) && b.open(side, sq) {
				squares = append(squares, sq)
				break
			}
		}
	}
	return squares
}

// madeRows says what a stone makes.
type madeRows struct {
	fives  []int   // the squares that complete a row with the stone
	open   bool    // it is in an open four
	threes [][]int // of each direction with an open three: the squares that make it an open four
}

// makes finds out what a stone of a side makes that is on the board.
func (b *rowBoard) makes(side, sq int) (m madeRows) {
	for _, step := range steps() {
		m.open = m.open || b.straight(side, sq, step)
		var fives, fourths []int
		for i := -namedRow; i <= namedRow; i++ {
			at := b.next(sq, i, step)
			if at == none || b.cells[at] != none {
				continue
			}
			if b.with(side, at, func() bool { return b.completes(side, sq, step) }) {
				fives = append(fives, at)
			} else if b.with(side, at, func() bool { return b.straight(side, sq, step) }) && b.open(side, at) {
				fourths = append(fourths, at)
			}
		}
		m.fives = append(m.fives, fives...)
		if len(fives) == 0 && len(fourths) > 0 {
			m.threes = append(m.threes, fourths)
		}
	}
	return m
}

// answers lists the legal moves after which the side that moved last completes none of some rows.
func (b *rowBoard) answers(p stones, fives []int) (answers []oxo.Move) {
	mine := int(p.Turn())
	for _, a := range p.Moves(nil) {
		if !b.with(mine, int(a), func() bool {
			return slices.ContainsFunc(fives, func(sq int) bool { return b.wouldComplete(1-mine, sq) })
		}) {
			answers = append(answers, a)
		}
	}
	return answers
}

// wouldComplete reports whether a square is empty and a stone of a side there completes a row.
func (b *rowBoard) wouldComplete(side, sq int) bool {
	return b.cells[sq] == none && b.with(side, sq, func() bool {
		for _, step := range steps() {
			if b.completes(side, sq, step) {
				return true
			}
		}
		return false
	})
}
