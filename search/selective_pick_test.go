//go:build !race

package search

import (
	"slices"
	"testing"

	"oxo"
)

// listed is a game with moves numbered from 0: moves below quietFrom are noisy, and odd noisy
// moves lose.
type listed struct{ Tactical }

const quietFrom = 6

func (listed) Turn() oxo.Side                        { return 0 }
func (listed) Quiet(m oxo.Move) bool                 { return m >= quietFrom }
func (listed) Exchange(m oxo.Move, _ oxo.Score) bool { return m%2 == 0 }

// TestPick: each move is picked once, in the order of the stages, even if the order of quiet
// moves does not matter.
func TestPick(t *testing.T) {
	w := &selective{game: listed{}, quiets: newQuietOrder(), parts: allParts}
	w.quiets.learn(9, 0, 0, 0, 500, allParts)
	w.quiets.learn(7, 0, 0, 0, -500, allParts)
	here := w.ply(0)
	here.moves = []oxo.Move{6, 0, 7, 1, 8, 2, 9, 3, 10, 4}
	here.killers = [2]oxo.Move{1 + 10, 1 + 11} // 11 is not legal here
	for _, c := range []struct {
		best oxo.Move
		from int // number of moves picked before the rest are late
		want []oxo.Move
	}{
		{0, 99, []oxo.Move{0, 2, 4, 10, 9, 6, 8, 7, 1, 3}},
		{1 + 8, 99, []oxo.Move{8, 0, 2, 4, 10, 9, 6, 7, 1, 3}},
		{1 + 3, 99, []oxo.Move{3, 0, 2, 4, 10, 9, 6, 8, 7, 1}},
		{1 + 10, 99, []oxo.Move{10, 0, 2, 4, 9, 6, 8, 7, 1, 3}},
		{1 + 11, 99, []oxo.Move{0, 2, 4, 10, 9, 6, 8, 7, 1, 3}},
		{0, 4, []oxo.Move{0, 2, 4, 10, 9, 8, 7, 6, 1, 3}},
		{0, 5, []oxo.Move{0, 2, 4, 10, 9, 8, 7, 6, 1, 3}},
	} {
		w.arrange(here, c.best, 0)
		var got []oxo.Move
		for i := range here.moves {
			m, losing := w.pick(here, i >= c.from)
			if got = append(got, m); losing != (m%2 == 1 && m < quietFrom && m+1 != c.best) {
				t.Errorf("best %d: move %d loses: %v", c.best-1, m, losing)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("best %d, late from %d: picked %v, not %v", c.best-1, c.from, got, c.want)
		}
	}
}
