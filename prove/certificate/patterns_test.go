//go:build !race

package certificate_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/certtest"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// TestPatterns: if the checker accepts a reference to a node with a zone, the preventing side holds by brute force,
// even if the other side has every square outside of the zone. The lines and the stones of the two positions are
// random.
func TestPatterns(t *testing.T) {
	const count = 8
	random := rand.New(rand.NewPCG(25, 10))
	tries := 4000
	if testing.Short() {
		tries = 800
	}
	accepted, others, refused, narrowed := 0, 0, 0, 0
	for range tries {
		b := certtest.Little(random, count)
		for m := range b.Owner {
			b.Owner[m] = []int8{-1, -1, -1, 0, 1}[random.IntN(5)]
		}
		// 1. A node of a file, perhaps with pairs set aside above it.
		g := &certtest.Guesser{Random: random, Board: b}
		back := func() {}
		if pairs := g.Pairs(certificate.Aside); random.IntN(3) == 0 {
			if left, ok := b.Without(certtest.MatesOf(pairs)); ok && len(left.Lines) > 0 {
				back = b.Narrow(left)
				narrowed++
			}
		}
		zone, ok := g.Checked(g.Node(2), false)
		before := b.Image(func(m oxo.Move) oxo.Move { return m })
		back()
		if !ok {
			continue
		}
		// 2. Positions that are more or less like it refer to it.
		for range 20 {
			here := &lines.Board{Count: count, Lines: b.Lines, Owner: slices.Clone(b.Owner)}
			for m := range here.Owner {
				if random.IntN(4) == 0 {
					here.Owner[m] = int8(random.IntN(3) - 1)
				}
			}
			needs, err := certificate.Refers(here, &before, &zone)
			if err != nil {
				refused++
				continue
			}
			accepted++
			if here.Image(func(m oxo.Move) oxo.Move { return m }) != before {
				others++
			}
			for m := range oxo.Move(count) {
				if here.Empty(m) && !needs.Has(m) {
					here.Owner[m] = 1
				}
			}
			if h := (&holds{b.Lines, map[[2]uint64]bool{}}); !h.of(here, false) {
				t.Fatalf("lines %v: %v refers to %v with the zone %v, and the other side completes a line", b.Lines, here.Owner, b.Owner, zone)
			}
		}
	}
	t.Log(accepted, "references,", others, "to another position,", refused, "refused;", narrowed, "nodes with pairs aside")
	if others < tries/4 || refused < tries/4 {
		t.Error("too few")
	}
}
