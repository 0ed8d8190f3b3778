package textbook

import (
	"context"

	"oxo"
)

// Minimax walks the whole tree below p and says a win, a draw or a loss,
// without counting how far away it is: a win is oxo.Win(0) wherever it
// stands, so that a player who follows it never loses but may dawdle.
//
// It leaves p as it was. Stopped by the context or by opts.MaxNodes, it
// returns what it has counted so far and the error. [Shannon50]
func Minimax(ctx context.Context, p oxo.Position, opts Options) (Result, error) {
	w := newWalk(ctx, p, opts)
	return w.root(func(_, _ oxo.Score) oxo.Score { return w.minTurn(1) })
}

// maxTurn returns the best that MAX can reach when it is MAX's turn: the
// greatest of the values that MIN leaves behind each move.
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

// minTurn returns the best that MIN can reach when it is MIN's turn: the
// least of the values that MAX leaves behind each move.
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
