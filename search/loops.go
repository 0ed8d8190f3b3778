package search

import "oxo"

// A game that loops has values that depend on the way to a position: what a
// repetition is worth is a matter of the line, not of the state. The search
// scores a repetition at once, and tracks on which ancestor a value rests so:
// restsOn is the lowest such ply. A value is stored, and called proven, only
// where it rests on no ancestor of its node: then it is the value of the state
// [Campbell85] [KishimotoMuller04].

// Where a repetition is forbidden, no value is one of the state alone: then the
// search has no table, the moves before the root count too, and what rests on
// them is not proven.

// beforeRoot stands for a ply before the root.
const beforeRoot = -1

// nearEnd is how far away, in plies, a window of wins or losses only may be to
// need none of this: a question "is it a win within n plies" ends by itself,
// and its answer is one of the state.
const nearEnd = 256

// repeatedValue returns the value of a position that was reached before since the
// root, and notes what it rests on.
func (s *Searcher) repeatedValue(alpha, beta oxo.Score, at int) (oxo.Score, bool) {
	forbids := s.game.forbids
	if !forbids && (nearWin(alpha) || nearWin(-beta)) {
		return 0, false
	}
	plies, value := s.game.looping.Repeated()
	if plies == 0 || plies > at && !forbids {
		return 0, false
	}
	s.run.restsOn = max(at-plies, beforeRoot)
	return value, true
}

// nearWin reports whether a score is a win in few plies.
func nearWin(s oxo.Score) bool { return s >= oxo.Win(nearEnd) && s < oxo.Infinity }

// restOn notes that a node's value rests on an ancestor, and returns the
// bounds that hold all the same. Where a repetition is a draw, a win or a loss
// that is forced rests on none.
func (s *Searcher) restOn(rests int, best, alpha, beta oxo.Score, bounds oxo.Bounds) oxo.Bounds {
	if s.run.restsOn = rests; s.game.forbids {
		if rests < 0 {
			s.run.doubt.inexact++ // it rests on the moves before the root
		}
		return bounds
	}
	lo, hi := bounds.Lo(), bounds.Hi()
	if best > alpha && best.IsWin() {
		lo = max(lo, best)
	}
	if best < beta && best.IsLoss() {
		hi = min(hi, best)
	}
	if best >= beta && best.IsWin() || best <= alpha && best.IsLoss() {
		s.run.restsOn = independent
	}
	return oxo.Between(lo, hi)
}
