package textbook

import (
	"context"

	"oxo"
)

// MinimaxDepth is [Minimax] with one change: the value of an end includes its distance in
// plies. Tutorials write 10 - depth for a win and depth - 10 for a loss, which fails in games
// longer than ten plies; oxo.Win(depth) and oxo.Loss(depth) mean the same without that limit. A
// player who follows it wins as soon as possible and loses as late as possible.
func MinimaxDepth(ctx context.Context, p oxo.Position, opts Options) (Result, error) {
	w := newWalk(ctx, p, opts)
	w.countsPlies = true
	return w.root(func(_, _ oxo.Score) oxo.Score { return w.minTurnDepth(1) })
}

func (w *walk) maxTurnDepth(depth int) oxo.Score {
	node := w.enter(true, -oxo.Infinity, oxo.Infinity)
	if value, ended := w.ended(node, depth); ended {
		return value
	}
	best := -oxo.Infinity
	for _, m := range w.moves(depth) {
		w.play(m)
		best = max(best, w.minTurnDepth(depth+1))
		w.takeBack(m)
	}
	return w.leave(node, best)
}

func (w *walk) minTurnDepth(depth int) oxo.Score {
	node := w.enter(false, -oxo.Infinity, oxo.Infinity)
	if value, ended := w.ended(node, depth); ended {
		return value
	}
	best := oxo.Infinity
	for _, m := range w.moves(depth) {
		w.play(m)
		best = min(best, w.maxTurnDepth(depth+1))
		w.takeBack(m)
	}
	return w.leave(node, best)
}
