//go:build !race

package mnk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
)

// TestHash: two positions have the same hash if and only if the same lines are left on their tracks, whatever the
// order of moves.
func TestHash(t *testing.T) {
	for _, r := range []rules{{Columns: 4, Rows: 4, K: 4}, {Columns: 8, Rows: 8, K: 5}, {Columns: 9, Rows: 8, K: 5}} {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		if g.squares > 64 {
			checkHashes(t, g, newClaimTables[broad](g))
		} else {
			checkHashes(t, g, newClaimTables[narrow](g))
		}
	}
}

func checkHashes[H high](t *testing.T, g *game, tables *claimTables[H]) {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 4))
	type noted struct {
		kinds  []uint16
		stones [2]set[H]
	}
	known, again := map[uint64]noted{}, 0
	for range 3000 {
		p := g.Start()
		c := lineClaimOf(tables, p.(stones), oxo.First, true)
		for range 1 + random.IntN(12) {
			if p.Outcome() != oxo.Ongoing {
				break
			}
			moves := p.Moves(nil)
			m, back := moves[random.IntN(len(moves))], moves[random.IntN(len(moves))]
			c.Make(back)
			c.Unmake(back)
			c.Make(m)
			p.Make(m)
		}
		if fresh := lineClaimOf(tables, p.(stones), oxo.First, true); fresh.hash != c.hash {
			t.Fatalf("%s: hash %x, but a new claim has the hash %x", g.FormatPosition(p), c.hash, fresh.hash)
		}
		var kinds []uint16
		for i, contents := range c.contents[0] {
			kinds = append(kinds, tables.tracks[i].kinds[contents])
		}
		if n, ok := known[c.hash]; ok {
			if !slices.Equal(n.kinds, kinds) {
				t.Fatalf("%s: a position with other lines left has the same hash", g.FormatPosition(p))
			}
			if n.stones != c.stones {
				again++
			}
		}
		known[c.hash] = noted{kinds, c.stones}
	}
	distinct := map[string]bool{}
	for _, n := range known {
		distinct[fmt.Sprint(n.kinds)] = true
	}
	if len(distinct) != len(known) {
		t.Errorf("%d hashes of %d positions", len(known), len(distinct))
	}
	if g.squares == 16 && again < 100 {
		t.Errorf("only %d positions had the hash of other stones", again)
	}
}

// TestUnsettled: a stored position is found until another takes its entry, and a position that
// was never stored is not found.
func TestUnsettled(t *testing.T) {
	var u unsettled
	random := rand.New(rand.NewPCG(5, 6))
	if _, ok := u.find(random.Uint64()); ok {
		t.Error("an empty cache finds a position")
	}
	var last []uint64
	for i := range 4 * maxUnsettled {
		hash, want := random.Uint64(), refutation(random.IntN(int(hardest)+1))
		if _, ok := u.find(hash); ok {
			t.Fatalf("%x is found before it is stored", hash)
		}
		if u.add(hash, want); i >= 4*maxUnsettled-maxUnsettled/4 {
			last = append(last, hash)
		}
		if got, ok := u.find(hash); !ok || got != want {
			t.Fatalf("%x: %d, %v, want %d", hash, got, ok, want)
		}
		if _, ok := u.find(hash ^ 1<<63); ok {
			t.Fatalf("%x is found in the entry of another position", hash^1<<63)
		}
	}
	if len(u.entries) != maxUnsettled {
		t.Errorf("%d entries, want %d", len(u.entries), maxUnsettled)
	}
	kept := 0
	for _, hash := range last {
		if _, ok := u.find(hash); ok {
			kept++
		}
	}
	if kept < len(last)/2 {
		t.Errorf("%d of the last %d are kept", kept, len(last))
	}
}

// TestRefutationBits: the greatest disproof number fits into an entry, and sums of them into a
// claim's numbers.
func TestRefutationBits(t *testing.T) {
	g, err := gameOf(rules{Columns: 10, Rows: 10, K: 3})
	if err != nil {
		t.Fatal(err)
	}
	c := lineClaimOf(newClaimTables[broad](g), g.Start().(stones), oxo.First, true)
	c.potential = 1 << 20
	if r := c.refutation(); r != hardest || r+1 >= 1<<refutationBits {
		t.Errorf("%d does not fit into %d bits", r, refutationBits)
	}
	if n := 2 * hardest.disproofNumber(); n >= 1<<48 {
		t.Errorf("a disproof number of %d", n)
	}
}

// TestTryReply: if an evaluation is skipped because the position is stored, it would almost never have settled the
// position. (A few would have: groups avoid other squares now, so other pairs are found.)
func TestTryReply(t *testing.T) {
	g, err := gameOf(rules{Columns: 8, Rows: 8, K: 5})
	if err != nil {
		t.Fatal(err)
	}
	tables, random := newClaimTables[narrow](g), rand.New(rand.NewPCG(2, 8))
	known, settled := 0, 0
	for range 100 {
		p := g.played(random, 50)
		c := lineClaimOf(tables, p.(stones), p.Turn(), true)
		children, _ := c.Expand(nil)
		for _, child := range children {
			c.put(int(child.Move), false, 1)
			root := c.hash
			for sq := range g.squares {
				if c.taken().has(sq) {
					continue
				}
				c.put(sq, true, 1)
				if _, ok := c.unsettled.find(c.hash); ok && c.hash != root {
					if known++; c.prevented() {
						settled++
					}
				}
				c.put(sq, true, -1)
			}
			c.put(int(child.Move), false, -1)
		}
	}
	if t.Logf("%d of %d would be settled", settled, known); known < 1000 || 50*settled > known {
		t.Error("too few are known, or too many of them would be settled")
	}
}
