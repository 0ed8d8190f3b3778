package textbook

import (
	"context"

	"oxo"
)

// AlphaBeta is [MinimaxDepth] with one change: it carries a window. Alpha is
// what MAX is already sure of elsewhere, beta what MIN is already sure of.
// Once alpha reaches beta, the player who could have avoided this position
// will, so the moves that are left need no look: a cut-off. The value and
// the move are those of minimax; the tree is much smaller. [KnuthMoore75]
//
// At the root, a move that cannot beat the best one before it is cut off
// too: its value is then a bound, and its [MoveValue] says so.
func AlphaBeta(ctx context.Context, p oxo.Position, opts Options) (Result, error) {
	w := newWalk(ctx, p, opts)
	w.countsPlies, w.prunes = true, true
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
		if alpha >= beta {
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
		if alpha >= beta {
			w.cut(node, len(moves)-1-i)
			break
		}
	}
	return w.leave(node, best)
}
