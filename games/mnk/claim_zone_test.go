//go:build !race

package mnk

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/knowledge"
)

// TestZones: after a stone that a reply refutes, the claimant gets no line even with all empty
// squares outside the zone.
func TestZones(t *testing.T) {
	t.Run("narrow", testZones[narrow])
	t.Run("broad", testZones[broad])
}

func testZones[H high](t *testing.T) {
	zones, left := 0, 0
	for i, r := range boardsFor[H]([]rules{
		{Columns: 4, Rows: 3, K: 3},
		{Columns: 4, Rows: 4, K: 3},
		{Columns: 5, Rows: 4, K: 4},
		{Columns: 5, Rows: 5, K: 4},
		{Columns: 6, Rows: 5, K: 4},
		{Columns: 9, Rows: 8, K: 4},
	}) {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		random, tables := rand.New(rand.NewPCG(19, uint64(i))), newClaimTables[H](g)
		b := &brute[H]{g, false, map[[3]set[H]]bool{}, nil}
		for n := range 2000 {
			p := g.played(random, 6+random.IntN(8))
			if p.Outcome() == oxo.Ongoing {
				c := lineClaimOf(tables, p.(stones), p.Turn(), n%2 == 0)
				if _, verdict := c.Expand(nil); verdict == knowledge.Open {
					z, l := checkZones(t, c, b)
					zones, left = zones+z, left+l
				}
			}
		}
	}
	t.Logf("%d zones, with %d empty squares elsewhere", zones, left)
	if zones < 1000 || left < 1000 {
		t.Error("too few were checked")
	}
}

// checkZones checks the zone of each stone of an open claim. It returns the number of zones,
// and the number of empty squares outside all of them.
func checkZones[H high](t *testing.T, c *lineClaim[H], b *brute[H]) (zones, left int) {
	t.Helper()
	c.look(&c.own, c.contents[0])
	c.before = c.own
	for todo := c.own.live.without(c.taken()); !todo.empty(); {
		stone := todo.next()
		child := knowledge.Child{Move: oxo.Move(stone)}
		c.put(stone, false, 1)
		if reply, zone := c.refute(&child, -1); child.Verdict == knowledge.Fails {
			other := c.stones[1]
			other.add(reply)
			var board set[H]
			for sq := range c.t.size {
				board.add(sq)
			}
			given := board.without(c.taken()).without(zone)
			if zones, left = zones+1, left+given.count(); b.holds(c.stones[0].or(given), other, true) {
				t.Fatalf("%v and %v: the zone %v does not hold", c.stones[0], other, zone)
			}
		}
		c.put(stone, false, -1)
	}
	return zones, left
}
