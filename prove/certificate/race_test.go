//go:build !race

package certificate

import (
	"testing"

	"oxo"
	"oxo/internal/gametest"
)

// TestNoRaces: a race proves nothing in other games, on a board with other moves, and if no side arrives first.
func TestNoRaces(t *testing.T) {
	for _, name := range []string{"connect4:4x4", "mnk:3x3x3", "breakthrough:8x8,teleport", "breakthrough:4x4", "breakthrough:12x12"} {
		g := gametest.Game(t, name)
		for side := range oxo.Side(2) {
			if accepted(g.Start(), side, []byte{Race}) {
				t.Errorf("%s: a race of the %v side is accepted at the start", name, side)
			}
		}
	}
}
