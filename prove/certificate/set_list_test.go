package certificate

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestSetList: a list has the sets that were added, on boards of all sizes, and another that follows it has them too.
func TestSetList(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 8))
	for count := 1; count <= maxSquares; count++ {
		list, many := newSetList(&board{count: count}), 50
		if count%72 == 0 {
			many = 2*chunkSize + 3
		}
		var want []squares
		var behind setList
		for n := range many {
			var set squares
			for m := range count {
				if random.IntN(3) == 0 {
					set.add(oxo.Move(m))
				}
			}
			if list.add(&set); n%2 == 0 {
				for m := range count { // all squares but those that it had
					if set.has(oxo.Move(m)) {
						set.remove(oxo.Move(m))
					} else {
						set.add(oxo.Move(m))
					}
				}
				list.put(n, &set)
			}
			if want = append(want, set); n%(many/3) == 0 {
				behind.follow(&list)
			}
		}
		behind.follow(&list)
		for n := range want {
			if list.at(n) != want[n] || behind.at(n) != want[n] {
				t.Fatalf("%d squares, set %d: %v and %v, want %v", count, n, list.at(n), behind.at(n), want[n])
			}
		}
		if list.len() != many || behind.len() != many {
			t.Fatalf("%d squares: %d and %d sets, want %d", count, list.len(), behind.len(), many)
		}
	}
}
