package chess_test

import (
	"context"
	"testing"

	"oxo/census"
	"oxo/internal/gametest"
)

// TestEndings: the longest wins are as endgame tables have them: mates
// in 28 moves with a pawn, 16 with a rook, 10 with a queen.
func TestEndings(t *testing.T) {
	g := gametest.Game(t, "chess")
	table, err := census.SolveEndings(context.Background(), g, 3, census.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stats := table.Stats()
	t.Logf("%+v", stats)
	if stats.Longest != 2*28 {
		t.Errorf("the longest loss is %d plies, want %d", stats.Longest, 2*28)
	}
	for text, want := range map[string]int{
		"4k3/8/8/8/8/8/8/R3K3 b - -":  -1,
		"8/8/8/8/8/8/7k/Q1K5 w - -":   1,
		"4k3/4P3/4K3/8/8/8/8/8 b - -": 0,
		"4k3/4P3/4K3/8/8/8/8/8 w - -": 1,
		"4k3/8/4K3/4P3/8/8/8/8 b - -": -1,
		"4k3/8/4K3/4P3/8/8/8/8 w - -": 1,
		"k7/8/K7/P7/8/8/8/8 w - -":    0,
	} {
		_, p := gametest.Position(t, "chess", text)
		v, ok := table.Lookup(p)
		if !ok || v.Sign() != want {
			t.Errorf("%s is worth %v, %v, want the sign %d", text, v, ok, want)
		}
	}
}
