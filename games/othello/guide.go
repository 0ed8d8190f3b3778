package othello

import (
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
)

// Guide returns what the game knows of this position.
func (p *position) Guide() oxo.Guide { return &guide{p: p} }

// guide solves endings, bounds by stable discs what is left to win, and orders
// moves.
type guide struct {
	p      *position
	turned [mostMoves]uint64 // by the moves of the last Expand
	moves  []oxo.Child       // of the last Expand
	pace   uint64            // see Pace
}

// Pace says how many positions may be visited: see [oxo/search.Pacing].
func (gd *guide) Pace(positions uint64) { gd.pace = positions }

// mostMoves is how many moves the keys are worked out for, at most: a search asks
// for no more.
const mostMoves = 16

// Expand lists the moves. Nobody can win by more discs than there are squares, of
// which the other side's stable discs are left out.
func (gd *guide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p, g := gd.p, gd.p.g
	gd.moves = nil
	own, opp := p.sides()
	e := g.endingOf(own, opp)
	window := alpha != -oxo.Infinity || beta != oxo.Infinity
	low, high := atMost(alpha), -atMost(-beta)
	squares := g.legal(own, opp)
	switch {
	case squares == 0 && g.legal(opp, own) == 0:
		return buf, oxo.Exactly(oxo.By(p.Margin()))
	case window && e.empty <= solvedFrom:
		return buf, bounded(g.solve(e, low, high), low, high, g.squares)
	}
	b := gd.bounds(e, low, high, window)
	if b.Decide(alpha, beta) {
		return buf, b
	}
	if squares == 0 {
		return append(buf, oxo.Child{Move: pass}), b
	}
	return gd.list(e, squares, !window || proves(alpha) && proves(beta), buf), b
}

// proves reports whether a bound of a window is one that a proof asks about: a
// margin, or the draw. Where it is an estimate, the search looks some plies ahead
// only, and most of its positions are at the end of that, where an order that
// takes long is a waste.
//
// A proof may ask about a window that begins at the draw and is two scores wide.
func proves(s oxo.Score) bool {
	size := max(s, -s)
	return size <= nearDraw || size >= oxo.MaxEstimate && !s.CountsPlies()
}

const nearDraw = 2

// atMost returns the largest margin whose score is no more than s.
func atMost(s oxo.Score) int {
	switch {
	case s >= oxo.By(unknown):
		return unknown
	case s <= oxo.By(-unknown):
		return -unknown
	case s < 0 && s.Margin() == 0:
		return -1 // an estimate
	}
	return s.Margin()
}

// bounded is what a value that was found in a window says.
func bounded(v, low, high, most int) oxo.Bounds {
	switch {
	case v <= low:
		return oxo.Between(oxo.By(-most), oxo.By(v))
	case v >= high:
		return oxo.Between(oxo.By(v), oxo.By(most))
	}
	return oxo.Exactly(oxo.By(v))
}

// bounds looks for stable discs where they may decide the window.
func (gd *guide) bounds(e ending, low, high int, window bool) oxo.Bounds {
	g := gd.p.g
	least, most := -g.squares, g.squares
	if window && low >= stableFrom(e.empty) {
		most = g.most(e)
	}
	if window && -high >= stableFrom(e.empty) {
		least = -g.most(ending{own: e.opp, opp: e.own})
	}
	return oxo.Between(oxo.By(least), oxo.By(most))
}

// list appends the moves with their order.
func (gd *guide) list(e ending, squares uint64, proof bool, buf []oxo.Child) []oxo.Child {
	g, from := gd.p.g, len(buf)
	plies := 0
	if proof {
		plies = aheadPlies(e.empty, gd.pace)
	}
	for ; squares != 0; squares &= squares - 1 {
		square := bits.TrailingZeros64(squares)
		turned := g.turns(e.own, e.opp, square)
		if i := len(buf) - from; i < mostMoves {
			gd.turned[i] = turned
		}
		var order int32
		switch {
		case plies > 0:
			order = g.order(e, square, turned) - g.ahead(g.after(e, square, turned), plies, -noValue, noValue)/aheadUnit
		case proof:
			order = g.order(e, square, turned)
		default:
			order = g.quick(e, square, turned)
		}
		buf = append(buf, oxo.Child{Move: oxo.Move(square), Order: order})
	}
	gd.moves = buf[from:]
	return buf
}

