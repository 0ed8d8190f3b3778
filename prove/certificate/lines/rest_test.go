//go:build !race

package lines

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// few are sets on eight squares, for brute force.
type few struct {
	sets  []uint64
	known map[[3]uint64]bool
}

// kept reports by brute force whether the preventing side gets a square of each set.
func (f *few) kept(mine, theirs uint64, turn bool) bool {
	key := [3]uint64{mine, theirs, 0}
	if turn {
		key[2] = 1
	}
	if v, ok := f.known[key]; ok {
		return v
	}
	v := f.look(mine, theirs, turn)
	f.known[key] = v
	return v
}

func (f *few) look(mine, theirs uint64, turn bool) bool {
	for _, set := range f.sets {
		if set&^theirs == 0 {
			return false
		}
	}
	if mine|theirs == 0xff {
		return true
	}
	for sq := range 8 {
		bit := uint64(1) << sq
		if (mine|theirs)&bit != 0 {
			continue
		}
		if turn && f.kept(mine|bit, theirs, false) {
			return true
		}
		if !turn && !f.kept(mine, theirs|bit, true) {
			return false
		}
	}
	return !turn
}

// TestRest compares the search of a leaf with brute force on a few squares. If the search says
// that the sets are kept, this is true. It tries four replies, so it may miss some, but not many.
func TestRest(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	said, missed := 0, 0
	for range 3000 {
		f := &few{known: map[[3]uint64]bool{}}
		for range 2 + random.IntN(9) {
			var set uint64
			for range 2 + random.IntN(4) {
				set |= 1 << random.IntN(8)
			}
			f.sets = append(f.sets, set)
		}
		kept := f.kept(0, 0, false)
		switch got := (&Rest{}).Keeps(f.sets, SearchBudget); {
		case got && !kept:
			t.Fatalf("%b: said to be kept from a side that gets one", f.sets)
		case got:
			said++
		case kept:
			missed++
		}
		sq, ok := (&Rest{}).Holding(f.sets)
		if ok && !f.kept(1<<sq, 0, false) {
			t.Fatalf("%b: square %d does not hold them", f.sets, sq)
		}
		if !ok && weigh(f.sets).total >= FullWeight && f.kept(0, 0, true) {
			missed++
		}
	}
	if t.Logf("%d kept, %d missed", said, missed); said < 200 || missed > said/50 {
		t.Errorf("%d are said to be kept or held, %d are missed", said, missed)
	}
}

// CheckWithout recounts what pairs leave: lines that are alive without a pair of their own, and the
// squares of pairs in them; the call must fail if both squares of a pair are in such lines.
func CheckWithout(t *testing.T, boards Boards) {
	t.Helper()
	random := rand.New(rand.NewPCG(33, 34))
	some, refused := 0, 0
	for n := range 2000 {
		b, ok := boards(t, random, n)
		if !ok {
			continue
		}
		partner := randomPairs(random, b)
		left, want, given := 0, true, map[oxo.Move]bool{}
		for _, line := range b.Lines {
			if !b.Alive(line) || Covered(line, partner) {
				continue
			}
			left++
			for _, m := range line {
				given[m] = given[m] || partner.Has(m)
			}
		}
		squares := 0
		for m, is := range given {
			if !is {
				continue
			}
			squares++
			other, _ := partner.Of(m)
			want = want && !given[other]
		}
		r, got := b.Without(partner)
		if got != want || len(r.Lines) != left || len(r.Given) != squares {
			t.Fatalf("%v, pairs %v: %d lines and %v given, %v; want %d, %d, %v", b.Lines, partner, len(r.Lines), r.Given, got, left, squares, want)
		}
		some += min(squares, 1)
		if !got {
			refused++
		}
	}
	if some-refused < 50 || refused < 50 {
		t.Errorf("%d boards with squares that are given, %d of them refused", some, refused)
	}
}
