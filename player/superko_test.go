//go:build !race

package player_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// TestSuperko: a session refuses a move that repeats an earlier board, and neither a
// random player nor a level makes one.
func TestSuperko(t *testing.T) {
	g := gametest.Game(t, "go:2x2")
	random, _ := player.Simple(player.Random, g, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	refused := 0
	for range 30 {
		s := player.NewSession(g, g.Start())
		for s.Position().Outcome() == oxo.Ongoing {
			for _, m := range s.Position().Moves(nil) {
				if catalog.Repeats(s.Position(), m) == 0 {
					continue
				}
				refused++
				before := g.FormatPosition(s.Position())
				if _, err := s.Play(g.FormatMove(s.Position(), m)); err == nil || !strings.Contains(err.Error(), "superko") {
					t.Fatalf("%s in %s: %v", g.FormatMove(s.Position(), m), before, err)
				}
			}
			who := random
			if rng.IntN(4) == 0 {
				who = player.NewLeveled(g, 1, rng.Uint64(), search.Limits{})
			}
			c, err := who.Move(context.Background(), s.Position())
			if err != nil {
				t.Fatal(err)
			}
			if n := catalog.Repeats(s.Position(), c.Move); n > 0 {
				t.Fatalf("%s brings back the board of %d plies before", g.FormatMove(s.Position(), c.Move), n)
			}
			s.Make(c.Move)
		}
	}
	if refused == 0 {
		t.Error("no move was refused")
	}
}

// TestSuperkoUnsearched: a search that is stopped before it knows anything does not
// play a forbidden move.
func TestSuperkoUnsearched(t *testing.T) {
	g := gametest.Game(t, "go:2x2")
	rng, forbidden := rand.New(rand.NewPCG(8, 1)), 0
	for range 3000 {
		p := g.Start()
		for range rng.IntN(12) {
			if moves := catalog.Playable(p, nil); p.Outcome() == oxo.Ongoing {
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
		if p.Outcome() != oxo.Ongoing {
			continue
		}
		if len(catalog.Playable(p, nil)) < len(p.Moves(nil)) {
			forbidden++
		}
		r := search.New(search.Options{}).Search(t.Context(), p, search.Limits{Nodes: 1 + rng.Uint64N(300)})
		if n := catalog.Repeats(p, r.Best); n > 0 {
			t.Fatalf("%s: %s brings back the board of %d plies before", g.FormatPosition(p), g.FormatMove(p, r.Best), n)
		}
	}
	if forbidden < 20 {
		t.Errorf("only %d positions have a move that is forbidden", forbidden)
	}
}

// TestMoveWithin: a level whose time is up plays by what it knows, not by a search of
// depth 1.
func TestMoveWithin(t *testing.T) {
	g := gametest.Game(t, "go:9x9")
	s := search.New(search.Options{TableBytes: 1 << 20})
	l := player.NewLeveledWith(s, g, 10, 1, search.Limits{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if c := l.MoveWithin(ended, g.Start(), 0, s); c.Nodes > 1000 {
		t.Errorf("it has looked at %d positions when the context had ended", c.Nodes)
	}
	limit := 100 * time.Millisecond
	for l.MoveWithin(t.Context(), g.Start(), limit, s).Nodes < 2 {
		if limit *= 2; limit > time.Hour {
			t.Fatal("it has looked at nothing")
		}
	}
}
