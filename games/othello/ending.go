package othello

import "math/bits"

// An ending is solved here, without the search and its table, if so few squares are empty that
// both would cost more than they save.
const (
	// solvedFrom is the number of empty squares up to which a guide solves the position.
	solvedFrom = 10
	// byMobility is the number of empty squares from which moves are sorted by the replies they
	// leave; below it, only by parity.
	byMobility = 6
	// unknown is above every margin.
	unknown = 65
)

// ending is a position near the end, with values that are updated from move to move.
type ending struct {
	own, opp uint64
	empty    int
	odd      uint8 // a bit for each quarter of the board with an odd number of empty squares
}

// endingOf makes an ending from the discs.
func (g *game) endingOf(own, opp uint64) ending {
	e := ending{own: own, opp: opp}
	squares := g.all &^ (own | opp)
	for i, quarter := range g.quarters {
		n := bits.OnesCount64(squares & quarter)
		e.empty += n
		e.odd |= uint8(n&1) << i
	}
	return e
}

// after returns the ending after a move of the side to move.
func (g *game) after(e ending, square int, turned uint64) ending {
	return ending{e.opp ^ turned, e.own ^ turned ^ 1<<(square&63), e.empty - 1, e.odd ^ g.quarter[square&63]}
}

func (e ending) margin() int { return bits.OnesCount64(e.own) - bits.OnesCount64(e.opp) }

// finisher solves endings, and remembers bounds of some.
type finisher struct {
	*game
	known []known // made at the first of rememberedAfter calls; before that nil
	calls int
}

// known has bounds of the margin of an ending.
type known struct {
	own, opp  uint64
	low, high int8
}

const (
	// knownBits is the logarithm of the number of endings remembered. A larger table saves less than
	// it costs by leaving the processor's cache.
	knownBits = 12
	// rememberedAfter is the number of endings to solve before the table pays.
	rememberedAfter = 1000
)

// begin makes the table when it pays.
func (g *finisher) begin() {
	if g.calls++; g.calls == rememberedAfter {
		g.known = make([]known, 1<<knownBits)
	}
}

// place returns the only place for an ending in the table, or nil without a table.
func (g *finisher) place(e ending) *known {
	if g.known == nil {
		return nil
	}
	h := (e.own ^ bits.RotateLeft64(e.opp*0xbb67ae8584caa73b, 32)) * 0x9e3779b97f4a7c15 // as in oxo.Key
	return &g.known[h>>(64-knownBits)&(1<<knownBits-1)]
}

// margin returns a margin that decides the window, if the place has one of the ending.
func (k *known) margin(e ending, alpha, beta int) (int, bool) {
	switch {
	case k == nil || k.own != e.own || k.opp != e.opp:
		return 0, false
	case int(k.low) >= beta || k.low == k.high:
		return int(k.low), true
	}
	return int(k.high), int(k.high) <= alpha
}

// keep stores the margin that a search in a window found.
func (k *known) keep(e ending, alpha, beta, margin int) {
	if k == nil {
		return
	}
	if k.own != e.own || k.opp != e.opp {
		*k = known{e.own, e.opp, -unknown, unknown}
	}
	if margin > alpha {
		k.low = int8(margin)
	}
	if margin < beta {
		k.high = int8(margin)
	}
}

// solve returns the margin under best play, fail-soft in (alpha, beta).
func (g *finisher) solve(e ending, alpha, beta int) int {
	switch {
	case e.empty >= byMobility:
		return g.many(e, alpha, beta, false)
	case e.empty > 2:
		return g.few(e, alpha, beta, false)
	}
	squares := g.all &^ (e.own | e.opp)
	switch e.empty {
	case 2:
		return g.two(e.own, e.opp, alpha, beta, bits.TrailingZeros64(squares), 63-bits.LeadingZeros64(squares))
	case 1:
		return g.one(e.own, bits.TrailingZeros64(squares))
	}
	return e.margin()
}

// few tries the squares of odd quarters first: the side that moves into one mostly has its last
// move too.
func (g *finisher) few(e ending, alpha, beta int, passed bool) int {
	squares := g.all &^ (e.own | e.opp)
	best, low := -unknown, alpha
	first := squares & g.oddSquares[e.odd&15]
	for _, set := range [2]uint64{first, squares &^ first} {
		for ; set != 0; set &= set - 1 {
			square := bits.TrailingZeros64(set)
			if e.opp&g.near[square] == 0 {
				continue
			}
			turned := g.turns(e.own, e.opp, square)
			if turned == 0 {
				continue
			}
			v := -g.solve(g.after(e, square, turned), -beta, -low)
			if v > best {
				if best = v; v >= beta {
					return v
				}
				low = max(low, v)
			}
		}
	}
	switch {
	case best > -unknown:
		return best
	case passed:
		return e.margin()
	}
	other := ending{e.opp, e.own, e.empty, e.odd}
	return -g.few(other, -beta, -alpha, true)
}

// try is a move, with its sort key.
type try struct {
	turned uint64
	order  int32
	square int32
}

// many sorts the moves: those that leave the fewest replies come first (fastest first), where a
// corner counts twice, and those in odd quarters are preferred.
func (g *finisher) many(e ending, alpha, beta int, passed bool) int {
	if alpha >= stableFrom(e.empty) {
		if v := g.most(e); v <= alpha {
			return v
		}
	}
	place := g.place(e)
	if v, ok := place.margin(e, alpha, beta); ok {
		return v
	}
	squares := g.legal(e.own, e.opp)
	if squares == 0 {
		if passed {
			return e.margin()
		}
		other := ending{e.opp, e.own, e.empty, e.odd}
		return -g.many(other, -beta, -alpha, true)
	}
	var tries [solvedFrom]try
	n := g.sorted(e, squares, &tries)
	best, low := -unknown, alpha
	for i := range n {
		next := g.after(e, int(tries[i].square), tries[i].turned)
		v := -g.solve(next, -beta, -low)
		if v > best {
			if best = v; v >= beta {
				break
			}
			low = max(low, v)
		}
	}
	place.keep(e, alpha, beta, best)
	return best
}

// sorted lists moves, probably best first. A move that leaves the other side no disc is the
// best.
func (g *game) sorted(e ending, squares uint64, to *[solvedFrom]try) int {
	n := 0
	for ; squares != 0; squares &= squares - 1 {
		square := bits.TrailingZeros64(squares)
		t := try{turned: g.turns(e.own, e.opp, square), square: int32(square)}
		if t.order = g.quick(e, square, t.turned); t.turned == e.opp {
			t.order = 1 << 20
		}
		i := n
		for ; i > 0 && to[i-1].order < t.order; i-- {
			to[i] = to[i-1]
		}
		to[i] = t
		n++
	}
	return n
}

// quick returns the order of a move near the end.
func (g *game) quick(e ending, square int, turned uint64) int32 {
	own, opp := e.opp^turned, e.own^turned^1<<(square&63)
	replies := g.legal(own, opp)
	order := -replyWorth * int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&g.corners))
	if e.odd&g.quarter[square&63] != 0 {
		order += oddWorth
	}
	return order
}

// The weights of the move order, in sixteenths of a reply.
const (
	replyWorth = 16
	oddWorth   = 8
)

// most returns the greatest margin that own can win by: opp keeps its stable discs.
func (g *game) most(e ending) int { return g.squares - 2*bits.OnesCount64(g.stable(e.opp, e.own)) }

// stableFrom returns the margin from which looking for stable discs pays: excluding a smaller
// margin takes many stable discs of the other side.
func stableFrom(empty int) int { return 2 * (empty - 1) }
