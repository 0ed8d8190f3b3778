//go:build !race

package chess_test

import (
	"testing"

	"oxo/internal/gametest"
	"oxo/oxotest"
	"oxo/search"
)

func TestConformance(t *testing.T) {
	for name, perft := range map[string][]uint64{
		"chess":       {1, 20, 400, 8902},
		"chess,960=0": nil,
		"chess:5x5":   nil,
		"chess:5x6":   nil,
		"chess:6x6":   nil,
	} {
		if testing.Short() && name != "chess" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oxotest.Run(t, gametest.Game(t, name), oxotest.Options{Perft: perft, Games: 10, States: 600})
		})
	}
}

// TestTactical checks that deepening can search the game selectively.
func TestTactical(t *testing.T) {
	if _, ok := gametest.Game(t, "chess").Start().(search.Tactical); !ok {
		t.Error("a position of chess is not search.Tactical")
	}
}
