package rules_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"oxo"
	"oxo/textbook"
)

// TestLines: 64 states side by side have the same number of lines of play as one state after the other, in all sheets and in positions of random
// games, those included in which a side passes.
func TestLines(t *testing.T) {
	files, err := filepath.Glob("../../examples/sheets/*.kif")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	rng := rand.New(rand.NewPCG(6, 2))
	for _, file := range files {
		g := load(t, filepath.Base(file))
		for range 4 {
			testLines(t, g, rng)
		}
	}
	for range 4 {
		testLines(t, parse(t, picks), rng)
	}
	noughts := load(t, "noughts.kif").Start()
	for depth, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0} {
		if got, err := textbook.Lines(t.Context(), noughts, depth); got != want || err != nil {
			t.Errorf("%d lines of %d plies, %v, want %d", got, depth, err, want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := textbook.Lines(ended, noughts, 8); !errors.Is(err, context.Canceled) {
		t.Error("a count whose context has ended returns", err)
	}
}

// testLines plays a random game, and counts lines from some of its positions.
func testLines(t *testing.T, g oxo.Game, rng *rand.Rand) {
	const most = 20000 // lines
	p := g.Start()
	for p.Outcome() == oxo.Ongoing {
		for depth, n := 1, uint64(1); n > 0 && n < most && depth < 12; depth++ {
			want, err := textbook.Perft(t.Context(), p, depth)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := p.(textbook.Counting).Lines(t.Context(), depth)
			if got != want || !ok {
				t.Fatalf("%s: %d lines of %d plies, %v, want %d: %s", g.Name(), got, depth, ok, want, g.FormatPosition(p))
			}
			n = want
		}
		for range 1 + rng.IntN(4) {
			if moves := p.Moves(nil); len(moves) > 0 {
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
	}
}
