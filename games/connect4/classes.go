package connect4

import (
	"math/bits"

	"oxo"
)

// Positions from which every play leads to the same ends are one to the table:
// it is asked for their class. docs/know/connect4.md explains what is left out, and
// why it does not matter.

// classBits is how many bits the key of a class takes: two for each bit of a
// board, and up to six for a number of squares.
func (g *Game) classBits() int { return 2*g.width*g.step + g.idleBits() }

// idleBits is how many are left for that number.
func (g *Game) idleBits() int { return min(64-g.width*g.step, 6) }

// class returns the key of a state's class, of its mirror image if that is
// less, as symmetry 1. Two bits tell of a square of a column, from the lowest:
// a stone of the follower (1, 0), of the mover (0, 0), or one that matters no
// more (0, 1); then the mark of the first empty square (1, 1); and then, one
// up, for each empty square, whether it wins for the mover, and for the
// follower.
func (g *guide[H]) class(st *state) (oxo.Key, uint8) {
	// 1. A line in which a side has a stone is no use to the other. One
	// through a winning square is none either, for who gets there has won, and
	// where the other side gets there it is lost. And nobody gets above two
	// winning squares of one side, or one of both.
	mask, wins, losses := st.mask(), st.moverWins, st.followerWins
	noLine, noLoss := st.follower|wins, st.mover|losses
	if last := wins&losses | wins&(wins<<1) | losses&(losses<<1); last != 0 {
		never := g.above(last)
		wins, losses = wins&^never, losses&^never
		noLine, noLoss = noLine|never, noLoss|never
	}
	mover, follower := g.inLines(g.board&^noLine), g.inLines(g.board&^noLoss)
	// 2. Columns whose empty squares are in no line and win nothing are moves
	// to pass the time: only how many these are in all matters. Where a key has no
	// room for their number, those columns stay as they are.
	alive := (mover | follower | wins | losses) & g.board &^ mask
	idle := g.playable(mask) &^ g.columnsOf(alive)
	if idle != 0 {
		idle |= g.above(idle)
		if uint64(bits.OnesCount64(idle)) > g.figures.mostIdle {
			idle = 0
		}
		mask |= idle
	}
	// 3. The words, and those of the mirror image.
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

// inLines returns the squares that are in a four in a row of those given.
func (g *guide[H]) inLines(squares uint64) uint64 {
	return fours(squares, 1) | fours(squares, g.h()) | fours(squares, g.h()+1) | fours(squares, g.h()+2)
}

// fours returns the squares of all fours in a row along a direction.
func fours(squares uint64, d int) uint64 {
	first := along(squares, d)
	first |= first << (d & 63)
	return first | first<<(2*d&63)
}

// columnsOf returns all squares of the columns that have one of the squares
// given: added to a column of ones, any of them carries into the spare row.
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
