//go:build !race

package kalah_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"oxo"
	"oxo/examples/kalah"
	"oxo/game/catalog"
	"oxo/oxotest"
	"oxo/search"
)

func TestRules(t *testing.T) {
	oxotest.Run(t, kalah.New(3, 2), oxotest.Options{Perft: []uint64{1, 3, 7}})
	if !testing.Short() {
		oxotest.Run(t, kalah.New(6, 4), oxotest.Options{Perft: []uint64{1, 6}})
	}
}

// TestMoves: sowing, an extra turn, and what an empty pit takes, by hand.
func TestMoves(t *testing.T) {
	for moves, want := range map[string]string{
		"":         "4 4 4 4 4 4 0 4 4 4 4 4 4 0 south",
		"3":        "4 4 0 5 5 5 1 4 4 4 4 4 4 0 north passes",
		"3 pass":   "4 4 0 5 5 5 1 4 4 4 4 4 4 0 south",
		"6":        "4 4 4 4 4 0 1 5 5 5 4 4 4 0 north",
		"1 2 6":    "0 5 5 5 5 0 1 5 1 6 5 5 5 0 north",
		"5 1 1":    "0 5 5 5 0 5 8 0 0 5 5 5 5 0 north",
		"3 pass 1": "0 5 1 6 6 5 1 4 4 4 4 4 4 0 north",
	} {
		g := kalah.New(6, 4)
		p := g.Start()
		if _, err := catalog.ReplayFrom(g, p, strings.Fields(moves)...); err != nil {
			t.Errorf("%s: %v", moves, err)
			continue
		}
		if got := g.FormatPosition(p); got != want {
			t.Errorf("after %q: %s, want %s", moves, got, want)
		}
	}
}

// plain is the game as a book describes it, in which a side simply moves again: the oracle of the
// passes.
type plain struct {
	holes []int // south's pits, its store, north's pits, its store
	north bool
}

// best returns the most seeds that south can have more than north in the end.
func (p plain) best() int {
	half := len(p.holes) / 2
	sums := [2]int{}
	for i := range half - 1 {
		sums[0] += p.holes[i]
		sums[1] += p.holes[half+i]
	}
	if sums[0] == 0 || sums[1] == 0 {
		return p.holes[half-1] + sums[0] - p.holes[2*half-1] - sums[1]
	}
	best, found := 0, false
	for i := range half - 1 {
		at := i
		if p.north {
			at += half
		}
		if p.holes[at] == 0 {
			continue
		}
		if v := p.sow(at).best(); !found || v > best != p.north && v != best {
			best, found = v, true
		}
	}
	return best
}

func (p plain) sow(at int) plain {
	half := len(p.holes) / 2
	begin, skip := 0, 2*half-1
	if p.north {
		begin, skip = half, half-1
	}
	q := plain{append([]int(nil), p.holes...), !p.north}
	n := q.holes[at]
	for q.holes[at] = 0; n > 0; n-- {
		for at++; at%(2*half) == skip; at++ {
		}
		at %= 2 * half
		q.holes[at]++
	}
	switch other := 2*half - 2 - at; {
	case at == begin+half-1:
		q.north = p.north
	case at >= begin && at < begin+half-1 && q.holes[at] == 1 && q.holes[other] > 0:
		q.holes[begin+half-1] += 1 + q.holes[other]
		q.holes[at], q.holes[other] = 0, 0
	}
	return q
}

// TestValues: with passes before extra turns each position has the same value as in the
// plain game.
func TestValues(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 2}} {
		g := kalah.New(size[0], size[1])
		start := plain{make([]int, 2*size[0]+2), false}
		for i := range size[0] {
			start.holes[i], start.holes[size[0]+1+i] = size[1], size[1]
		}
		r := search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{})
		if want := oxo.By(start.best()); !r.Proven || r.Score != want {
			t.Errorf("%v: %v, want %v", size, r.Value, fmt.Sprint(want))
		}
	}
}
