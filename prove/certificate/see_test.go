package certificate

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/prove/certificate/lines"
)

// TestPatterns: where the checker accepts a reference to a node with a zone, on any lines and whatever the stones of the two
// positions, the preventing side holds by brute force, even if the other side is given every square outside of the zone.
func TestPatterns(t *testing.T) {
	const count = 8
	random := rand.New(rand.NewPCG(25, 10))
	tries := 4000
	if testing.Short() {
		tries = 800
	}
	accepted, others, refused, narrowed := 0, 0, 0, 0
	for range tries {
		b := little(random, count)
		for m := range b.Owner {
			b.Owner[m] = []int8{-1, -1, -1, 0, 1}[random.IntN(5)]
		}
		// 1. A node of a file, perhaps with pairs set aside above it.
		g := &guesser{random: random, b: b}
		back := func() {}
		if pairs := g.pairs(Aside); random.IntN(3) == 0 {
			var partner lines.Mates
			for i := 2; i < len(pairs); i += 2 {
				partner.Join(oxo.Move(pairs[i]), oxo.Move(pairs[i+1]))
			}
			if left, ok := b.Without(partner); ok && len(left.Lines) > 0 {
				back = b.Narrow(left)
				narrowed++
			}
		}
		zone, ok := g.checked(g.node(2), false)
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
			c := &prevention{b: here, seen: lines.NewSetList(b.Count), r: &reader{in: bufio.NewReader(bytes.NewReader([]byte{See, 0, 0})), sum: newSum()}}
			c.note(&before, &zone)
			needs, err := c.node(false)
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

// first returns the number of the first node that is looked at: the blocks behind it are the newest ones.
func (p *patterns) first() int {
	last := (p.count - 1) / blockNodes
	return max(0, last-mostBlocks+1) * blockNodes
}

// TestFind: of the nodes that are kept the newest is found that a position fits, and no other.
func TestFind(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for _, count := range []int{30, 100} {
		b := &lines.Board{Count: count}
		p := newPatterns(b)
		set := func(n int) (s lines.Squares) {
			for range n {
				s.Add(oxo.Move(random.IntN(count)))
			}
			return s
		}
		var images []lines.Image
		var zones []lines.Squares
		found := 0
		for n := range 3 * mostPatterns {
			if n%997 == 0 {
				i := lines.Image{Live: set(18), Taken: set(2)}
				want := -1
				for k := n - 1; k >= p.first() && want < 0; k-- {
					if i.Fits(&images[k], &zones[k], false) {
						want = k
					}
				}
				got, ok := p.find(&i)
				if ok != (want >= 0) || ok && got != want {
					t.Fatalf("%d squares, %d nodes: node %d is found, %v, want %d", count, n, got, ok, want)
				}
				if ok {
					found++
				}
			}
			images, zones = append(images, lines.Image{Live: set(count), Taken: set(6)}), append(zones, set(count))
			p.add(&images[n], &zones[n])
		}
		if t.Logf("%d squares: %d found, %d nodes forgotten", count, found, p.first()); found < 20 || found > 190 || p.first() < mostPatterns {
			t.Error("too few or too many")
		}
	}
}

// TestPass: behind nodes that are passed by, what is found is as with them, but for these.
func TestPass(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 9))
	const count = 40
	set := func(n int) (s lines.Squares) {
		for range n {
			s.Add(oxo.Move(random.IntN(count)))
		}
		return s
	}
	b := &lines.Board{Count: count}
	all, some := newPatterns(b), newPatterns(b)
	passed := map[int]bool{300: true, 64 * 50: true, mostPatterns - 7: true, mostPatterns + 1000: true, 2*mostPatterns + 64: true}
	both, fewer := 0, 0
	for n := range 3*mostPatterns + 500 {
		if passed[n] {
			some.pass(n)
		}
		if n%97 == 0 {
			i := lines.Image{Live: set(18), Taken: set(2)}
			want, there := all.find(&i)
			got, ok := some.find(&i)
			switch {
			case there && want >= some.from:
				both++
			case there:
				there = false
				fewer++
			}
			if ok != there || ok && got != want {
				t.Fatalf("%d nodes, %d passed by: node %d is found, %v, want %d, %v", n, some.from, got, ok, want, there)
			}
		}
		i, zone := lines.Image{Live: set(count), Taken: set(6)}, set(count)
		all.add(&i, &zone)
		some.add(&i, &zone)
	}
	if t.Log(both, "found,", fewer, "not any more"); both < 100 || fewer < 10 {
		t.Error("too few")
	}
}