// ExpandKeys gives keys but near the start, where positions that are images of each other
// are met, and the search looks for those.
func (gd *guide) ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	gd.moves = nil
	buf, b := gd.Expand(alpha, beta, buf)
	p := gd.p
	empty := p.g.squares - bits.OnesCount64(p.discs[0]|p.discs[1]) - 1
	keys.Use = [knowledge.MaxKeys]knowledge.KeyUse{} // to ask, as of a pass
	for i, c := range gd.moves[:min(len(gd.moves), knowledge.MaxKeys)] {
		switch {
		case empty >= p.g.squares-imagesTo:
		case empty <= solvedFrom:
			keys.Use[i] = knowledge.NoKey
		default:
			discs := p.discs
			discs[p.turn] ^= gd.turned[i] | 1<<c.Move
			discs[p.turn.Opponent()] ^= gd.turned[i]
			keys.Give(i, p.g.key(discs, p.turn.Opponent()), knowledge.KeyGiven)
		}
	}
	return buf, b
}

// imagesTo is the number of discs up to which images of a position are looked for.
const imagesTo = 14

// order is the order of a move: first those that leave the other side the fewest
// replies, now and later, and those that keep stable discs at the corners.
func (g *Game) order(e ending, square int, turned uint64) int32 {
	own, opp := e.opp^turned, e.own^turned^1<<(square&63)
	empty := g.all &^ (own | opp)
	replies := reach(own, opp) & empty
	order := -replyWorth * int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&g.corners))
	order -= laterWorth * int32(bits.OnesCount64(around(opp)&empty))
	order += cornerStable * int32(bits.OnesCount64(g.stableOnEdges(opp, own)&opp))
	if e.odd&g.quarter[square&63] != 0 {
		order += oddWorth
	}
	return order
}

// aheadPlies is how far the replies to moves are looked at to order them, by the
// number of empty squares: more is saved where more lies behind. Three plies take as long as some thousands of positions. So the
// search must have far more left, and enough to come near the end.
func aheadPlies(empty int, pace uint64) int {
	switch {
	case empty >= 17 && pace>>aheadFrom>>max(0, (empty-20)*3/4) == 0:
		return 0
	case empty >= 20:
		return 3
	case empty >= 17:
		return 2
	case empty >= 12:
		return 1
	}
	return 0
}

// aheadFrom is the logarithm of the positions from which moves are looked at three plies ahead, with 20 empty squares.
const aheadFrom = 14

// aheadUnit makes orders of hundredths of a disc.
const aheadUnit = 12

// ahead is what an ending is worth some plies ahead, in hundredths of a disc:
// a small search of its own, without a table. It returns an upper bound at or
// below alpha.
func (g *Game) ahead(e ending, plies int, alpha, beta int32) int32 {
	squares := g.legal(e.own, e.opp)
	if squares == 0 {
		return -g.value(e.opp, e.own)
	}
	best := int32(-noValue)
	for ; squares != 0 && best < beta; squares &= squares - 1 {
		square := bits.TrailingZeros64(squares)
		next := g.after(e, square, g.turns(e.own, e.opp, square))
		var v int32
		if plies > 1 {
			v = -g.ahead(next, plies-1, -beta, -max(alpha, best))
		} else {
			v = -g.value(next.own, next.opp)
		}
		best = max(best, v)
	}
	return best
}

// noValue is more than any estimate.
const noValue = 1 << 30

const (
	laterWorth   = 4
	cornerStable = 8
)
