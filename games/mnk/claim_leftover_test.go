//go:build !race

package mnk

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"oxo"
)

// stopper decides by brute force whether the other side stops every line of a set.
type stopper struct {
	known map[[2]uint64]bool
	lines []uint64
}

// stops reports whether the other side stops every line, with the claimant to move.
func (b *stopper) stops(own, other uint64) bool {
	live := b.live(other)
	key := [2]uint64{own & live, live}
	if v, ok := b.known[key]; ok {
		return v
	}
	stopped := true
	for todo := live &^ own; todo != 0 && stopped; todo &= todo - 1 {
		stopped = b.answered(own|todo&-todo, other)
	}
	b.known[key] = stopped
	return stopped
}

// answered reports whether one of the replies stops every line. It tries squares in many lines
// first.
func (b *stopper) answered(own, other uint64) bool {
	for _, line := range b.lines {
		if line&^own == 0 {
			return false
		}
	}
	todo := b.live(other) &^ own
	for todo != 0 {
		best, greatest := uint64(0), -1
		for rest := todo; rest != 0; rest &= rest - 1 {
			weight := 0
			for _, line := range b.lines {
				if line&other == 0 && line&rest&-rest != 0 {
					weight += 1 << (2 * bits.OnesCount64(line&own))
				}
			}
			if weight > greatest {
				best, greatest = rest&-rest, weight
			}
		}
		if b.stops(own, other|best) {
			return true
		}
		todo &^= best
	}
	return b.live(other)&^own == 0
}

// live returns the squares of the lines that can still be completed.
func (b *stopper) live(other uint64) (all uint64) {
	for _, line := range b.lines {
		if line&other == 0 {
			all |= line
		}
	}
	return all
}

// TestLeftover: on random sets of lines, the search of what a plan leaves never claims to stop
// lines that brute force completes, and stops most lines that can be stopped.
func TestLeftover(t *testing.T) {
	const squares = 8
	random := rand.New(rand.NewPCG(3, 1))
	stopped, found := 0, 0
	for range 3000 {
		var lines []uint64
		for range 2 + random.IntN(7) {
			var line uint64
			for n := 2 + random.IntN(3); n > 0; n-- {
				line |= 1 << random.IntN(squares)
			}
			lines = append(lines, line)
		}
		exact := stopper{map[[2]uint64]bool{}, lines}
		truth := exact.stops(0, 0)
		l := leftover[narrow]{whole: 16, budget: leftoverBudget, lines: [][]uint64{lines}}
		got := l.holds(0)
		if got && !truth {
			t.Fatalf("%b count as stopped, but one can be completed", lines)
		}
		if truth {
			stopped++
		}
		if got {
			found++
		}
	}
	t.Logf("%d of 3000 are stopped, %d were found", stopped, found)
	if stopped < 500 || 10*found < 9*stopped {
		t.Errorf("%d of %d were found", found, stopped)
	}
}

// TestImproved: if a scheme is enough where the plan of groups was not, the claim fails. The scheme may need a search
// of the lines that it leaves. The positions are from random games on heavy squares.
func TestImproved(t *testing.T) {
	seen := map[bool]int{} // key: whether that search was needed
	for i, r := range []rules{{Columns: 6, Rows: 4, K: 4}, {Columns: 6, Rows: 5, K: 4}} {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(9, uint64(i)))
		exact := stopper{known: map[[2]uint64]bool{}}
		for _, line := range g.lines {
			exact.lines = append(exact.lines, 0)
			for _, sq := range line {
				exact.lines[len(exact.lines)-1] |= 1 << sq
			}
		}
		for range 10000 {
			c := newLineClaim(g.Start().(stones), oxo.First, true).(*lineClaim[narrow])
			for {
				c.look(&c.own, c.contents[0])
				if !c.own.complete.empty() || c.own.potential == 0 {
					break
				}
				if c.claiming && c.prevented() {
					if c.byLeftover() || !c.byPotential && c.pairing.improved {
						seen[c.byLeftover()]++
						if !exact.stops(c.stones[0].low, c.stones[1].low) {
							t.Fatalf("%v: the claim of %b against %b holds, but counts as prevented", r, c.stones[0], c.stones[1])
						}
					}
					break
				}
				c.sort(c.own.live.without(c.taken()), false, 4)
				c.Make(oxo.Move(c.scored[random.IntN(len(c.scored))].sq))
			}
		}
	}
	if t.Logf("%d positions by a scheme alone, %d with a search", seen[false], seen[true]); min(seen[false], seen[true]) < 100 {
		t.Errorf("too few positions of one kind: %v", seen)
	}
}
