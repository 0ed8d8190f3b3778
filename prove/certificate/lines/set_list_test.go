//go:build !race

package lines

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestSetList: a list has the sets that were added, on boards of all sizes, and a list that follows it has them too.
func TestSetList(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 8))
	for count := 1; count <= MaxSquares; count++ {
		list, many := NewSetList(count), 50
		if count%72 == 0 {
			many = 2*chunkSize + 3
		}
		var want []Squares
		var follower SetList
		for n := range many {
			var set Squares
			for m := range count {
				if random.IntN(3) == 0 {
					set.Add(oxo.Move(m))
				}
			}
			if list.Append(&set); n%2 == 0 {
				for m := range count { // the complement
					if set.Has(oxo.Move(m)) {
						set.Remove(oxo.Move(m))
					} else {
						set.Add(oxo.Move(m))
					}
				}
				list.Put(n, &set)
			}
			if want = append(want, set); n%(many/3) == 0 {
				follower.Follow(&list)
			}
		}
		follower.Follow(&list)
		for n := range want {
			if list.At(n) != want[n] || follower.At(n) != want[n] {
				t.Fatalf("%d squares, set %d: %v and %v, want %v", count, n, list.At(n), follower.At(n), want[n])
			}
		}
		if list.Len() != many || follower.Len() != many {
			t.Fatalf("%d squares: %d and %d sets, want %d", count, list.Len(), follower.Len(), many)
		}
	}
}
