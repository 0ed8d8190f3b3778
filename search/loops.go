package search

import "oxo"

// In a game that loops, values depend on the path to a position: the value of a repetition
// belongs to the line, not to the state. The search scores a repetition at once, and tracks
// which ancestor a value rests on: restsOn is the lowest such ply. A value is stored and called
// proven only if it rests on no ancestor of its node: then it is the value of the state
// [Campbell85] [KishimotoMuller04].

// If repetitions are forbidden, no value belongs to the state alone. Then the search has no
// table, the moves before the root count too, and values that rest on them are not proven.

// beforeRoot stands for all plies before the root.
const beforeRoot = -1

// nearEnd is a limit in plies. If a window has only wins or losses within this limit, none of
// this is needed: the question "is it a win within n plies" ends by itself, and its answer
// belongs to the state.
const nearEnd = 256

// repeatedValue returns the value of a position that was reached before since the root, and
// records what it rests on.
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

// restOn records that a node's value rests on an ancestor, and returns the bounds that hold
// anyway. If a repetition is a draw, a forced win or loss rests on no ancestor.
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
