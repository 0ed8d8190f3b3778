package search

import (
	"fmt"

	"oxo"
)

// window searches the root in a window and notes what became proven.
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
	// A forced win is one however little else was looked at, and a forced
	// loss too.
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

// tighten notes proven bounds of the root. No proven value lies among the
// estimates, but a draw.
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

// describe says which position it is, as far as a search can: it knows no
// notation.
func describe(p oxo.Position) string {
	if text, ok := p.(fmt.Stringer); ok {
		return text.String()
	}
	return fmt.Sprintf("%v to move, hash %016x, moves %v", p.Turn(), p.Hash(), p.Moves(nil))
}

// The node budgets of a proof.
//
// firstBudget is how many nodes the first question about a value may take,
// growth how many times as many the next iteration of questions.
//
// nearest is how many plies away a win or loss is first looked for. Up to soon
// plies an iteration spends on it as much as on the far end up to soonNodes, and
// one in soonShare of its budget beyond. For ends farther away, where such
// questions cost more than they save, that is one in lateShare, until the budget
// is lateNodes: in so large a game the end may be no other way in reach.
//
// farther is how many plies the next such question goes on.
//
// length is how many plies, from the end that is proven, the next question is
// about at least: to the next length of a win where the sides take turns. (With 4
// short searches take 2% more nodes and long ones 3% fewer.)
//
// The table has room for a question that takes room times the nodes of all before
// it, and not for all that it may take: most take far less, and to spread the
// entries over more memory costs more than a whole small search. lastBudget is
// one that no question can use up.
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

// prove finds the exact value, with no more nodes than up to end. Small searches
// are over with one narrow window around the draw. Else it asks from two ends, in
// iterations with a larger node budget each time. It asks whether the end is
// near: such a question is only as deep as its answer, so that the nearest cost
// next to nothing; these go on a little further each time. And it asks from the
// far end: whether it is a win at all, or a loss; then how soon at least. Where
// the value is near the first find it, where it is far the second, and little is
// lost on the others.
func (s *Searcher) prove(end uint64) Value {
	s.run.plan = firstPlan()
	if s.resumed != nil && s.resumed.Hash == s.run.hash {
		s.resume()
	}
	plan := &s.run.plan
	ok := s.decided() || s.try(-1, 1, firstBudget, end)
	for ; ok && !s.decided(); plan.budget = min(growth*plan.budget, lastBudget) {
		if !s.opts.ResultOnly || s.game.looping != nil { // where a game loops a near win is often all that can be proven
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

// decided reports whether as much is proven as was asked for.
func (s *Searcher) decided() bool {
	b := s.run.proven
	if s.opts.ResultOnly {
		_, known := b.Result()
		return known
	}
	return b.Exact()
}

// tryResult asks whether it is a win, or a loss.
func (s *Searcher) tryResult(budget, end uint64) bool {
	b := &s.run.proven
	if b.Hi() > oxo.Draw && !s.try(0, 1, budget, end) {
		return false
	}
	return s.decided() || b.Lo() >= oxo.Draw || s.try(-1, 0, budget, end)
}

// nearBudget is what an iteration may spend on an end that many plies away. In a game that loops
// there is often no other end in reach.
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

// nearStep is how many plies farther an end is looked for next. In a game that loops it is the next
// length: a mate in six takes the question for six moves then, and not the one for seven, which takes
// several times as long.
func (s *Searcher) nearStep() int {
	if s.game.looping != nil {
		return length
	}
	return farther
}

// fromNear asks whether a win or loss is at most that many plies away, then a
// little more, as long as the nodes last; it returns where to go on, and
// whether the search may. Margins have no near end.
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
			break // no end so far away, or farther, is in question
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

// fromFar asks whether it is a win or a loss at all; once that is known, whether
// it is a step sooner, or a larger margin, than is proven; it returns the next
// step and whether the search may go on. Steps double, after a second one of a
// length, so that a long way takes few iterations.
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

// try searches the root in a window within a node budget, and reports whether
// the search may go on: neither a limit nor the end of its share is reached.
func (s *Searcher) try(alpha, beta oxo.Score, nodes, end uint64) bool {
	r := &s.run
	r.budget = min(r.nodes+s.workers.budget(nodes), end)
	s.setCheck()
	s.reserve(min(nodes, room*(r.nodes+r.helped)))
	s.window(alpha, beta, unlimited)
	if r.stop == Finished && r.doubt.horizon > 0 {
		r.stop = ByDepth // a game too long for the recursion
	}
	r.budget = end
	if r.stop == byBudget || r.stop == byAnswer {
		r.stop = s.over(end)
	}
	s.setCheck()
	return r.stop == Finished
}

// withMove returns the value, and sees to it that a move is known to reach
// it: where the guide alone knew the value, one more null window finds it.
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

// value is the value as well as it is known: proven, or a win or loss that is
// certain, or an estimate.
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
