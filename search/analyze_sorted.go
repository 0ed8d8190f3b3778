package search

import (
	"cmp"
	"slices"

	"oxo"
)

// sorted returns the results, best first.
func (a *analysis) sorted() []MoveResult {
	moves := make([]MoveResult, 0, len(a.moves))
	for i := range a.moves {
		m := a.moves[i].MoveResult
		if first := &a.moves[a.moves[i].same]; a.moves[i].same != i {
			m = a.image(first, &a.moves[i])
		}
		if !m.Proven {
			m.Stop = a.stop
		}
		m.Line = slices.Clone(m.Line)
		moves = append(moves, m)
	}
	slices.SortStableFunc(moves, func(a, b MoveResult) int { return cmp.Compare(b.Score, a.Score) })
	return moves
}

// image returns the result of a move that a symmetry maps onto another.
func (a *analysis) image(of, to *analyzedMove) MoveResult {
	m := of.MoveResult
	m.Move, m.Nodes = to.Move, 0
	m.Proven = m.Proven && a.s.game.exact() // with inexact keys the two may be taken for each other by mistake
	if len(of.Line) > 0 {
		m.Line = []oxo.Move{to.Move}
		for _, next := range of.Line[1:] {
			m.Line = append(m.Line, a.s.game.symmetric.UnmapMove(a.s.game.symmetric.MapMove(next, of.symmetry), to.symmetry))
		}
	}
	return m
}
