package mnk

import "oxo"

// What follows holds for boards of every size: what is known from the live
// lines, and how moves are put in order.

// sideLines sums up the live lines of one side.
type sideLines struct {
	least     int // the smallest residual; more than k when no line is live
	potential int // sum over live lines of 2^(stones in the line)
}

// bounds tells what the live lines prove with so many squares left, when
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
func (g *Game) bounds(own, opp *sideLines, left int) oxo.Bounds {
	b := oxo.Exactly(oxo.Draw)
	whole := 1 << g.rules.K
	if soonest := max(2*own.least-1, 5); own.potential >= whole/2 && soonest <= left {
		b.Hi = oxo.Win(soonest)
	}
	if soonest := 2 * opp.least; opp.potential >= whole && soonest <= left {
		b.Lo = oxo.Loss(soonest)
	}
	return b
}

// misereBounds does the same when k in a row loses. The side to move has a
// square that completes no line of its own, so it loses at ply 3 at the
// earliest.
func (g *Game) misereBounds(own, opp, left int) oxo.Bounds {
	b := oxo.Exactly(oxo.Draw)
	if soonest := max(2*own-1, 3); own <= g.rules.K && soonest <= left {
		b.Lo = oxo.Loss(soonest)
	}
	if soonest := 2 * opp; opp <= g.rules.K && soonest <= left {
		b.Hi = oxo.Win(soonest)
	}
	return b
}

// closed reports whether bounds alone tell where the value lies in a window.
func closed(b oxo.Bounds, alpha, beta oxo.Score) bool {
	full := alpha == -oxo.Infinity && beta == oxo.Infinity
	return !full && (b.Lo >= beta || b.Hi <= alpha || b.Exact())
}

// decided appends the one move that a known value rests on.
func decided(buf []oxo.Child, m oxo.Move, s oxo.Score) ([]oxo.Child, oxo.Bounds) {
	b := oxo.Exactly(s)
	return append(buf, oxo.Child{Move: m, Bounds: b}), b
}

// weigh appends a square with its weight, which stands in Lo until the list
// is put in order. Dead squares, in no live line, are all alike: one of them
// is enough, and listed says whether the list has it.
func weigh(list []oxo.Child, sq int, weight int32, dead bool, listed *bool) []oxo.Child {
	if dead {
		if *listed {
			return list
		}
		*listed = true
	}
	return append(list, oxo.Child{Move: oxo.Move(sq), Bounds: oxo.Bounds{Lo: oxo.Score(weight)}})
}

// heaviestFirst sorts weighed squares, without the lowest bits of their
// weights; equal ones stay in the order they came. Insertion suits lists that
// are nearly sorted by the order of the board.
func heaviestFirst(list []oxo.Child, lowBits int) {
	for i := range list {
		m, weight, j := list[i].Move, list[i].Lo, i // nothing else is set yet
		for ; j > 0 && list[j-1].Lo>>lowBits < weight>>lowBits; j-- {
			list[j].Move, list[j].Lo = list[j-1].Move, list[j-1].Lo
		}
		list[j].Move, list[j].Lo = m, weight
	}
}

// boundAll puts what is known of a position on all its moves: none is worth
// more than the position.
func boundAll(list []oxo.Child, known oxo.Bounds) {
	for i := range list {
		list[i].Bounds = oxo.Bounds{Lo: -oxo.Infinity, Hi: known.Hi}
	}
}

// estimate compares what the live lines of both sides are worth. Those of the
// side to move count half as much again, since it is ahead by the move.
func estimate(own, opp int) oxo.Score {
	return oxo.Score(max(min(3*own-2*opp, int(oxo.MaxEstimate)), -int(oxo.MaxEstimate)))
}

// misereEstimate does the same when k in a row loses: the fewer live lines of
// its own, the better.
func misereEstimate(own, opp int) oxo.Score {
	return oxo.Score(max(min(2*opp-2*own, int(oxo.MaxEstimate)), -int(oxo.MaxEstimate)))
}
