package mnk

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
)

// TestHash: two positions have the same hash if and only if the same is left on their tracks, however they came about.
func TestHash(t *testing.T) {
	for _, r := range []Rules{{Columns: 5, Rows: 5, K: 4}, {Columns: 8, Rows: 8, K: 5}, {Columns: 9, Rows: 8, K: 5}} {
		g, err := New(r)
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

func checkHashes[H high](t *testing.T, g *Game, tables *claimTables[H]) {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 4))
	kindsOf, again := map[uint64][]uint16{}, 0
	for range 3000 {
		p := g.Start()
		c := lineClaimOf(tables, p.(stones), oxo.First, true)
		for range random.IntN(8) {
			moves := p.Moves(nil)
			m, back := moves[random.IntN(len(moves))], moves[random.IntN(len(moves))]
			c.Make(back)
			c.Unmake(back)
			c.Make(m)
			p.Make(m)
		}
		if fresh := lineClaimOf(tables, p.(stones), oxo.First, true); fresh.hash != c.hash {
			t.Fatalf("%s: hash %x, and %x of a claim that saw no move", g.FormatPosition(p), c.hash, fresh.hash)
		}
		var kinds []uint16
		for i, contents := range c.contents[0] {
			kinds = append(kinds, tables.tracks[i].kinds[contents])
		}
		if k, ok := kindsOf[c.hash]; ok {
			if again++; !slices.Equal(k, kinds) {
				t.Fatalf("%s: the hash is that of a position with something else left", g.FormatPosition(p))
			}
		}
		kindsOf[c.hash] = kinds
	}
	distinct := map[string]bool{}
	for _, kinds := range kindsOf {
		text := make([]byte, 0, 2*len(kinds))
		for _, k := range kinds {
			text = append(text, byte(k), byte(k>>8))
		}
		distinct[string(text)] = true
	}
	if len(distinct) != len(kindsOf) {
		t.Errorf("%d hashes of %d positions", len(kindsOf), len(distinct))
	}
	if again < 100 {
		t.Errorf("only %d positions came again", again)
	}
}

// TestUnsettled: what is kept is found again, until something else takes its place, and a position that was never looked at is
// not found.
func TestUnsettled(t *testing.T) {
	var u unsettled
	random := rand.New(rand.NewPCG(5, 6))
	if _, ok := u.find(random.Uint64()); ok {
		t.Error("something is found where nothing is kept")
	}
	for range 4 * mostUnsettled {
		hash, disproof := random.Uint64(), 1+random.Uint32N(1<<disproofBits-1)
		if _, ok := u.find(hash); ok {
			t.Fatalf("%x is found before it is kept", hash)
		}
		u.add(hash, disproof)
		if got, ok := u.find(hash); !ok || got != disproof {
			t.Fatalf("%x: %d, %v, want %d", hash, got, ok, disproof)
		}
		if _, ok := u.find(hash ^ 1<<63); ok {
			t.Fatalf("%x is found in the place of another", hash^1<<63)
		}
	}
	if len(u.entries) != mostUnsettled {
		t.Errorf("%d entries, want %d", len(u.entries), mostUnsettled)
	}
}

// TestRefutationBits: the greatest disproof number has room where it is kept.
func TestRefutationBits(t *testing.T) {
	g, err := New(Rules{Columns: 10, Rows: 10, K: 3})
	if err != nil {
		t.Fatal(err)
	}
	c := lineClaimOf(newClaimTables[broad](g), g.Start().(stones), oxo.First, true)
	c.potential = 1 << 20
	if n := c.refutation(); n == 0 || n >= 1<<disproofBits {
		t.Errorf("%d does not fit into %d bits", n, disproofBits)
	}
}

// TestTryReply: a look that is left out since the position is known would not have settled it.
func TestTryReply(t *testing.T) {
	g, err := New(Rules{Columns: 8, Rows: 8, K: 5})
	if err != nil {
		t.Fatal(err)
	}
	tables, random := newClaimTables[narrow](g), rand.New(rand.NewPCG(2, 8))
	known := 0
	for range 200 {
		p := g.played(random, 50)
		c := lineClaimOf(tables, p.(stones), p.Turn(), true)
		c.Expand(nil) // looks at many
		for sq := range g.squares {
			if c.taken().has(sq) {
				continue
			}
			c.put(sq, true, 1)
			if n, ok := c.unsettled.find(c.hash); ok {
				known++
				if c.prevented() {
					t.Fatalf("%s: %d settles the claim, and it is kept that it does not", g.FormatPosition(p), sq)
				}
				if want := c.refutation(); n != want {
					t.Fatalf("%s: disproof number %d behind %d, want %d", g.FormatPosition(p), n, sq, want)
				}
			}
			c.put(sq, true, -1)
		}
	}
	if known < 100 {
		t.Errorf("only %d positions were known", known)
	}
}
