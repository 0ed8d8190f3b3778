package uci

import (
	"context"

	"oxo"
)

// divide answers go perft in the format of Stockfish: for each move the number of
// lines of play that begin with it, then an empty line and the sum. If ctx ends the
// count, it prints no sum, which would be too small.
func (j *job) divide(ctx context.Context) {
	w := perft{ctx: ctx, p: j.now, left: stopEvery}
	var sum uint64
	for _, m := range j.now.Moves(nil) {
		name := j.game.FormatUCI(j.now, m)
		j.now.Make(m)
		n := w.count(0, j.perft-1)
		j.now.Unmake(m)
		if ctx.Err() != nil {
			j.talk.Say("info string perft was stopped before the end")
			return
		}
		j.talk.Say("%s: %d", name, n)
		sum += n
	}
	j.talk.Say("")
	j.talk.Say("Nodes searched: %d", sum)
	j.talk.Say("")
}

// stopEvery is the number of positions between two checks of the context: a count
// stops within a few milliseconds, and the checks have no measurable cost.
const stopEvery = 1 << 12

// perft counts lines of play.
type perft struct {
	ctx     context.Context
	p       oxo.Position
	buf     [][]oxo.Move // a reusable list of moves for each ply
	left    int          // positions until the next check of ctx
	stopped bool
}

// count returns the number of lines whose length in plies is depth; ply is the distance
// from the root. If the context has ended, the number is too small.
func (w *perft) count(ply, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if w.left--; w.left <= 0 {
		w.left, w.stopped = stopEvery, w.ctx.Err() != nil
	}
	if ply == len(w.buf) {
		w.buf = append(w.buf, nil)
	}
	moves := w.p.Moves(w.buf[ply][:0])
	w.buf[ply] = moves
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		if w.stopped {
			break
		}
		w.p.Make(m)
		n += w.count(ply+1, depth-1)
		w.p.Unmake(m)
	}
	return n
}
