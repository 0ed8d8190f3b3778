package search

import "oxo"

// deepen looks first plies ahead, then one more, and so on to depth, until the
// value is proven: iterative deepening [Slate77]. What an iteration learned
// orders the next. It ends too when an iteration met no horizon: the next would
// see no more. A game that is [Tactical] has another recursion for this: see play.
func (s *Searcher) deepen(first, depth int) Value {
	r := &s.run
	v := s.value()
	for d := first; d <= depth; d++ {
		s.reserve(8 * r.nodes)
		score := s.window(-oxo.Infinity, oxo.Infinity, d)
		if r.stop != Finished {
			break
		}
		r.depth = d
		if v = s.value(); s.decided() {
			return s.withMove()
		}
		if v.Score.Sign() == 0 { // no result is certain: this iteration's estimate
			v.Score = r.proven.Clamp(s.game.guess(score))
		}
		if r.doubt.horizon == 0 {
			break
		}
	}
	return v
}

// guess turns what an iteration found into an estimate: the end of a game that it found is not certain where the moves
// before count, or where keys are hashes. As a win it would be taken for one that is.
func (a *abilities) guess(score oxo.Score) oxo.Score {
	size := oxo.MaxEstimate
	switch {
	case score.Sign() == 0:
		return score
	case score.CountsPlies():
		size -= oxo.Score(min(score.Plies(), int(oxo.MaxEstimate)/2))
	case score.Margin() < int(oxo.MaxEstimate/a.point):
		size = oxo.Score(score.Margin()) * a.point
	}
	return oxo.Score(score.Sign()) * size
}

// firstShare is how many nodes the first attempt at a proof may take in a search
// with limits, and the iterations after it: positions near the end are solved by
// it at once, and a search of few nodes has some left to look ahead with.
const firstShare = 512

// proofShare is what part of the nodes of a selective search goes to attempts at a
// proof: in a large game hardly any succeeds before the end. So too in games that end by a margin: at 100 ms a move Othello
// won 40, drew 1 and lost 19 of 60 games with a quarter of them against as many, and 56, 5 and 39 of 100 with a sixteenth
// against a quarter.
const proofShare = 16

// proofPart is how much less the attempts at proofs take than the iterations.
func (a *abilities) proofPart() uint64 {
	if a.tactical != nil || a.margins && a.evaluator != nil {
		return proofShare
	}
	return 1
}

// proveOrDeepen alternates attempts at a proof and deepening, with four times
// the nodes each time, of which proofs may take less: what can be proven in time is, and what cannot has an
// estimate that is not much shallower than it could be. The table carries what
// is learned from one to the next.
func (s *Searcher) proveOrDeepen() Value {
	r := &s.run
	estimate := s.value()
	defer func() { s.useTable(s.tables.proofs) }()
	for share := uint64(firstShare); ; share = min(growth*share, lastBudget) {
		end := s.openShare(share / s.game.proofPart())
		s.useTable(s.tables.proofs)
		v := s.prove(end)
		if s.settledMove(v) || s.limitReached() {
			return s.better(v, estimate)
		}
		if s.decided() {
			continue
		}
		s.openShare(share)
		s.useTable(s.tables.iterations)
		before := r.depth
		if v := s.deepen(before+1, unlimited/4); r.depth > before {
			estimate = v
		}
		v = s.value()
		noHorizon := r.doubt.horizon == 0 && r.stop == Finished
		if s.settledMove(v) || s.limitReached() || !s.decided() && noHorizon {
			return s.better(v, estimate)
		}
	}
}

// openShare lets the search go on for that many nodes, within the limit, and
// returns the number of nodes at which the share ends.
func (s *Searcher) openShare(nodes uint64) uint64 {
	r := &s.run
	s.reserve(nodes)
	r.stop = Finished
	r.budget = min(r.nodes+nodes, r.limit)
	s.setCheck()
	return r.budget
}

// limitReached reports whether a limit ends the search, rather than a share.
func (s *Searcher) limitReached() bool {
	why := s.over(noEnd)
	if why != Finished {
		s.run.stop = why
	}
	return why != Finished
}

// settledMove reports whether as much is proven as was asked for, and a move is
// known to reach it. The guide may know what a position is worth and not why:
// then a share can end before the move is found, and to play the best guess
// would throw the value away. Where the table may mistake positions no move is
// ever proven, and the value is enough.
func (s *Searcher) settledMove(v Value) bool {
	return s.decided() && (s.run.reached >= v.Score || !s.game.exact() || s.opts.ResultOnly)
}

// better prefers a value that is proven, or a forced win or loss, to an
// estimate, and an estimate by deepening to the guide's.
func (s *Searcher) better(v, estimate Value) Value {
	if v.Proven || v.Score.Sign() != 0 || s.run.depth == 0 {
		return v
	}
	return Value{Score: s.run.proven.Clamp(estimate.Score)}
}
