package textbook

import (
	"context"

	"oxo"
)

// AlphaBeta is [MinimaxDepth] with one change: it carries a window. Alpha is what MAX is
// already sure of by earlier moves, beta what MIN is already sure of. Once alpha reaches beta,
// the player who could have avoided this position will avoid it, so the remaining moves need
// not be searched: a cut-off. The value and the move equal minimax's; the tree is much smaller.
// [KnuthMoore75]
//
// At the root, a move that cannot beat the best one before it is cut off too: its value is then
// a bound, and its [MoveValue] says so.
func AlphaBeta(ctx context.Context, p oxo.Position, opts Options) (Result, error) {
	return alphaBeta(ctx, p, opts, func(alpha, beta oxo.Score) bool { return alpha >= beta })
}

// AlphaBetaStrict is [AlphaBeta] as some courses teach it: it cuts off only once alpha exceeds
// beta. So it searches moves that can at best equal a result that is already sure, which never
// helps: value and best move are the same, and the tree is larger.
func AlphaBetaStrict(ctx context.Context, p oxo.Position, opts Options) (Result, error) {
	return alphaBeta(ctx, p, opts, func(alpha, beta oxo.Score) bool { return alpha > beta })
}

func alphaBeta(ctx context.Context, p oxo.Position, opts Options, closed func(alpha, beta oxo.Score) bool) (Result, error) {
	w := newWalk(ctx, p, opts)
	w.countsPlies, w.closed = !opts.Flat, closed
	return w.root(func(alpha, beta oxo.Score) oxo.Score {
		return w.minTurnWindow(1, alpha, beta)
	})
}

func (w *walk) maxTurnWindow(depth int, alpha, beta oxo.Score) oxo.Score {
	node := w.enter(true, alpha, beta)
	if value, ended := w.ended(node, depth); ended {
		return value
	}
	best := -oxo.Infinity
	moves := w.moves(depth)
	for i, m := range moves {
		w.play(m)
		best = max(best, w.minTurnWindow(depth+1, alpha, beta))
		w.takeBack(m)
		alpha = max(alpha, best)
		if w.closed(alpha, beta) {
			w.cut(node, len(moves)-1-i)
			break
		}
	}
	return w.leave(node, best)
}

func (w *walk) minTurnWindow(depth int, alpha, beta oxo.Score) oxo.Score {
	node := w.enter(false, alpha, beta)
	if value, ended := w.ended(node, depth); ended {
		return value
	}
	best := oxo.Infinity
	moves := w.moves(depth)
	for i, m := range moves {
		w.play(m)
		best = min(best, w.maxTurnWindow(depth+1, alpha, beta))
		w.takeBack(m)
		beta = min(beta, best)
		if w.closed(alpha, beta) {
			w.cut(node, len(moves)-1-i)
			break
		}
	}
	return w.leave(node, best)
}
