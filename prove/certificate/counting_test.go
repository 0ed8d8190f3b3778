package certificate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
)

// TestCounting: with sets of 128 squares the lines that count, and what pairs leave of them, are those that sets of any size give.
func TestCounting(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 4))
	boards, short, lone, loose := 0, 0, 0, 0
	for n := range 4000 {
		b, ok := varied(t, random, n)
		if !ok {
			continue
		}
		g := &guesser{random: random, b: b}
		for m := range b.owner {
			if n%2 == 1 && random.IntN(3) == 0 {
				b.owner[m] = int8(random.IntN(2))
			}
		}
		partner := func() (all mates) {
			for pairs := g.pairs(Pairs)[2:]; len(pairs) > 1; pairs = pairs[2:] {
				all.join(oxo.Move(pairs[0]), oxo.Move(pairs[1]))
			}
			return all
		}
		if random.IntN(3) == 0 {
			if left, ok := b.without(partner()); ok && len(left.lines) > 0 {
				b.narrow(left)
				lone++
			}
		}
		c := &counting{}
		if boards++; !c.of(b) {
			short++
			continue
		}
		lines, pairs := b.counted(nil), partner()
		if got := c.counted(b); !slices.EqualFunc(lines, got, slices.Equal) {
			t.Fatalf("%v: the lines %v count, and %v with small sets", b.owner, lines, got)
		}
		want := b.loose(pairs)
		if got := c.left(pairs); !slices.Equal(want, got) {
			t.Fatalf("%v: pairs %v leave %v, and %v with small sets", b.owner, pairs, want, got)
		}
		loose += len(want)
	}
	if t.Log(boards, "boards,", short, "with a short line,", lone, "with pairs aside,", loose, "lines left"); boards-short < 1000 || lone < 500 || loose < 10000 {
		t.Error("too few")
	}
}
