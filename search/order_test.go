package search

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPostponed: the move put off comes last, and the others keep their order.
func TestPostponed(t *testing.T) {
	for n := 2; n <= fewMoves; n++ {
		var turn turns
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		rng := rand.New(rand.NewPCG(uint64(n), 0))
		for range 50 {
			i := rng.IntN(n)
			turn = turn.postponed(i, n)
			late := order[i]
			order = append(slices.Delete(order, i, i+1), late)
			for k, want := range order {
				if turn.at(k) != want {
					t.Fatalf("%d moves: turn %d is move %d, want %d", n, k, turn.at(k), want)
				}
			}
		}
	}
}
