package search

import "oxo"

// root searches the root in a window and notes what became certain.
func (s *Searcher) root(alpha, beta oxo.Score, depth int) oxo.Score {
	r := &s.run
	r.doubt, r.began = doubt{}, r.nodes
	if s.team != nil {
		s.team.window = window{alpha, beta, depth}
	}
	v := s.visit(alpha, beta, depth, 0, &s.rootMove)
	v = s.team.finish(s, v)
	if r.stopped {
		return v
	}
	r.certain.Lo = max(r.certain.Lo, r.bounds.Lo)
	r.certain.Hi = min(r.certain.Hi, r.bounds.Hi)
	// A forced win is one however little else was looked at, and a forced
	// loss too.
	exact, whole := r.doubt.inexact == 0, r.doubt == doubt{} || ends(v, depth)
	if v > alpha && exact && (whole || v.IsWin()) {
		r.certain.Lo = max(r.certain.Lo, v)
	}
	if v < beta && exact && (whole || v.IsLoss()) {
		r.certain.Hi = min(r.certain.Hi, v)
	}
	s.improving()
	return v
}

// firstTry is how many nodes the first question about a value may take, more
// how many times as many the next round of questions.
//
// nearest is how many plies away a win or loss is first looked for. Up to soon
// plies a round spends on it as much as on the far end up to soonNodes, and one
// in soonShare of what it may spend beyond. For ends farther away, where such
// questions cost more than they save, that is one in lateShare, until a round
// has lateNodes: in so large a game the end may be no other way in reach.
//
// length is how many plies, from the end that is certain, the next question is
// about at least: to the next length of a win where the sides take turns. (With 4
// short searches take 2% more nodes and long ones 3% fewer.)
//
// The table has room for a question that takes room times the nodes of all before
// it, and not for all that it may take: most take far less, and to spread the
// entries over more memory costs more than a whole small search. lastRound is
// a share that no round can use up.
const (
	firstTry  = 1024
	more      = 4
	nearest   = 8
	soon      = 14
	soonNodes = 4096
	soonShare = 32
	lateShare = 512
	lateNodes = 1 << 28
	length    = 2
	room      = 2
	lastRound = 1 << 60
)

// prove finds the exact value. Small searches are over with one narrow window
// around the draw. Else it asks, in rounds with more nodes each time, from two
// ends. A question whether the end is near is only as deep as its answer, so
// that the nearest cost next to nothing: these go on a little further each time.
// And the far end: whether it is a win at all, or a loss; then how soon for
// certain. Where the value is near the first settle it, where it is far the
// second, and little is lost on the others.
func (s *Searcher) prove() oxo.Value {
	near, step := nearest, oxo.Score(1)
	b := &s.run.certain
	ok := b.Exact() || s.try(-1, 1, firstTry)
	for budget := uint64(firstTry); ok && !b.Exact(); budget = min(more*budget, lastRound) {
		near, ok = s.fromNear(near, budget)
		if ok && !b.Exact() {
			step, ok = s.fromFar(step, budget)
		}
	}
	return s.attained()
}

// nearShare is what a round of questions may spend on an end so many plies away.
func nearShare(near int, budget uint64) uint64 {
	switch {
	case near <= soon:
		return min(budget, soonNodes+budget/soonShare)
	case budget >= lateNodes:
		return budget / soonShare
	}
	return budget / lateShare
}

// fromNear asks whether a win or loss is at most so many plies away, then a
// little more, as long as the nodes last; it returns where to go on, and
// whether the search may.
func (s *Searcher) fromNear(near int, budget uint64) (int, bool) {
	r := &s.run
	b := &r.certain
	for began := r.nodes; !b.Exact(); near += 6 {
		end := began + nearShare(near, budget)
		win, loss := oxo.Win(near), oxo.Loss(near)
		if r.nodes >= end {
			break // the round's share is spent
		}
		if (b.Hi <= 0 || win <= b.Lo) && (b.Lo >= 0 || loss >= b.Hi) {
			break // nothing so far away is in question
		}
		if b.Hi >= win && b.Lo < win && !s.try(win-1, win, end-r.nodes) {
			return near, false
		}
		if r.nodes < end && b.Lo <= loss && b.Hi > loss && !s.try(loss, loss+1, end-r.nodes) {
			return near, false
		}
		if b.Hi >= win && b.Lo < win || b.Lo <= loss && b.Hi > loss {
			break // too dear for now
		}
	}
	return near, true
}

// fromFar asks whether it is a win or a loss at all; once that is known, whether
// it is a step sooner than is certain, and reports the next step and whether the
// search may go on. Steps double, after a second one of a length, so that a long way
// takes few rounds.
func (s *Searcher) fromFar(step oxo.Score, nodes uint64) (oxo.Score, bool) {
	b := &s.run.certain
	known := *b
	if known.Lo < 0 && known.Hi > 0 {
		return step, s.try(0, 1, nodes)
	}
	var ok bool
	by := min(max(step, length), known.Hi-known.Lo)
	if known.Lo >= 0 {
		ok = s.try(known.Lo, known.Lo+by, nodes)
	} else {
		ok = s.try(known.Hi-by, known.Hi, nodes)
	}
	if known.Lo > 0 && b.Lo > known.Lo || known.Hi < 0 && b.Hi < known.Hi {
		step *= 2
	}
	return step, ok
}

