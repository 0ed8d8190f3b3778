//go:build !race

package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPutOff: the deferred move comes last, and the others keep their order.
func TestPutOff(t *testing.T) {
	for n := 2; n <= fewMoves; n++ {
		var order permutation
		want := make([]int, n)
		for i := range want {
			want[i] = i
		}
		rng := rand.New(rand.NewPCG(uint64(n), 0))
		for range 50 {
			i := rng.IntN(n)
			order = order.putOff(i, n)
			late := want[i]
			want = append(slices.Delete(want, i, i+1), late)
			for k, index := range want {
				if order.at(k) != index {
					t.Fatalf("%d moves: place %d has move %d, want %d", n, k, order.at(k), index)
				}
			}
		}
	}
}
