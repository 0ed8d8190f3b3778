//go:build !race

package connect4

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"oxo"
)

// TestHeld changes a policy again and again. It compares a finder that remembers earlier
// policies with one that knows nothing: both must say the same about whether the policy holds.
func TestHeld(t *testing.T) {
	for _, size := range [][2]int{{5, 4}, {4, 5}, {6, 4}, {6, 5}} {
		g, err := newGame(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(31, uint64(size[0])))
		f := g.Policies(oxo.Draw, 0).(*policies)
		held, known := 0, 0
		for range 200 {
			at := g.Start().(*position)
			for range size[0]*size[1] - 2 - random.IntN(10) {
				if moves := at.Moves(nil); len(moves) > 0 {
					at.Make(moves[random.IntN(len(moves))])
				}
			}
			if at.Outcome() != oxo.Ongoing {
				continue
			}
			f.begin(t.Context(), at)
			for range 20 {
				f.vary(random)
				plain := g.Policies(oxo.Draw, 0).(*policies)
				plain.begin(t.Context(), at)
				plain.answer, plain.first = f.answer, f.playable(at.now.mask())
				if f.first = plain.first; random.IntN(2) == 0 {
					f.refuted = f.refuted[:0]
				}
				holds := f.holds()
				if holds != plain.holds() {
					t.Fatalf("%s with %v: %v", g.FormatPosition(at), f.answer, holds)
				}
				if holds {
					held++
					known += plain.states - f.states
				}
			}
		}
		if t.Logf("%v: %d held, %d states known", size, held, known); held < 100 || known < 500 {
			t.Errorf("%v: only %d held, with %d states that were known", size, held, known)
		}
	}
}

// vary changes one or two answers of a policy, or deletes them.
func (f *policies) vary(random *rand.Rand) {
	for range 1 + random.IntN(2) {
		reply, answer := bits.TrailingZeros64(f.empty(random)), f.empty(random)
		if f.answer[reply] = answer; random.IntN(3) == 0 {
			f.answer[reply] = 0
		}
	}
}

// empty returns an empty square.
func (f *policies) empty(random *rand.Rand) (square uint64) {
	left := f.board &^ (f.start.mine | f.start.other)
	for range 1 + random.IntN(bits.OnesCount64(left)) {
		square = left & -left
		left ^= square
	}
	return square
}
