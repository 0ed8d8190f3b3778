//go:build !race

package othello

import (
	"context"
	"math/rand/v2"
	"testing"

	"oxo/textbook"
)

// TestLines: lines are counted as by making all moves, also with passes and ends before the last ply.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, size := range sizes() {
		g := sized(t, size[0], size[1])
		for range 200 {
			own, opp := random(g, rng, rng.IntN(min(g.squares/2, 12)))
			p := &position{g: g, discs: [2]uint64{own, opp}}
			for plies := 1; plies <= 4; plies++ {
				want, err := textbook.Perft(t.Context(), p, plies)
				if err != nil {
					t.Fatal(err)
				}
				if got, ok := p.Lines(t.Context(), plies); !ok || got != want {
					t.Fatalf("%s: %x against %x, %d plies: %d lines (%v), want %d", g.Name(), own, opp, plies, got, ok, want)
				}
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, ok := sized(t, 8, 8).Start().(textbook.Counting).Lines(ctx, 9); ok {
		t.Error("lines are counted although the context has ended")
	}
}
