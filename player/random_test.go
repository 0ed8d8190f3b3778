//go:build !race

package player_test

import (
	"errors"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/player"
)

// TestRandom: the same seed draws the same moves, and another player draws other moves.
func TestRandom(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	drawn := func(p player.Player) (moves []oxo.Move) {
		for range 20 {
			c, err := p.Move(t.Context(), g.Start())
			if err != nil || c.Value.Proven {
				t.Fatal(c, err)
			}
			moves = append(moves, c.Move)
		}
		return moves
	}
	a, _ := player.ByName(t.Context(), player.Random, g, player.Options{Seed: 1})
	b, _ := player.ByName(t.Context(), player.Random, g, player.Options{Seed: 1})
	if first, second := drawn(a), drawn(b); !slices.Equal(first, second) || slices.Equal(first, drawn(player.Another(a))) {
		t.Errorf("%v and %v of one seed", first, second)
	}
	over, err := g.ParsePosition("XXX/OO./...")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Move(t.Context(), over); !errors.Is(err, oxo.ErrGameOver) {
		t.Errorf("a finished game: %v", err)
	}
}
