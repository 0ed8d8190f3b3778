package catalog_test

import (
	"testing"

	"oxo/game/catalog"
	"oxo/internal/gametest"
)

// TestSingle: a single game is found by its name, even if that contains parameters
// and options.
func TestSingle(t *testing.T) {
	for _, name := range []string{"sticks:7x3", "mnk:4x4x3,misere"} {
		families := []catalog.Family{catalog.Single(gametest.Game(t, name), "one game")}
		if g, err := catalog.Lookup(families, " "+name); err != nil || g.Name() != name {
			t.Errorf("%s: found %v, %v", name, g, err)
		}
		if !catalog.Knows(families, name) || catalog.Knows(families, "othello") {
			t.Errorf("%s: what is known is wrong", name)
		}
	}
}