// try asks a question with at most so many nodes, and reports whether the
// search may go on.
func (s *Searcher) try(alpha, beta oxo.Score, nodes uint64) bool {
	r := &s.run
	limit := r.maxNodes
	r.maxNodes = r.nodes + s.team.each(nodes)
	if limit > 0 {
		r.maxNodes = min(r.maxNodes, limit)
	}
	s.setCheck()
	s.reserve(min(nodes, room*(r.nodes+r.helped)))
	s.root(alpha, beta, unlimited)
	r.maxNodes = limit
	if r.stopped && !s.over(limit) {
		r.stopped = false
	}
	s.setCheck()
	return !r.stopped
}

// attained returns the value, and sees to it that a move is known to reach
// it: where the guide alone knew the value, one more null window finds it.
func (s *Searcher) attained() oxo.Value {
	r := &s.run
	if r.certain.Exact() && r.reached < r.certain.Lo && !r.stopped {
		s.root(r.certain.Lo-1, r.certain.Lo, unlimited)
	}
	return s.value()
}

// value is the value as well as it is known: proven, or a win or loss that is
// certain, or an estimate.
func (s *Searcher) value() oxo.Value {
	b := s.run.certain
	switch {
	case b.Exact():
		return oxo.Value{Score: b.Lo, Proven: true}
	case b.Lo.IsWin():
		return oxo.Value{Score: b.Lo}
	case b.Hi.IsLoss():
		return oxo.Value{Score: b.Hi}
	}
	return oxo.Value{Score: max(b.Lo, min(b.Hi, s.guide.Evaluate()))}
}

// deepen looks first plies ahead, then one more, and so on to depth, until the
// value is proven: iterative deepening [Slate77]. What a step learned orders
// the next. It ends too when a step met no horizon: the next would see no more.
func (s *Searcher) deepen(first, depth int) oxo.Value {
	r := &s.run
	v := s.value()
	for d := first; d <= depth; d++ {
		s.reserve(8 * r.nodes)
		score := s.root(-oxo.Infinity, oxo.Infinity, d)
		if r.stopped {
			break
		}
		r.depth = d
		if v = s.value(); v.Proven {
			return s.attained()
		}
		if v.Score.Sign() == 0 { // no result is certain: this step's estimate
			v.Score = max(r.certain.Lo, min(r.certain.Hi, score))
		}
		if r.doubt.horizon == 0 {
			break
		}
	}
	return v
}

// firstShare is how many nodes the first attempt at a proof may take in a
// search with limits: positions near the end are solved by it at once.
const firstShare = 4096

// proveOrDeepen shares a search with limits between attempts at a proof and
// deepening, turn by turn with four times the nodes: what can be proven in
// time is, and what cannot has an estimate that is not much shallower than it
// could be. The table carries what is learned from turn to turn.
func (s *Searcher) proveOrDeepen() oxo.Value {
	r := &s.run
	limit := r.maxNodes
	estimate := s.value()
	defer func() { s.table = s.tables.proofs }()
	for share := uint64(firstShare); ; share = min(4*share, lastRound) {
		s.allot(share, limit)
		s.table = s.tables.proofs
		v := s.prove()
		if s.settledMove(v) || s.over(limit) {
			return s.better(v, estimate)
		}
		if v.Proven {
			continue
		}
		s.allot(share, limit)
		s.table = s.tables.steps
		before := r.depth
		if v := s.deepen(before+1, unlimited/4); r.depth > before {
			estimate = v
		}
		if v = s.value(); s.settledMove(v) || s.over(limit) || !v.Proven && r.doubt.horizon == 0 && !r.stopped {
			return s.better(v, estimate)
		}
	}
}

// settledMove reports whether a value is proven and a move is known to reach it. The
// guide may know what a position is worth and not why: then a share can end before
// the move is found, and to play the best guess would throw the value away. Where
// the table may mistake positions no move gets certain, and the value is enough.
func (s *Searcher) settledMove(v oxo.Value) bool {
	return v.Proven && (s.run.reached >= v.Score || !s.exact)
}

// better prefers a value that is certain, or a forced win or loss, to an
// estimate, and an estimate by deepening to the guide's.
func (s *Searcher) better(v, estimate oxo.Value) oxo.Value {
	if v.Proven || v.Score.Sign() != 0 || s.run.depth == 0 {
		return v
	}
	return oxo.Value{Score: max(s.run.certain.Lo, min(s.run.certain.Hi, estimate.Score))}
}

// allot lets the search go on for so many nodes, within the limit.
func (s *Searcher) allot(nodes, limit uint64) {
	r := &s.run
	s.reserve(nodes)
	r.stopped = false
	r.maxNodes = r.nodes + nodes
	if limit > 0 {
		r.maxNodes = min(r.maxNodes, limit)
	}
	s.setCheck()
}

// over reports whether a search with limits is at its end.
func (s *Searcher) over(limit uint64) bool {
	return limit > 0 && s.run.nodes >= limit || s.outOfTime()
}
