package mnk

import "oxo"

// What follows holds for boards of every size: what is known from the live
// lines, and how moves are put in order.

// sideLines sums up the live lines of one side.
type sideLines struct {
	least     int // the smallest residual; more than k when no line is live
	potential int // sum over live lines of 2^(stones in the line)
}

// lineBounds says what the live lines prove with that many squares left, when
// neither side threatens to win with its next stone.
//
// Plies: a residual of r squares takes its owner r moves, plies 1, 3, 5...
// of the side to move, 2, 4, 6... of the opponent. The side to move has no
// fork, so it cannot win with its second move.
//
// Potential: a breaker who moves first keeps a line from being completed when
// the sum of 2^-residual is below 1, one who moves second when it is below
// 1/2 [ErdosSelfridge73]. The side to move breaks the opponent's lines as the
// first, the opponent breaks its lines as the second.
func lineBounds(k int, own, opp sideLines, left int) oxo.Bounds {
	lo, hi := oxo.Draw, oxo.Draw
	whole := 1 << (k & 31)
	if soonest := max(2*own.least-1, 5); own.potential >= whole/2 && soonest <= left {
		hi = oxo.Win(soonest)
	}
	if soonest := 2 * opp.least; opp.potential >= whole && soonest <= left {
		lo = oxo.Loss(soonest)
	}
	return oxo.Between(lo, hi)
}

// decided appends the one move that a known value rests on.
func decided(buf []oxo.Child, m oxo.Move, s oxo.Score) ([]oxo.Child, oxo.Bounds) {
	b := oxo.Exactly(s)
	return append(buf, oxo.Child{Move: m, Bounds: b}), b
}

// orderUnit is the Order of a weight: what a search adds to a move breaks ties.
// (With 4, misere boards take twice the nodes.)
const orderUnit = 16

// appendMove appends a square with its weight. Dead squares, in no live line,
// are all alike: one of them is enough, and listed says whether the list has
// it.
func appendMove(list []oxo.Child, sq int, weight int32, b oxo.Bounds, dead bool, listed *bool) []oxo.Child {
	if dead && *listed {
		return list
	}
	*listed = *listed || dead
	return append(list, oxo.Child{Move: oxo.Move(sq), Bounds: b, Order: weight * orderUnit})
}

// boundAll puts what is known of a position on all its moves: none is worth
// more than the position.
func boundAll(list []oxo.Child, known oxo.Bounds) {
	most := known.Hi()
	for i := range list {
		list[i].Bounds = oxo.Between(list[i].Lo(), min(list[i].Hi(), most))
	}
}

// estimate compares what the live lines of both sides are worth. Those of the
// side to move count half as much again, since it is ahead by the move. When k
// in a row loses, the fewer live lines of its own, the better.
func (g *Game) estimate(own, opp int) oxo.Score {
	v := 3*own - 2*opp
	if g.rules.Misere {
		v = 2*opp - 2*own
	}
	return oxo.Score(max(min(v, int(oxo.MaxEstimate)), -int(oxo.MaxEstimate)))
}
