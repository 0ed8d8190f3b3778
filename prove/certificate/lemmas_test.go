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

// holds computes by brute force whether the preventing side can keep the other side from every line.
type holds struct {
	lines [][]oxo.Move
	known map[[2]uint64]bool
}

func (h *holds) of(b *lines.Board, mine bool) bool {
	var mineSet, others uint64
	for m, owner := range b.Owner {
		switch owner {
		case 0:
			mineSet |= 1 << m
		case 1:
			others |= 1 << m
		}
	}
	if mine {
		mineSet |= 1 << 63
	}
	key := [2]uint64{mineSet, others}
	if v, ok := h.known[key]; ok {
		return v
	}
	v := h.look(b, mine)
	h.known[key] = v
	return v
}

func (h *holds) look(b *lines.Board, mine bool) bool {
	for _, line := range h.lines {
		if !slices.ContainsFunc(line, func(m oxo.Move) bool { return b.Owner[m] != 1 }) {
			return false
		}
	}
	if b.Full() {
		return true
	}
	for m := range b.Owner {
		if b.Owner[m] >= 0 {
			continue
		}
		b.Owner[m] = 1
		if mine {
			b.Owner[m] = 0
		}
		v := h.of(b, !mine)
		b.Owner[m] = -1
		if v == mine {
			return mine
		}
	}
	return !mine
}

// TestLemmas: if the checker accepts a random tree on random lines, the preventing side holds by brute force, even if
// the other side has every square outside of the zone.
func TestLemmas(t *testing.T) {
	const count = 8
	random := rand.New(rand.NewPCG(7, 7))
	tries, accepted, given := 1500, 0, 0
	if testing.Short() {
		tries = 300
	}
	var kinds [certificate.Better + 1]int
	exchanges := 0
	for range tries {
		b := certtest.Little(random, count)
		b.Owner[random.IntN(count)] = 0
		g := &certtest.Guesser{Random: random, Board: b}
		tree := g.Node(3)
		zone, ok := g.Checked(tree, false)
		if !ok {
			continue
		}
		accepted++
		for kind, n := range g.Kinds {
			kinds[kind] += n
		}
		exchanges += g.Given
		for m := range oxo.Move(count) {
			if b.Empty(m) && !zone.Has(m) {
				b.Owner[m] = 1
				given++
			}
		}
		if h := (&holds{b.Lines, map[[2]uint64]bool{}}); !h.of(b, false) {
			t.Fatalf("lines %v, tree %v, zone %v: it is accepted, and the other side completes a line; with all outside the zone: %v", b.Lines, tree, zone, b.Owner)
		}
	}
	t.Log(tries, "tries,", accepted, "accepted,", given, "squares given; nodes by kind:", kinds, "exchanges:", exchanges)
	if exchanges < accepted/50 {
		t.Errorf("only %d pairs were set aside with a square in other lines", exchanges)
	}
	for _, kind := range []byte{certificate.Zone, certificate.Pairs, certificate.Aside, certificate.Rest, certificate.Found, certificate.Better} {
		if kinds[kind] < accepted/50 {
			t.Errorf("only %d nodes of kind %d", kinds[kind], kind)
		}
	}
}

// TestAsideEnds: a node that sets pairs aside must remove a line. So the checker refuses a file that consists of such
// nodes inside each other, which could use up the stack.
func TestAsideEnds(t *testing.T) {
	b := &lines.Board{Count: 6, Owner: slices.Repeat([]int8{-1}, 6), Lines: [][]oxo.Move{{0, 1}, {2, 3, 4, 5}}}
	g := &certtest.Guesser{Board: b}
	for name, tree := range map[string][]byte{
		"once":  {certificate.Aside, 1, 0, 1, certificate.Pairs, 0},
		"twice": {certificate.Aside, 1, 0, 1, certificate.Aside, 1, 0, 1, certificate.Pairs, 0},
		"none":  {certificate.Aside, 0, certificate.Pairs, 0},
	} {
		if _, ok := g.Checked(tree, false); ok != (name == "once") {
			t.Errorf("%s: accepted is %v", name, ok)
		}
	}
}
