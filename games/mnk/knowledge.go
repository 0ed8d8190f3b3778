package mnk

import "oxo"

// This file is for boards of every size: it computes bounds from the live lines, and the order of
// moves.

// sideLines sums up the live lines of one side.
type sideLines struct {
	least     int // the smallest residual; more than k when no line is live
	potential int // sum over live lines of 2^(stones in the line)
}

// lineBounds returns the bounds that the live lines prove when neither side threatens to win
// with its next stone; left is the number of empty squares.
//
// Plies: a residual of r squares takes its owner r moves: plies 1, 3, 5... for the side to
// move, plies 2, 4, 6... for the opponent. The side to move has no fork, so it cannot win with
// its second move.
//
// Potential: a breaker who moves first keeps every line from being completed if the sum of
// 2^-residual is below 1, a breaker who moves second if it is below 1/2 [ErdosSelfridge73]. The
// side to move breaks the opponent's lines as the first; the opponent breaks its lines as the
// second.
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

// decided appends the one move that a proven value rests on.
func decided(buf []oxo.Child, m oxo.Move, s oxo.Score) ([]oxo.Child, oxo.Bounds) {
	b := oxo.Exactly(s)
	return append(buf, oxo.Child{Move: m, Bounds: b}), b
}

// orderUnit is the Order of one unit of weight. It is large, so that what a search adds to a
// move only breaks ties. (With 4, misere boards take twice the nodes.)
const orderUnit = 16

// appendMove appends a square with its weight. Dead squares, those in no live line, are all
// alike: one of them is enough, and listed reports whether the list has it.
func appendMove(list []oxo.Child, sq int, weight int32, b oxo.Bounds, dead bool, listed *bool) []oxo.Child {
	if dead && *listed {
		return list
	}
	*listed = *listed || dead
	return append(list, oxo.Child{Move: oxo.Move(sq), Bounds: b, Order: weight * orderUnit})
}

// boundAll limits every move by the upper bound of the position.
func boundAll(list []oxo.Child, known oxo.Bounds) {
	most := known.Hi()
	for i := range list {
		list[i].Bounds = oxo.Between(list[i].Lo(), min(list[i].Hi(), most))
	}
}

// estimate compares the values of both sides' live lines. The lines of the side to move count
// half as much again, since it has the next move. Where k in a row loses, the sign is reversed:
// fewer own lines are better.
func (g *game) estimate(own, opp int) oxo.Score {
	v := 3*own - 2*opp
	if g.rules.Misere {
		v = 2*opp - 2*own
	}
	return oxo.Score(max(min(v, int(oxo.MaxEstimate)), -int(oxo.MaxEstimate)))
}
