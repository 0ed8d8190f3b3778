package connect4

import (
	"math/bits"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// ParseMove reads the number of a column that is not full.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	ours := ok && b.g.width == g.width && b.g.height == g.height
	if err := notation.Check(g, p, ours, text); err != nil {
		return 0, err
	}
	return g.readMove(b, text)
}

// ParsePosition reads what FormatPosition writes, or, on boards of up to nine
// columns, the columns of all moves from the start as one word ("44455").
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	return g.read(g, text, func(sides [2][]board.Square) discs {
		var stones [2]uint64
		for side, squares := range sides {
			for _, s := range squares {
				stones[side] |= g.square(s)
			}
		}
		return g.newPosition(stones)
	})
}

func (p *position) made() int { return p.ply }

func (p *position) stacked(column int) int {
	return bits.OnesCount64(p.now.mask() & p.g.column(column))
}

func (p *position) lined(s oxo.Side) bool { return hasLine(p.stones()[s&1], p.g.height) }

// mayFollow reports whether some top stone of a column is in all fours in a row of the side that moved last: the last
// move.
func (p *position) mayFollow() bool {
	stones := p.now.follower
	for tops := p.now.mask() &^ (p.now.mask() >> 1) & stones; tops != 0; tops &= tops - 1 {
		if !hasLine(stones&^(tops&-tops), p.g.height) {
			return true
		}
	}
	return false
}
