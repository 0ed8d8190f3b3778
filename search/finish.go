package search

import "oxo"

// finish fills in a result whose value is known.
func (s *Searcher) finish(result *Result) {
	r := &s.run
	best := s.bestMove(result.Value)
	result.Bounds, result.Best, result.HasMove, result.Line = r.proven, best, true, s.line(best, result.Value)
	result.Depth, result.Nodes = r.depth, r.nodes+r.helped
	switch {
	case r.stop.Early() || r.stop == ByDepth:
		result.Stop = r.stop
	case r.stop == Finished && !result.Proven && r.doubt.horizon > 0:
		result.Stop = ByDepth
	}
}

// bestMove returns the move to play. For a proven value or a forced win it is a move proven to
// reach it; otherwise the best move by value; and if the search stopped before anything was
// known, the guide's first move.
func (s *Searcher) bestMove(v Value) oxo.Move {
	r := &s.run
	switch {
	case r.reached > -oxo.Infinity && r.reached >= r.proven.Lo() && (v.Proven || v.Score.IsWin()):
		return r.provenMove
	case r.hasBest:
		return r.best
	}
	children, _ := s.game.guide.Expand(-oxo.Infinity, oxo.Infinity, nil)
	best := -1
	for i := range children {
		if (best < 0 || children[i].Order > children[best].Order) && !s.forbidden(children[i].Move) {
			best = i
		}
	}
	return children[max(best, 0)].Move
}

// forbidden reports whether a move of the root makes a forbidden repetition.
func (s *Searcher) forbidden(m oxo.Move) bool {
	if !s.game.forbids {
		return false
	}
	s.game.looping.Make(m)
	defer s.game.looping.Unmake(m)
	plies, _ := s.game.looping.Repeated()
	return plies > 0
}
