package textbook

import (
	"context"

	"oxo"
)

// stopEvery is the number of positions between two checks of a context: few enough to stop
// within a millisecond, too many to cost time.
const stopEvery = 1 << 12

// Perft counts the lines from p that are depth plies long, the standard test of a move
// generator: it does not count lines that end sooner. It restores p, and stops with the
// context's error. A depth below 1 counts p itself.
func Perft(ctx context.Context, p oxo.Position, depth int) (uint64, error) {
	w := perft{ctx: ctx, p: p, buf: make([][]oxo.Move, max(depth, 0)+1), left: stopEvery}
	n := w.count(depth)
	return n, w.err
}

type perft struct {
	ctx  context.Context
	p    oxo.Position
	buf  [][]oxo.Move // one list of moves per ply, reused
	left int          // positions until the next check of ctx
	err  error
}

func (w *perft) count(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if w.left--; w.left <= 0 {
		w.left = stopEvery
		w.err = w.ctx.Err()
	}
	w.buf[depth] = w.p.Moves(w.buf[depth][:0])
	if depth == 1 {
		return uint64(len(w.buf[depth]))
	}
	var n uint64
	for _, m := range w.buf[depth] {
		if w.err != nil {
			break
		}
		w.p.Make(m)
		n += w.count(depth - 1)
		w.p.Unmake(m)
	}
	return n
}
