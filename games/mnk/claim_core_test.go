//go:build !race

package mnk

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestExchange: if the core has an exchange, the claim holds in the position if and only if it holds after the
// exchange, by brute force.
func TestExchange(t *testing.T) {
	t.Run("narrow", testExchange[narrow])
	t.Run("broad", testExchange[broad])
}

func testExchange[H high](t *testing.T) {
	seen := [2]int{} // the claim fails, holds
	for i, r := range boardsFor[H]([]rules{
		{Columns: 4, Rows: 4, K: 4},
		{Columns: 5, Rows: 4, K: 4},
		{Columns: 5, Rows: 5, K: 4},
		{Columns: 6, Rows: 4, K: 4},
		{Columns: 6, Rows: 5, K: 5},
		{Columns: 9, Rows: 8, K: 5},
	}) {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		random, tables := rand.New(rand.NewPCG(3, uint64(i))), newClaimTables[H](g)
		b := &brute[H]{g, false, map[[3]set[H]]bool{}, nil}
		for range 3000 {
			p := g.played(random, min(6+random.IntN(6), g.squares))
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			c := lineClaimOf(tables, p.(stones), p.Turn(), true)
			if c.look(&c.own, c.contents[0]); !c.own.complete.empty() {
				continue
			}
			c.pairing.plan(c.contents[0])
			c.pairing.core()
			first, second, ok := c.pairing.exchange()
			if !ok {
				continue
			}
			own, other := c.stones[0], c.stones[1]
			want := b.holds(own, other, true)
			own.add(first)
			other.add(second)
			if got := b.holds(own, other, true); got != want {
				t.Fatalf("%s: the claim is %v, but %v after %d and %d", g.FormatPosition(p), want, got, first, second)
			}
			if want {
				seen[1]++
			} else {
				seen[0]++
			}
		}
	}
	t.Log("fails, holds:", seen)
	if seen[0] < 50 || seen[1] < 50 {
		t.Errorf("too few were checked: %v", seen)
	}
}
