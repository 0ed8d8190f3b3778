package mcts

import (
	"cmp"
	"math"
	"slices"

	"oxo"
	"oxo/search"
)

// result returns the result for the root.
func (s *Searcher) result() search.Result {
	t := &s.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	root := &t.nodes[0]
	best := t.bestChild(root)
	c := &t.nodes[best]
	lo, hi := t.bounds(root) // a guide may know more than any move is proven to reach
	b := oxo.UnderClock(t.at, oxo.Between(lo, min(hi, t.known.Hi())))
	line := t.line(nil, 0)
	return search.Result{
		Value: s.value(c, b), Bounds: b, Best: c.move, HasMove: true, Line: line,
		Depth: len(line), Nodes: s.visited.Load(), Stop: s.run.stop,
	}
}

// value returns the value of a move for the side that makes it, within bounds.
func (s *Searcher) value(n *node, b oxo.Bounds) search.Value {
	switch {
	case b.Exact():
		return search.Value{Score: b.Lo(), Proven: true}
	case b.Lo().IsWin():
		return search.Value{Score: b.Lo()}
	case b.Hi().IsLoss():
		return search.Value{Score: b.Hi()}
	}
	return search.Value{Score: b.Clamp(s.estimate(n))}
}

// estimate returns the play-outs' estimate of a move, for the side that makes it.
func (s *Searcher) estimate(n *node) oxo.Score {
	w := s.workers[0]
	switch {
	case n.visits == 0:
		return 0
	case w.margins && !w.estimates():
		return oxo.Score(math.Round(float64(n.margin) * w.point))
	case w.estimates():
		return estimate(n.mean(), s.tree.scale)
	}
	return estimate(n.mean(), 0)
}

// bestChild returns the move to play at a node with moves: by the proven values, if they
// decide; otherwise the most visited move, unless a proven draw is better.
func (t *tree) bestChild(n *node) uint32 {
	lo, hi := t.bounds(n)
	if n == &t.nodes[0] { // the guide may know more of the root
		hi = min(hi, t.known.Hi())
	}
	byProof := lo.IsWin() || hi.IsLoss() || t.rank(lo) >= t.rank(hi)
	best := uint32(0)
	for i := range t.below(n) {
		at := n.first + uint32(i)
		if t.nodes[at].flags&forbidden == 0 && (best == 0 || t.better(&t.nodes[at], &t.nodes[best], byProof)) {
			best = at
		}
	}
	if best == 0 {
		return n.first // no move may be played
	}
	return best
}

// better reports whether a move is better than another.
func (t *tree) better(a, b *node, byProof bool) bool {
	if byProof {
		if a.lo != b.lo {
			return a.lo > b.lo
		}
		return a.visits > b.visits
	}
	if a.hi.IsLoss() != b.hi.IsLoss() {
		return b.hi.IsLoss()
	}
	if settled := t.decided(a); settled != t.decided(b) {
		if settled {
			return a.mean() >= b.mean()
		}
		return a.mean() > b.mean()
	}
	return a.visits > b.visits
}

// line appends the moves played from a node.
func (t *tree) line(buf []oxo.Move, from uint32) []oxo.Move {
	for n := &t.nodes[from]; n.first != 0; {
		best := &t.nodes[t.bestChild(n)]
		if best.visits == 0 && n != &t.nodes[0] && !t.decided(best) {
			break
		}
		buf = append(buf, best.move)
		n = best
	}
	return buf
}

// moves returns the results of all moves of the root, best first.
func (s *Searcher) moves() []search.MoveResult {
	t := &s.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	root := &t.nodes[0]
	best := t.bestChild(root)
	order := make([]uint32, 0, root.children)
	for i := range t.below(root) {
		order = append(order, root.first+uint32(i))
	}
	class := func(i uint32) int { // first the best, then other wins, then undecided moves, then losses
		switch n := &t.nodes[i]; {
		case i == best:
			return 0
		case n.lo.IsWin():
			return 1
		case n.hi.IsLoss():
			return 3
		}
		return 2
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		x, y := &t.nodes[a], &t.nodes[b]
		c := cmp.Compare(class(a), class(b))
		if class(a) != 2 {
			c = cmp.Or(c, cmp.Compare(y.lo, x.lo))
		}
		return cmp.Or(c, cmp.Compare(y.visits, x.visits))
	})
	moves := make([]search.MoveResult, 0, len(order))
	for _, i := range order {
		n := &t.nodes[i]
		b := oxo.UnderClock(t.at, n.bounds()) // as if the move made no progress: a move that makes progress has more time
		m := search.MoveResult{Move: n.move, Value: s.value(n, b), Bounds: b, Line: t.line([]oxo.Move{n.move}, i), Nodes: uint64(n.visits)}
		if n.visits > 0 {
			m.Depth = len(m.Line)
		}
		if !m.Proven {
			m.Stop = s.run.stop
		}
		moves = append(moves, m)
	}
	return moves
}
