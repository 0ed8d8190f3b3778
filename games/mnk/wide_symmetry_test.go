//go:build !race

package mnk

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"oxo"
)

// TestTorusImages compares the key of a position on a large torus with all its symmetries:
// every image has the same key, the symmetry leads to the canonical image, and positions that
// are not images of each other have different keys. Few images are tried per key.
func TestTorusImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	classes := map[uint64]uint64{} // the least hash over all symmetries, by key
	for _, r := range []rules{{Columns: 9, Rows: 8, K: 5, Torus: true}, {Columns: 9, Rows: 9, K: 5, Torus: true}, {Columns: 20, Rows: 4, K: 4, Torus: true}} {
		g := newGame(t, r)
		clear(classes)
		for range 60 {
			p := newWide(g)
			for range rng.IntN(g.squares / 2) {
				p.cells[rng.IntN(g.squares)] = int8(p.ply & 1)
				p.ply++
			}
			if rng.IntN(3) == 0 { // a position with symmetries of its own
				for sq := range p.cells {
					p.cells[sq] = p.cells[int(g.symmetries[rng.IntN(2)*g.wide.images.kinds+1][sq])]
				}
			}
			least, images := checkImages(t, p, rng)
			key, _ := p.Canonical()
			if before, ok := classes[key.Lo]; ok && before != least {
				t.Fatalf("%v: two positions that are no images of each other have the key %x", r, key.Lo)
			}
			classes[key.Lo] = least
			if most := g.wide.images.kinds * max(p.ply, 1); images > most {
				t.Fatalf("%v: %d images were looked at, %d at most are expected", r, images, most)
			}
		}
	}
}

// checkImages compares the keys of some images of a position. It returns the least hash over
// all symmetries, and the number of images tried for the key.
func checkImages(t *testing.T, p *wide, rng *rand.Rand) (least uint64, images int) {
	t.Helper()
	g, stones := p.g, p.stones()
	p.hash = p.hashOf(0, stones)
	least = p.hash
	for s := range g.symmetries {
		least = min(least, p.hashOf(s, stones))
	}
	key, to := p.Canonical()
	if p.hashOf(to, p.stones()) != key.Lo {
		t.Fatalf("the symmetry %d does not lead to the image of the key", to)
	}
	for range 20 {
		image, s := p.clone(), rng.IntN(len(g.symmetries))
		for sq, side := range p.cells {
			image.cells[g.symmetries[s][sq]] = side
		}
		image.hash = image.hashOf(0, image.stones())
		if got, _ := image.Canonical(); got != key {
			t.Fatalf("symmetry %d: the key is %v, want %v", s, got, key)
		}
	}
	return least, len(g.wide.images.anchors(p.stones())) * g.wide.images.kinds
}

// BenchmarkCanonicalTorus measures the largest torus, with n stones.
func BenchmarkCanonicalTorus(b *testing.B) {
	g := newGame(b, rules{Columns: 20, Rows: 20, K: 5, Torus: true})
	for _, n := range []int{1, 10, 100} {
		p := newWide(g)
		for m := range n {
			p.Make(oxo.Move(m * 37 % g.squares))
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				p.Canonical()
			}
		})
	}
}
