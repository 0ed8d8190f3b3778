//go:build !race

package search_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestProvenMove: if a search with limits says that the value is proven, its move keeps that
// value; it is not a guess.
func TestProvenMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	limited, whole := search.New(search.Options{}), search.New(search.Options{})
	proven := 0
	for _, name := range []string{"connect4:6x5", "connect4:7x6", "connect4:5x6", "mnk:5x5x4", "breakthrough:4x4"} {
		g := gametest.Game(t, name)
		for range 60 {
			p := g.Start()
			for plies := 4 + rng.IntN(16); plies > 0 && p.Outcome() == oxo.Ongoing; plies-- {
				moves := p.Moves(nil)
				p.Make(moves[rng.IntN(len(moves))])
			}
			r := limited.Search(context.Background(), p, search.Limits{Nodes: 20_000})
			if !r.Proven || !r.HasMove {
				continue
			}
			proven++
			text := g.FormatPosition(p)
			p.Make(r.Best)
			if worth := whole.Search(context.Background(), p, search.Limits{}).Score.ToParent(); worth != r.Score {
				t.Errorf("%s %s: %v is proven, and its move is worth %v", name, text, r.Score, worth)
			}
		}
	}
	if proven < 100 {
		t.Errorf("only %d values were proven", proven)
	}
}

// TestProvenLines: an analysis with limits extends proven lines to the end of the game. In this
// position the guide knows a value along the line without its move; finding the move takes more
// than the first share of nodes.
func TestProvenLines(t *testing.T) {
	_, p, _ := gametest.Moves(t, "connect4 4 4 4 4 4 5 5 5 5 7")
	for _, m := range search.New(search.Options{}).Analyze(context.Background(), p, search.Limits{Time: time.Hour}) {
		if plies := m.Score.Plies(); !m.Proven || m.Score.Sign() != 0 && len(m.Line) != plies {
			t.Errorf("move %v: %v, and a line of %d plies", m.Move, m.Value, len(m.Line))
		}
	}
}
