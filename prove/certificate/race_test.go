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

// TestClosedRows: a board of eight columns has three closed rows. In them White wins a race in which Black's pawn may
// capture one of two pawns: it cannot capture the other.
func TestClosedRows(t *testing.T) {
	for text, want := range map[string]bool{
		".b....../......../w.w...../......../......../......../......../........ white": true,
		"bbb...../......../.w....../......../......../......../......../........ white": false, // it is captured wherever it goes
		".b....../......../w.w...../......../......../......../.......b/........ white": false, // another pawn is faster
	} {
		_, p := gametest.Position(t, "breakthrough:8x8", text)
		if got := accepted(p, oxo.First, []byte{Race}); got != want {
			t.Errorf("%s: accepted is %v, want %v", text, got, want)
		}
	}
}
