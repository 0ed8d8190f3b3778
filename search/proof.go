package search

import (
	"fmt"

	"oxo"
)

// window searches the root with a window and records what it proves.
func (s *Searcher) window(alpha, beta oxo.Score, depth int) oxo.Score {
	r := &s.run
	r.doubt, r.began = doubt{}, r.nodes
	w := window{alpha, beta, depth, 0}
	if depth == unlimited {
		w.pace = r.budget - min(r.nodes, r.budget)
	}
	s.game.pace(w.pace)
	s.lookSoon()
	s.workers.window, s.workers.open = w, true
	v := s.visit(alpha, beta, depth, 0, nil, 0)
	s.workers.open = false
	if s.workers.running {
		v = s.workers.finish(v)
	}
	if r.stop != Finished {
		return v
	}
	b := r.proven.And(r.guide)
	lo, hi := b.Lo(), b.Hi()
	// A forced win or loss holds however little else was searched.
	exact, whole := r.doubt.inexact == 0, r.doubt == doubt{} || endsWithin(v, depth)
	if v > alpha && exact && (whole || v.IsWin()) {
		lo = max(lo, v)
	}
	if v < beta && exact && (whole || v.IsLoss()) {
		hi = min(hi, v)
	}
	s.tighten(lo, hi)
	s.keepLine(v, depth)
	s.publish()
	return v
}

// tighten records proven bounds of the root. A proven value is never an estimate other than a
// draw.
func (s *Searcher) tighten(lo, hi oxo.Score) {
	r := &s.run
	b := s.underClock(oxo.Between(lo, hi))
	lo, hi = b.Lo(), b.Hi()
	switch {
	case lo > oxo.Draw && !lo.IsWin():
		lo = oxo.MaxEstimate + 1
	case lo < oxo.Draw && !lo.IsLoss():
		lo = oxo.Draw
	}
	switch {
	case hi < oxo.Draw && !hi.IsLoss():
		hi = -oxo.MaxEstimate - 1
	case hi > oxo.Draw && !hi.IsWin():
		hi = oxo.Draw
	}
	if lo > hi {
		panic(fmt.Sprintf("search: a position of the game is proven to be worth at least %v and at most %v: "+
			"its rules, keys or guide break a promise of package oxo; oxotest.Run finds which. The position: %v", lo, hi, describe(s.game.p)))
	}
	r.proven = oxo.Between(lo, hi)
}

// describe returns a text for a position, for errors: a search knows no notation.
func describe(p oxo.Position) string {
	if text, ok := p.(fmt.Stringer); ok {
		return text.String()
	}
	return fmt.Sprintf("%v to move, hash %016x, moves %v", p.Turn(), p.Hash(), p.Moves(nil))
}

// The node budgets of a proof.
//
// firstBudget is the budget of the first question about a value; growth multiplies the budget
// from one iteration of questions to the next.
//
// nearest is the distance, in plies, of the first question about a near win or loss. Up to
// the distance soon, also in plies, an iteration spends soonNodes nodes and 1/soonShare of
// its budget on such questions, if the budget has this many. Farther away, where such
// questions cost more than they save, it spends 1/lateShare of a budget below lateNodes, and
// 1/soonShare of a greater one: in so large a game there may be no other way to an end.
//
// farther is the distance, in plies, added for the next such question.
//
// length is the least number of plies that a question from the far end reaches beyond the
// proven end: the next length of a win if the sides alternate. (With 4 short searches take 2%
// more nodes and long ones 3% fewer.)
//
// The size of the table is for the nodes so far, multiplied by room, not for the whole budget
// of a question: most questions take far less, and spreading the entries over more memory
// costs more than a whole small search. No question can use up lastBudget.
const (
	firstBudget = 1024
	growth      = 4
	nearest     = 8
	soon        = 14
	soonNodes   = 4096
	soonShare   = 32
	lateShare   = 512
	lateNodes   = 1 << 28
	farther     = 6
	length      = 2
	room        = 2
	lastBudget  = 1 << 60
)

// prove finds the exact value; it stops without one when the number of nodes has reached end.
// Small searches end with one narrow window around the draw. Otherwise it asks questions from
// two ends, in iterations with a growing node budget. From the near end it asks whether a win
// or loss is close: such a question is only as deep as its answer, so questions about the
// nearest ends cost next to nothing; each iteration reaches a little farther. From the far end
// it asks whether the position is a win or a loss at all, then how soon at least. Near values
// are found from the near end, far values from the far end, and the other questions cost
// little.
func (s *Searcher) prove(end uint64) Value {
	s.run.plan = firstPlan()
	if s.resumed != nil && s.resumed.Hash == s.run.hash {
		s.resume()
	}
	plan := &s.run.plan
	ok := s.decided() || s.try(-1, 1, firstBudget, end)
	for ; ok && !s.decided(); plan.budget = min(growth*plan.budget, lastBudget) {
		if !s.opts.ResultOnly || s.game.looping != nil { // in a game that loops, a near win is often all that can be proven
			plan.near, ok = s.fromNear(plan.near, plan.budget, end)
		}
		switch {
		case !ok || s.decided():
		case s.opts.ResultOnly:
			ok = s.tryResult(plan.budget, end)
		default:
			plan.step, ok = s.fromFar(plan.step, plan.budget, end)
		}
	}
	return s.withMove()
}

