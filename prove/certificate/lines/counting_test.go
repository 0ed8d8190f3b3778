//go:build !race

package lines

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
)

// Boards returns the n-th board of a test, or false if a random game ended first. Package certtest has such boards,
// but it imports this package. So the tests inside this package get them as an argument from the tests outside.
type Boards func(t *testing.T, random *rand.Rand, n int) (*Board, bool)

// CheckCounting compares sets of 128 squares with sets of any size: see TestCounting.
func CheckCounting(t *testing.T, boards Boards) {
	t.Helper()
	random := rand.New(rand.NewPCG(12, 4))
	all, short, lone, loose := 0, 0, 0, 0
	for n := range 4000 {
		b, ok := boards(t, random, n)
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
		if all++; !c.of(b) {
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
	if t.Log(all, "boards,", short, "with a short line,", lone, "with pairs aside,", loose, "lines left"); all-short < 1000 || lone < 500 || loose < 10000 {
		t.Error("too few")
	}
}

// randomPairs returns up to three pairs of empty squares, each of one line.
func randomPairs(random *rand.Rand, b *Board) (partner Mates) {
	for range random.IntN(4) {
		line := b.Lines[random.IntN(len(b.Lines))]
		in := slices.DeleteFunc(slices.Clone(line), func(m oxo.Move) bool { return !b.Empty(m) || partner.Has(m) })
		if len(in) < 2 {
			continue
		}
		random.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		partner.Join(in[0], in[1])
	}
	return partner
}
