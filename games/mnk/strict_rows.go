package mnk

import (
	"fmt"

	"oxo"
	"oxo/game/board"
)

// row is the stones of one side in a row through a square.
type row struct {
	from, step int // the first square, and the distance to the next
	length     int
	closed     bool // the other side has the squares at both ends
}

// rowThrough returns the row through a square in a direction, as if the side had a stone there.
func (p *strict) rowThrough(side, sq int, step [2]int) row {
	next := step[1]*p.g.rules.Columns + step[0]
	after, stopped := p.along(side, sq, step[0], step[1])
	before, held := p.along(side, sq, -step[0], -step[1])
	return row{from: sq - before*next, step: next, length: before + 1 + after, closed: stopped && held}
}

// along counts the stones of a side from a square on, and reports whether the other side has the
// square after them.
func (p *strict) along(side, sq, dx, dy int) (n int, stopped bool) {
	x, y := sq%p.g.rules.Columns+dx, sq/p.g.rules.Columns+dy
	for ; x >= 0 && x < p.g.rules.Columns && y >= 0 && y < p.g.rules.Rows; x, y = x+dx, y+dy {
		if cell := int(p.cells[y*p.g.rules.Columns+x]); cell != side {
			return n, cell != none
		}
		n++
	}
	return n, false
}

// wins reports whether a row of a side wins.
func (r *rules) wins(side int, w row) bool {
	switch {
	case w.length < r.K:
		return false
	case w.length > r.K:
		return !r.Exact && (!r.Renju || side == 1)
	}
	return !r.Caro || !w.closed
}

// wins reports whether a stone of a side on a square is in a row that wins, or would be.
func (p *strict) wins(side, sq int) bool {
	for _, step := range steps() {
		if p.g.rules.wins(side, p.rowThrough(side, sq, step)) {
			return true
		}
	}
	return false
}

// rows calls visit with each row of a side of at least a length, once.
func (p *strict) rows(side, least int, visit func(row)) {
	for sq, cell := range p.cells {
		if int(cell) != side {
			continue
		}
		for _, step := range steps() {
			if w := p.rowThrough(side, sq, step); w.from == sq && w.length >= least {
				visit(w)
			}
		}
	}
}

// Line returns the squares of a row that wins.
func (p *strict) Line() (squares []board.Square) {
	for side := range 2 {
		p.rows(side, p.g.rules.K, func(w row) {
			if squares != nil || !p.g.rules.wins(side, w) {
				return
			}
			for i := range w.length {
				sq := w.from + i*w.step
				squares = append(squares, board.Square{Column: sq % p.g.rules.Columns, Row: p.g.rules.Rows - 1 - sq/p.g.rules.Columns})
			}
		})
	}
	return squares
}

// check is [game.checkLines] for renju and caro.
func (p *strict) check() error {
	mover := p.ply & 1
	before := false // the side to move has a row that wins
	p.rows(mover, p.g.rules.K, func(w row) { before = before || p.g.rules.wins(mover, w) })
	if before {
		return fmt.Errorf("%s has %d in a row and %s has moved since: the game was over before", p.sideName(mover), p.g.rules.K, p.sideName(1-mover))
	}
	common := map[int]int{} // for each square, the number of rows through it that the last stone has made
	ended := 0
	long := false
	for side := range 2 {
		p.rows(side, p.g.rules.K, func(w row) {
			over := p.g.rules.Renju && side == 0 && w.length > p.g.rules.K
			if long = long || over; !over && (side == mover || !p.g.rules.wins(side, w)) {
				return
			}
			ended++
			for i := range w.length {
				common[w.from+i*w.step]++
			}
		})
	}
	if long && (!p.lined || mover == 0) {
		return fmt.Errorf("%s has more than %d in a row, which is forbidden to it in renju", p.sideName(0), p.g.rules.K)
	}
	for _, n := range common {
		if n == ended {
			return nil
		}
	}
	if ended > 0 {
		return fmt.Errorf("%s has lines that no single stone completes: the game was over before", p.sideName(1-mover))
	}
	return nil
}

func (p *strict) sideName(side int) string { return p.g.sideName(oxo.Side(side)) }
