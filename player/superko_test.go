package player_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/catalog"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// TestSuperko: a session refuses a move that brings back an earlier board, and neither
// a random player nor a level makes one.
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
