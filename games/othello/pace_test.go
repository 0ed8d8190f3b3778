//go:build !race

package othello

import "testing"

// TestPace: the order looks some plies further ahead if the budget is large, and far from the
// end only if the budget reaches it.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		empty int
		pace  uint64
		plies int
	}{
		{60, 0, 0},
		{60, 1 << 30, 0},
		{30, 1 << 16, 0},
		{30, 1 << 24, 3},
		{20, 1<<aheadFrom - 1, 0},
		{20, 1 << aheadFrom, 3},
		{18, 1 << aheadFrom, 2},
		{12, 0, 1},
	} {
		if plies := aheadPlies(c.empty, c.pace); plies != c.plies {
			t.Errorf("%d empty squares, %d positions: %d plies, want %d", c.empty, c.pace, plies, c.plies)
		}
	}
}
