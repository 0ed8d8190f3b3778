//go:build !race

package write

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/prove/certificate/lines"
)

// first returns the number of the oldest node that is searched.
func (p *patterns) first() int {
	last := (p.count - 1) / blockNodes
	return max(0, last-maxBlocks+1) * blockNodes
}

// TestFind: newestFit finds the newest of the kept nodes that a position fits, and no other.
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
		for n := range 3 * maxPatterns {
			if n%997 == 0 {
				i := lines.Image{Live: set(18), Taken: set(2)}
				want := -1
				for k := n - 1; k >= p.first() && want < 0; k-- {
					if i.Fits(&images[k], &zones[k], false) {
						want = k
					}
				}
				got, ok := p.newestFit(&i)
				if ok != (want >= 0) || ok && got != want {
					t.Fatalf("%d squares, %d nodes: node %d is found, %v, want %d", count, n, got, ok, want)
				}
				if ok {
					found++
				}
			}
			images, zones = append(images, lines.Image{Live: set(count), Taken: set(6)}), append(zones, set(count))
			p.addImage(&images[n], &zones[n])
		}
		if t.Logf("%d squares: %d found, %d nodes forgotten", count, found, p.first()); found < 20 || found > 190 || p.first() < maxPatterns {
			t.Error("too few or too many")
		}
	}
}

// TestPass: after nodes are skipped, newestFit finds the same nodes as without the skip, except the skipped ones.
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
	skipped := map[int]bool{300: true, 64 * 50: true, maxPatterns - 7: true, maxPatterns + 1000: true, 2*maxPatterns + 64: true}
	both, fewer := 0, 0
	for n := range 3*maxPatterns + 500 {
		if skipped[n] {
			some.skipTo(n)
		}
		if n%97 == 0 {
			i := lines.Image{Live: set(18), Taken: set(2)}
			want, there := all.newestFit(&i)
			got, ok := some.newestFit(&i)
			switch {
			case there && want >= some.from:
				both++
			case there:
				there = false
				fewer++
			}
			if ok != there || ok && got != want {
				t.Fatalf("%d nodes, %d skipped: node %d is found, %v, want %d, %v", n, some.from, got, ok, want, there)
			}
		}
		i, zone := lines.Image{Live: set(count), Taken: set(6)}, set(count)
		all.addImage(&i, &zone)
		some.addImage(&i, &zone)
	}
	if t.Log(both, "found,", fewer, "skipped"); both < 100 || fewer < 10 {
		t.Error("too few")
	}
}
