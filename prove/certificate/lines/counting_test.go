package lines

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCounting: with sets of 128 squares the lines that count, and what pairs leave of them, are those that sets of any size give.
func TestCounting(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 4))
	boards, short, lone, loose := 0, 0, 0, 0
	for n := range 4000 {
		b, ok := eitherBoard(t, random, n)
		if !ok {
			continue
		}
		for m := range b.Owner {
			if n%2 == 1 && random.IntN(3) == 0 {
				b.Owner[m] = int8(random.IntN(2))
			}
		}
		partner := func() Mates { return randomPairs(random, b) }
		if random.IntN(3) == 0 {
			if left, ok := b.Without(partner()); ok && len(left.Lines) > 0 {
				b.Narrow(left)
				lone++
			}
		}
		c := &counting{}
		if boards++; !c.of(b) {
			short++
			continue
		}
		lines, pairs := b.Counted(nil), partner()
		if got := c.counted(b); !slices.EqualFunc(lines, got, slices.Equal) {
			t.Fatalf("%v: the lines %v count, and %v with small sets", b.Owner, lines, got)
		}
		want := b.Loose(pairs)
		if got := c.left(pairs); !slices.Equal(want, got) {
			t.Fatalf("%v: pairs %v leave %v, and %v with small sets", b.Owner, pairs, want, got)
		}
		loose += len(want)
	}
	if t.Log(boards, "boards,", short, "with a short line,", lone, "with pairs aside,", loose, "lines left"); boards-short < 1000 || lone < 500 || loose < 10000 {
		t.Error("too few")
	}
}
