package catalog_test

import (
	"slices"
	"testing"

	"oxo/game/catalog"
	"oxo/games"
)

// TestMoveNumbers: each side counts its own moves, and a forced pass counts for nobody.
func TestMoveNumbers(t *testing.T) {
	g, err := catalog.Lookup(games.All(), "othello:4x4")
	if err != nil {
		t.Fatal(err)
	}
	moves, err := catalog.ReplayFrom(g, g.Start(), "a2", "a1", "d3", "a3", "b1", "c1", "pass", "d2")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := catalog.MoveNumbers(g, g.Start(), moves), []int{1, 1, 2, 2, 3, 3, 0, 4}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
