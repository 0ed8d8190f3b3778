//go:build !race

package lines

import (
	"slices"
	"testing"

	"oxo"
)

// emptyBoard returns a board without stones.
func emptyBoard(count int, sets ...[]oxo.Move) *Board {
	return &Board{Count: count, Owner: slices.Repeat([]int8{-1}, count), Lines: sets, Kin: NewKin(sets, count)}
}

// TestFindLackingOne: no pairs keep the other side from a line that lacks one square.
func TestFindLackingOne(t *testing.T) {
	b := emptyBoard(6, []oxo.Move{0, 1, 2}, []oxo.Move{3, 4, 5})
	for stones := range 3 {
		if f := (&Finder{}); f.Find(false, b, &Squares{}) != (stones < 2) {
			t.Errorf("%d stones in a line of three: the finder finds %v", stones, f.Found())
		}
		b.Owner[stones] = 1
	}
}

// TestFindShared: a group of lines takes squares that no other group needs. The pairs that the finder finds are a part
// of the format: files leave them out.
func TestFindShared(t *testing.T) {
	b, f := emptyBoard(5, []oxo.Move{0, 1, 2}, []oxo.Move{0, 3, 4}), &Finder{}
	if !f.Find(false, b, &Squares{}) || !slices.Equal(f.Found(), [][2]oxo.Move{{1, 2}, {3, 4}}) {
		t.Errorf("the pairs are %v, want 1 2 and 3 4", f.Found())
	}
}

// TestCompleted: a line is complete if each of its squares is the preventing side's, or the one that counts as its own.
func TestCompleted(t *testing.T) {
	b := emptyBoard(4, []oxo.Move{0, 1, 2})
	b.Owner[0], b.Owner[1] = 0, 0
	for with, want := range map[oxo.Move]bool{2: true, 3: false, NoSquare: false} {
		if got := b.Completed(with); got != want {
			t.Errorf("with square %d: %v, want %v", with, got, want)
		}
	}
	if b.Owner[2] = 0; !b.Completed(NoSquare) {
		t.Error("a whole line is not complete")
	}
	if b.Owner[1] = 1; b.Completed(NoSquare) {
		t.Error("a line with a square of the other side is complete")
	}
}
