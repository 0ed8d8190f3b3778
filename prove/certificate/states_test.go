//go:build !race

package certificate

import (
	"math/rand/v2"
	"testing"
)

// TestStateSet compares the set with a map, while it grows, is cleared, and its rounds overflow.
func TestStateSet(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 24))
	s := stateSet{round: 1<<32 - 3}
	for round := range 6 {
		s.clear()
		known := map[[2]uint64]bool{}
		for range 3000 * (round % 3) {
			at := [2]uint64{random.Uint64N(40) << 20, random.Uint64N(100)}
			if s.add(at[0], at[1]) == known[at] {
				t.Fatalf("round %d: %v is there: %v", round, at, known[at])
			}
			known[at] = true
		}
		if s.count != len(known) {
			t.Errorf("round %d: %d boards, want %d", round, s.count, len(known))
		}
	}
}
