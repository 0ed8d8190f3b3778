package othello

import (
	"context"
	"math/bits"
)

// Lines implements [oxo/textbook.Counting]: moves of the last ply are counted, not listed.
func (p *position) Lines(ctx context.Context, plies int) (uint64, bool) {
	own, opp := p.sides()
	c := counter{game: p.g, ctx: ctx}
	n := c.lines(own, opp, plies)
	return n, !c.ended
}

// counter counts lines until a context ends.
type counter struct {
	*game
	ctx   context.Context
	ended bool
}

// lookFrom is the number of plies that are left when the context is asked: fewer take no time.
const lookFrom = 5

// lines counts the lines of a number of plies for the side with the discs own. A pass is a ply.
func (c *counter) lines(own, opp uint64, plies int) (n uint64) {
	squares := c.legal(own, opp)
	switch {
	case squares == 0 && c.legal(opp, own) == 0:
		return 0
	case squares == 0 && plies == 1:
		return 1
	case squares == 0:
		return c.lines(opp, own, plies-1)
	case plies == 1:
		return uint64(bits.OnesCount64(squares))
	}
	for ; squares != 0 && !c.ended; squares &= squares - 1 {
		square := bits.TrailingZeros64(squares)
		turned := c.turns(own, opp, square)
		n += c.lines(opp^turned, own^turned^1<<square, plies-1)
	}
	c.ended = c.ended || plies >= lookFrom && c.ctx.Err() != nil
	return n
}
