package mnk

import (
	"oxo"
	"oxo/game/knowledge"
)

// Inner returns the places that a smaller board has in p: see [knowledge.Claimer].
func (p *word) Inner(smaller oxo.Game) []knowledge.Inner { return p.g.inner(p, smaller) }

// Inner returns the places that a smaller board has in p: see [knowledge.Claimer].
func (p *wide) Inner(smaller oxo.Game) []knowledge.Inner { return p.g.inner(p, smaller) }

// inner returns the places where a smaller board fits, from the top left.
func (g *game) inner(p stones, smaller oxo.Game) (places []knowledge.Inner) {
	small, ok := smaller.(*game)
	if !ok || !small.fits(g) {
		return nil
	}
	for y := range g.rules.Rows - small.rules.Rows + 1 {
		for x := range g.rules.Columns - small.rules.Columns + 1 {
			at := y*g.rules.Columns + x
			places = append(places, knowledge.Inner{
				Position: small.part(p, at),
				Outer:    func(m oxo.Move) oxo.Move { return oxo.Move(small.outer(int(m), at, g)) },
			})
		}
	}
	return places
}

// fits reports whether a game has the same rules as another on a smaller board, without lines
// over the edges.
func (g *game) fits(other *game) bool {
	r, o := g.rules, other.rules
	fits := r.Columns <= o.Columns && r.Rows <= o.Rows && (r.Columns < o.Columns || r.Rows < o.Rows)
	r.Columns, r.Rows = o.Columns, o.Rows
	return fits && r == o && !r.Torus
}

// outer returns the square of a larger board for the square sq of a smaller board, whose place on
// the larger board is given by its corner.
func (g *game) outer(sq, corner int, larger *game) int {
	return corner + sq/g.rules.Columns*larger.rules.Columns + sq%g.rules.Columns
}

// part returns the position that a larger board shows at a place, or nil if no game leads to
// those stones.
func (g *game) part(p stones, corner int) oxo.Position {
	part, turn := g.empty(), p.Turn()
	count := [2]int{}
	for sq := range g.squares {
		if side, ok := p.stone(g.outer(sq, corner, p.game())); ok {
			part.place(side, sq)
			count[side]++
		}
	}
	missing := count[turn] - count[turn.Opponent()]
	if turn == oxo.Second {
		missing++ // the first side has one stone more
	}
	for ; missing > 0; missing-- {
		sq := g.least(part, turn)
		if sq < 0 {
			return nil
		}
		part.place(turn.Opponent(), sq)
	}
	if missing < 0 {
		return nil
	}
	part.settle()
	return part
}

// least returns the empty square in the fewest lines that a side can still complete, or -1.
func (g *game) least(p stones, side oxo.Side) int {
	best, fewest := -1, 0
	through := make([]int, g.squares)
	for _, line := range g.lines {
		live := true
		for _, sq := range line {
			owner, taken := p.stone(sq)
			live = live && (!taken || owner == side)
		}
		if live {
			for _, sq := range line {
				through[sq]++
			}
		}
	}
	for sq, n := range through {
		if _, taken := p.stone(sq); !taken && (best < 0 || n < fewest) {
			best, fewest = sq, n
		}
	}
	return best
}
