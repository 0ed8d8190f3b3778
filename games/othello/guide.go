package othello

import (
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
)

// Guide returns the knowledge about this position.
func (p *position) Guide() oxo.Guide { return newGuide(p) }

func newGuide(p *position) *guide { return &guide{p: p, last: finisher{game: p.g}} }

// guide solves endings, bounds the margin by stable discs, and orders moves.
type guide struct {
	p      *position
	turned [maxMoves]uint64 // by the moves of the last Expand
	moves  []oxo.Child      // of the last Expand
	pace   uint64           // see Pace
	last   finisher
}

// Pace receives the number of positions that may be visited: see [oxo/search.Pacing].
func (gd *guide) Pace(positions uint64) { gd.pace = positions }

// maxMoves limits the moves whose keys are computed: a search asks for no more.
const maxMoves = 16

// Expand lists the moves. No margin exceeds the number of squares minus the other side's stable
// discs.
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
		gd.last.begin()
		return buf, bounded(gd.last.solve(e, low, high), low, high, g.squares)
	}
	b := gd.bounds(e, low, high, window)
	if b.Decide(alpha, beta) {
		return buf, b
	}
	if squares == 0 {
		return append(buf, oxo.Child{Move: pass}), b
	}
	proof := !window || proves(alpha) && proves(beta)
	plies := 0
	if proof {
		plies = aheadPlies(e.empty, gd.pace)
	}
	if plies > 0 && window {
		plies = max(plies-g.spared(e, low, high), 0)
	}
	return gd.list(e, squares, proof, plies, buf), b
}

// spared returns how many plies fewer the move order looks ahead where the estimate is far outside
// the window: then nearly any move decides, or none does, so that a good order saves little.
func (g *game) spared(e ending, low, high int) int {
	const perPly = 8 * perDiscShown
	v := int(g.value(e.own, e.opp))
	return max(low*perDiscShown-v, v-high*perDiscShown, 0) / perPly
}

// proves reports whether a bound of a window belongs to a proof: it is a margin, or the draw.
// If it is an estimate, the search only looks some plies ahead. Most of its positions are
// leaves then, and an expensive move order is a waste.
//
// A window of a proof may begin at the draw and be two scores wide.
func proves(s oxo.Score) bool {
	size := max(s, -s)
	return size <= nearDraw || size >= oxo.MaxEstimate && !s.CountsPlies()
}

const nearDraw = 2

// atMost returns the largest margin whose score is at most s.
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

// bounded returns the bounds that a value found in a window proves.
func bounded(v, low, high, most int) oxo.Bounds {
	switch {
	case v <= low:
		return oxo.Between(oxo.By(-most), oxo.By(v))
	case v >= high:
		return oxo.Between(oxo.By(v), oxo.By(most))
	}
	return oxo.Exactly(oxo.By(v))
}

// bounds looks for stable discs if they may decide the window.
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

// list appends the moves with their order, for which it looks some plies ahead.
func (gd *guide) list(e ending, squares uint64, proof bool, plies int, buf []oxo.Child) []oxo.Child {
	g, from := gd.p.g, len(buf)
	for ; squares != 0; squares &= squares - 1 {
		square := bits.TrailingZeros64(squares)
		turned := g.turns(e.own, e.opp, square)
		if i := len(buf) - from; i < maxMoves {
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

// ExpandKeys gives keys except near the start, where the search looks for positions that are
// images of each other.
func (gd *guide) ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	gd.moves = nil
	buf, b := gd.Expand(alpha, beta, buf)
	p := gd.p
	empty := p.g.squares - bits.OnesCount64(p.discs[0]|p.discs[1]) - 1
	keys.Use = [knowledge.MaxKeys]knowledge.KeyUse{} // as for a pass: the search looks for images itself
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

// imagesTo is the number of discs up to which the search looks for images of a position.
const imagesTo = 14

// order returns the order of a move: moves that leave few replies, now and later, and keep
// stable discs at the corners come first.
func (g *game) order(e ending, square int, turned uint64) int32 {
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

// aheadPlies returns how many plies the move order looks ahead, by the number of empty squares:
// a good order saves more in a larger subtree. Three plies take as long as some thousands of
// positions, so the search must have a far larger budget, enough to come near the end.
func aheadPlies(empty int, pace uint64) int {
	switch {
	case empty >= 16 && pace>>aheadFrom>>max(0, (empty-20)*3/4) == 0:
		return 0
	case empty >= 19:
		return 3
	case empty >= 16:
		return 2
	case empty >= 12:
		return 1
	}
	return 0
}

// aheadFrom is the logarithm of the budget from which the order looks three plies ahead, with
// 20 empty squares.
const aheadFrom = 14

// aheadUnit converts hundredths of a disc to orders.
const aheadUnit = 12

// ahead returns the value of an ending some plies ahead, in hundredths of a disc, by a small
// search of its own without a table. At or below alpha the value is an upper bound.
func (g *game) ahead(e ending, plies int, alpha, beta int32) int32 {
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

// noValue exceeds any estimate.
const noValue = 1 << 30

const (
	laterWorth   = 4
	cornerStable = 8
)
