package search

import "oxo"

// deepen begins with the depth first, in plies, adds a ply for each iteration, and ends at
// the maximum depth or when the value is proven: iterative deepening [Slate77]. What an
// iteration learns improves the move order of the next. It also ends after an iteration
// without a horizon, since a deeper one would find nothing more. A game that is [Tactical] is
// deepened by the selective search instead: see play.
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
		if v.Score.Sign() == 0 { // no certain result: use this iteration's estimate
			v.Score = r.proven.Clamp(s.game.guess(score))
		}
		if r.doubt.horizon == 0 {
			break
		}
	}
	return v
}

// guess turns the score of an iteration into an estimate. An end of the game that the iteration
// found is not certain if earlier moves count or keys are hashes; returned as a win it would be
// taken for certain.
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

// firstShare is the node budget of the first attempt at a proof in a search with limits, and of
// the iterations after it. It is enough to solve positions near the end, and leaves a search of
// few nodes some to look ahead.
const firstShare = 512

// proofShare is the divisor of the node budget of proof attempts in a selective search: in a
// large game hardly any attempt succeeds before the end. The same holds in games that end by a
// margin. At 100 ms a move Othello won 40, drew 1 and lost 19 of 60 games with a quarter
// against the full budget, and won 56, drew 5 and lost 39 of 100 with a sixteenth against a
// quarter.
const proofShare = 16

// listedProofShare is that divisor in a game with a shortlist, which finds forced wins by itself: a
// proof looks at all moves, and each of its positions costs several of the others.
const listedProofShare = 128

// proofPart returns the divisor of the node budget of proof attempts.
func (a *abilities) proofPart() uint64 {
	if a.tactical != nil && a.tactics.Shortlist != nil {
		return listedProofShare
	}
	if a.tactical != nil || a.margins && a.evaluator != nil {
		return proofShare
	}
	return 1
}

// proveOrDeepen alternates attempts at a proof and deepening, with a node budget that grows by
// four; proofs may get a part of it. So a value that can be proven in time is proven, and the
// estimate of the rest is not much shallower than it could be. The table carries over the
// results.
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

// openShare lets the search continue for a number of nodes, within the limit, and returns the
// node count at which this share ends.
func (s *Searcher) openShare(nodes uint64) uint64 {
	r := &s.run
	s.reserve(nodes)
	r.stop = Finished
	r.budget = min(r.nodes+nodes, r.limit)
	s.setCheck()
	return r.budget
}

// limitReached reports whether a limit ended the search, not just a share.
func (s *Searcher) limitReached() bool {
	why := s.over(noEnd)
	if why != Finished {
		s.run.stop = why
	}
	return why != Finished
}

// settledMove reports whether the requested value is proven and a move is known to reach it.
// The guide may know the value without the move; then a share can end before the move is found,
// and playing the best guess would throw the value away. If the table may confuse positions, no
// move is ever proven, and the value is enough.
func (s *Searcher) settledMove(v Value) bool {
	return s.decided() && (s.run.reached >= v.Score || !s.game.exact() || s.opts.ResultOnly)
}

// better prefers a proven value, or a forced win or loss, to an estimate, and an estimate by
// deepening to the guide's.
func (s *Searcher) better(v, estimate Value) Value {
	if v.Proven || v.Score.Sign() != 0 || s.run.depth == 0 {
		return v
	}
	return Value{Score: s.run.proven.Clamp(estimate.Score)}
}
