package connect4

import (
	"math/bits"

	"oxo"
)

// Positions from which every line of play leads to the same ends form a class, and the table
// has one entry for each class. docs/know/connect4.md explains what a class leaves out, and why that
// does not matter.

// classBits is the number of bits of a class's key: two for each bit of a board, and up to six
// for a number of squares.
func (g *game) classBits() int { return 2*g.width*g.step + g.idleBits() }

// idleBits is the number of bits that are left for the number of squares.
func (g *game) idleBits() int { return min(64-g.width*g.step, 6) }

// class returns the key of a state's class. If the key of the mirror image is less, it returns
// that one, as symmetry 1. Two bits describe a square of a column, from the lowest up: a stone
// of the follower (1, 0), of the mover (0, 0), or one that no longer matters (0, 1). The first
// empty square has the mark (1, 1). Above it, shifted up by one, two bits of each empty square
// say whether it wins for the mover, and for the follower.
func (g *guide[H]) class(st *state) (oxo.Key, uint8) {
	// 1. A line in which a side has a stone is useless to the other side. A side's line through
	// a winning square of its own is useless to it, too: if the side gets there it has won
	// anyway, and if the other side gets there the line is blocked. And no stone gets above two
	// winning squares of one side, or above one that wins for both.
	mask, wins, losses := st.mask(), st.moverWins, st.followerWins
	noLine, noLoss := st.follower|wins, st.mover|losses
	if last := wins&losses | wins&(wins<<1) | losses&(losses<<1); last != 0 {
		never := g.above(last)
		wins, losses = wins&^never, losses&^never
		noLine, noLoss = noLine|never, noLoss|never
	}
	mover, follower := g.inLines(g.board&^noLine), g.inLines(g.board&^noLoss)
	// 2. Columns whose empty squares are in no line and win nothing only serve to pass the
	// time: just the total number of these squares matters. If the key has no room for that
	// number, the columns stay unchanged.
	alive := (mover | follower | wins | losses) & g.board &^ mask
	idle := g.playable(mask) &^ g.columnsOf(alive)
	if idle != 0 {
		idle |= g.above(idle)
		if uint64(bits.OnesCount64(idle)) > g.figures.maxIdle {
			idle = 0
		}
		mask |= idle
	}
	// 3. The two words, and the two words of the mirror image.
	ours, theirs := st.mover&mover, st.follower&follower
	mark := mask + g.bottom
	p, q := theirs|mark|wins<<1, mask&^ours&^theirs|mark|losses<<1
	turned, symmetry := g.turnRound(p), uint8(0)
	if turned <= p {
		if other := g.turnRound(q); turned < p || other < q {
			p, q, symmetry = turned, other, 1
		}
	}
	n := uint(g.width * g.step)
	q |= uint64(bits.OnesCount64(idle)) << (n & 63)
	return oxo.Key{Hi: q >> (64 - n), Lo: p | q<<n}, symmetry
}

// inLines returns the squares of all fours in a row within a set.
func (g *guide[H]) inLines(squares uint64) uint64 {
	return fours(squares, 1) | fours(squares, g.h()) | fours(squares, g.h()+1) | fours(squares, g.h()+2)
}

// fours returns the squares of all fours in a row in a direction.
func fours(squares uint64, d int) uint64 {
	first := along(squares, d)
	first |= first << (d & 63)
	return first | first<<(2*d&63)
}

// columnsOf returns all squares of the columns that contain a given square. The sum of a column
// of ones and such a square has a carry in the spare row of the column.
func (g *guide[H]) columnsOf(squares uint64) uint64 {
	carried := (squares + g.board) & g.spare
	return carried - carried>>(g.h()&63)
}

// turnRound is mirror, by pairs of columns.
func (g *guide[H]) turnRound(word uint64) uint64 {
	left, width := uint64(1)<<(g.h()+1)-1, g.width
	turned := word & (left << (width / 2 * g.step & 63)) & -uint64(width&1)
	for c := range width / 2 {
		by := (width - 1 - 2*c) * g.step
		turned |= word>>(by&63)&left | word&left<<(by&63)
		left <<= (g.h() + 1) & 63
	}
	return turned
}
