package mcts

import (
	"context"
	"iter"

	"oxo"
	"oxo/search"
)

// reported is the part of a result that was last reported.
type reported struct {
	best   oxo.Move
	bounds oxo.Bounds
	visits uint32
}

// SearchProgress searches p as [Searcher.Search] does and yields progress: when the best move
// changes, when more is proven, and each time the play-outs have doubled. The last result is
// the result of Search. A caller that stops the iteration stops the search.
func (s *Searcher) SearchProgress(ctx context.Context, p oxo.Position, limits search.Limits) iter.Seq[search.Result] {
	return func(yield func(search.Result) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		taking := true
		s.report = func() {
			if taking = taking && yield(s.result()); !taking {
				stop()
			}
		}
		defer func() { s.report = nil }()
		r := s.Search(ctx, p, limits)
		if taking {
			yield(r)
		}
	}
}

// Analyze searches every legal move of p and returns them best first: by proven value, then by
// visits. It searches on p itself and restores it.
func (s *Searcher) Analyze(ctx context.Context, p oxo.Position, limits search.Limits) []search.MoveResult {
	var last []search.MoveResult
	for last = range s.AnalyzeProgress(ctx, p, limits) { //nolint:revive // only the last one counts
	}
	return last
}

// AnalyzeProgress does what Analyze does, and yields progress as SearchProgress does.
func (s *Searcher) AnalyzeProgress(ctx context.Context, p oxo.Position, limits search.Limits) iter.Seq[[]search.MoveResult] {
	return func(yield func([]search.MoveResult) bool) {
		s.enter()
		defer s.busy.Store(false)
		if p.Outcome() != oxo.Ongoing {
			return
		}
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		taking := true
		s.report = func() {
			if taking = taking && yield(s.moves()); !taking {
				stop()
			}
		}
		defer func() { s.report = nil }()
		s.prepare(p, true)
		s.search(ctx, p, limits)
		if taking {
			yield(s.moves())
		}
	}
}

// publish reports progress if there is any.
func (s *Searcher) publish() {
	t, last := &s.tree, &s.run.reported
	t.mu.Lock()
	root := &t.nodes[0]
	now := reported{t.nodes[t.bestChild(root)].move, root.bounds(), root.visits}
	t.mu.Unlock()
	if now.best == last.best && now.bounds == last.bounds && now.visits/2 < last.visits {
		return
	}
	*last = now
	s.report()
}