// decided reports whether the requested part of the value is proven.
func (s *Searcher) decided() bool {
	b := s.run.proven
	if s.opts.ResultOnly {
		_, known := b.Result()
		return known
	}
	return b.Exact()
}

// tryResult asks whether the position is a win, or a loss.
func (s *Searcher) tryResult(budget, end uint64) bool {
	b := &s.run.proven
	if b.Hi() > oxo.Draw && !s.try(0, 1, budget, end) {
		return false
	}
	return s.decided() || b.Lo() >= oxo.Draw || s.try(-1, 0, budget, end)
}

// nearBudget returns the node budget of an iteration for questions about an end that is near
// plies away. In a game that loops there is often no other end to find.
func (s *Searcher) nearBudget(near int, budget uint64) uint64 {
	switch {
	case s.game.looping != nil:
		return budget
	case near <= soon:
		return min(budget, soonNodes+budget/soonShare)
	case budget >= lateNodes:
		return budget / soonShare
	}
	return budget / lateShare
}

// nearStep returns how many plies farther the next near question looks. In a game that loops it
// is the next length of a win: a mate in six then needs the question for six moves, and not the
// one for seven, which takes several times as long.
func (s *Searcher) nearStep() int {
	if s.game.looping != nil {
		return length
	}
	return farther
}

// fromNear asks whether a win or loss is at most near plies away, then a little farther, until the
// budget is spent. It returns the distance to continue from, and false if the search must stop. It
// does nothing for margins, which have no distance.
func (s *Searcher) fromNear(near int, budget, end uint64) (int, bool) {
	r := &s.run
	b := &r.proven
	for began := r.nodes; !s.decided(); near += s.nearStep() {
		last := began + s.nearBudget(near, budget)
		win, loss := oxo.Win(near), oxo.Loss(near)
		if r.nodes >= last {
			break // the share is spent
		}
		noWin := b.Hi() <= 0 || !b.Hi().CountsPlies() || win <= b.Lo()
		noLoss := b.Lo() >= 0 || !b.Lo().CountsPlies() || loss >= b.Hi()
		if noWin && noLoss {
			break // no end at this distance or farther is possible
		}
		if b.Hi() >= win && b.Lo() < win && !s.try(win-1, win, last-r.nodes, end) {
			return near, false
		}
		if r.nodes < last && b.Lo() <= loss && b.Hi() > loss && !s.try(loss, loss+1, last-r.nodes, end) {
			return near, false
		}
		if b.Hi() >= win && b.Lo() < win || b.Lo() <= loss && b.Hi() > loss {
			break // too expensive for now
		}
	}
	return near, true
}

// fromFar asks whether the position is a win or a loss at all. Once that is known, it asks
// whether the end is a step sooner, or the margin a step larger, than proven. It returns the
// next step and whether the search may continue. Steps double from the second on, so that a
// long way takes few iterations.
func (s *Searcher) fromFar(step oxo.Score, budget, end uint64) (oxo.Score, bool) {
	b := &s.run.proven
	lo, hi := b.Lo(), b.Hi()
	if lo < 0 && hi > 0 {
		return step, s.try(0, 1, budget, end)
	}
	var ok bool
	by := min(max(step, length), hi-lo)
	if lo >= 0 {
		ok = s.try(lo, lo+by, budget, end)
	} else {
		ok = s.try(hi-by, hi, budget, end)
	}
	if lo > 0 && b.Lo() > lo || hi < 0 && b.Hi() < hi {
		step *= 2
	}
	return step, ok
}

// try searches the root with a window within a node budget, and reports whether the search may
// continue: neither a limit nor the end of its share is reached.
func (s *Searcher) try(alpha, beta oxo.Score, nodes, end uint64) bool {
	r := &s.run
	r.budget = min(r.nodes+s.workers.budget(nodes), end)
	s.setCheck()
	s.reserve(min(nodes, room*(r.nodes+r.helped)))
	s.window(alpha, beta, unlimited)
	if r.stop == Finished && r.doubt.horizon > 0 {
		r.stop = ByDepth // the game is too long for the recursion
	}
	r.budget = end
	if r.stop == byBudget || r.stop == byAnswer {
		r.stop = s.over(end)
	}
	s.setCheck()
	return r.stop == Finished
}

// withMove returns the value after making sure that a move reaches it: if only the guide knew
// the value, one more null window finds the move.
func (s *Searcher) withMove() Value {
	r := &s.run
	if lo := r.proven.Lo(); s.decided() && r.reached < lo && r.stop == Finished && lo > -oxo.Infinity {
		s.window(lo-1, lo, unlimited)
		if r.stop == byBudget || r.stop == byAnswer {
			r.stop = s.over(r.budget)
		}
	}
	return s.value()
}

// value returns the best knowledge of the value: proven, or a certain win or loss, or an
// estimate.
func (s *Searcher) value() Value {
	b := s.run.proven
	switch {
	case b.Exact():
		return Value{Score: b.Lo(), Proven: true}
	case b.Lo().IsWin():
		return Value{Score: b.Lo()}
	case b.Hi().IsLoss():
		return Value{Score: b.Hi()}
	}
	return Value{Score: b.Clamp(s.game.evaluate())}
}
