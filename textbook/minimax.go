package textbook

import (
	"context"

	"oxo"
)

// Minimax walks the whole tree below p and returns a win, a draw or a loss, without counting
// plies: every win is oxo.Win(0), so a player who follows it never loses but may waste time.
//
// It restores p. If the context or opts.MaxNodes stops it, it returns its counts so far and the
// error. [Shannon50]
func Minimax(ctx context.Context, p oxo.Position, opts Options) (Result, error) {
	w := newWalk(ctx, p, opts)
	return w.root(func(_, _ oxo.Score) oxo.Score { return w.minTurn(1) })
}

// maxTurn returns the best value that MAX can reach when it is MAX's turn: the greatest of the
// values that MIN allows after each move.
func (w *walk) maxTurn(ply int) oxo.Score {
	node := w.enter(true, -oxo.Infinity, oxo.Infinity)
	if value, ended := w.ended(node, ply); ended {
		return value
	}
	best := -oxo.Infinity
	for _, m := range w.moves(ply) {
		w.play(m)
		best = max(best, w.minTurn(ply+1))
		w.takeBack(m)
	}
	return w.leave(node, best)
}

// minTurn returns the best value that MIN can reach when it is MIN's turn: the least of the
// values that MAX allows after each move.
func (w *walk) minTurn(ply int) oxo.Score {
	node := w.enter(false, -oxo.Infinity, oxo.Infinity)
	if value, ended := w.ended(node, ply); ended {
		return value
	}
	best := oxo.Infinity
	for _, m := range w.moves(ply) {
		w.play(m)
		best = min(best, w.maxTurn(ply+1))
		w.takeBack(m)
	}
	return w.leave(node, best)
}
