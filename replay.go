package oxo

import (
	"context"
	"fmt"
)

// Replay plays moves, given as text, from the start of a game. It returns
// the position they lead to and the moves; its error names the first move
// that is wrong, its number and what would be right.
func Replay(g Game, moves ...string) (Position, []Move, error) {
	p := g.Start()
	made := make([]Move, 0, len(moves))
	for i, text := range moves {
		m, err := Play(g, p, text)
		if err != nil {
			return nil, nil, fmt.Errorf("move %d of %s: %w", i+1, g.Name(), err)
		}
		made = append(made, m)
	}
	return p, made, nil
}

// Play reads a move and makes it, or returns an error and leaves p as it is.
func Play(g Game, p Position, text string) (Move, error) {
	if p.Outcome() != Ongoing {
		return 0, fmt.Errorf("%q cannot be played: %w (%s)", text, ErrGameOver, Verdict(g, p))
	}
	m, err := g.ParseMove(p, text)
	if err != nil {
		return 0, err
	}
	p.Make(m)
	return m, nil
}

// Verdict says in words how a game stands: "X has won", "a draw", "O to move".
func Verdict(g Game, p Position) string {
	o := p.Outcome()
	if s, ok := o.Winner(p.Turn()); ok {
		return SideName(g, s) + " has won"
	}
	if o == Drawn {
		return "a draw"
	}
	return SideName(g, p.Turn()) + " to move"
}

// stopEvery is how many positions pass between two looks at a context: often
// enough to stop within a millisecond, too rarely to be measurable.
const stopEvery = 1 << 12

// Perft counts the lines of exactly depth plies from p, the field's test of
// a move generator: lines that end sooner are not counted. It leaves p as it
// was, and stops with the context's error. A depth below 1 counts p itself.
func Perft(ctx context.Context, p Position, depth int) (uint64, error) {
	w := perft{ctx: ctx, p: p, buf: make([][]Move, max(depth, 0)+1), left: stopEvery}
	n := w.count(depth)
	return n, w.err
}

type perft struct {
	ctx  context.Context
	p    Position
	buf  [][]Move // one list of moves a ply, used again and again
	left int      // positions until the next look at ctx
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
