package search

import (
	"context"
	"iter"
	"slices"

	"oxo"
)

// SearchProgress searches p as Search does and yields a result each time that more is known: a
// first value, tighter bounds, a deeper iteration. The last result is the result of Search. A
// caller that stops the iteration stops the search.
func (s *Searcher) SearchProgress(ctx context.Context, p oxo.Position, limits Limits) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		taking := true
		s.report = func(r Result) {
			if taking = taking && yield(r); !taking {
				stop()
			}
		}
		defer func() { s.report = nil }()
		r := s.Search(ctx, p, limits)
		if s.report = nil; taking {
			yield(r)
		}
	}
}

// reported is the part of a result that was last reported.
type reported struct {
	proven oxo.Bounds
	depth  int
	best   oxo.Move
}

// publish reports the state after a window, if there is a receiver and more is known than
// before. A value that the guide knows is not reported before a move is known that reaches it.
func (s *Searcher) publish() {
	r := &s.run
	now := reported{r.proven, r.depth, r.best}
	if s.report == nil || !r.hasBest || r.reported == now {
		return
	}
	v := s.value()
	if v.Proven && !s.settledMove(v) {
		return
	}
	r.reported = now
	best := s.bestMove(v)
	s.report(Result{
		Value: v, Bounds: r.proven, Best: best, HasMove: true, hash: r.hash,
		Line: slices.Clone(s.line(best, v)), Depth: r.depth, Nodes: r.nodes + r.helped,
	})
}
