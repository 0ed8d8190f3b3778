//go:build !race

package mnk

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/knowledge"
)

// TestInner: a place of a smaller board has the stones of the larger one, at most some more
// stones of the other side, the same side to move, and moves that lead to the same squares.
func TestInner(t *testing.T) {
	for name, c := range map[string]struct {
		large, small rules
		places       int
	}{
		"word": {rules{Columns: 6, Rows: 4, K: 4}, rules{Columns: 5, Rows: 4, K: 4}, 2},
		"both": {rules{Columns: 6, Rows: 5, K: 3}, rules{Columns: 4, Rows: 3, K: 3}, 9},
		"wide": {rules{Columns: 10, Rows: 8, K: 5}, rules{Columns: 8, Rows: 8, K: 5}, 3},
	} {
		large, small := newGame(t, c.large), newGame(t, c.small)
		random := rand.New(rand.NewPCG(3, 3))
		for n := range 300 {
			p := large.empty()
			for range n % 16 {
				if moves := p.Moves(nil); p.Outcome() == oxo.Ongoing {
					p.Make(moves[random.IntN(len(moves))])
				}
			}
			places := p.(knowledge.Claimer).Inner(small)
			if len(places) != c.places {
				t.Fatalf("%s: %d places, not %d", name, len(places), c.places)
			}
			for _, place := range places {
				if place.Position != nil {
					checkPlace(t, large, small, p, place)
				}
			}
		}
	}
}

func checkPlace(t *testing.T, large, small *game, p stones, place knowledge.Inner) {
	t.Helper()
	inner, turn := place.Position.(stones), p.Turn()
	if inner.Turn() != turn {
		t.Fatalf("%s: another side is to move", large.FormatPosition(p))
	}
	for sq := range small.squares {
		out := int(place.Outer(oxo.Move(sq)))
		want, taken := p.stone(out)
		got, has := inner.stone(sq)
		added := has && !taken && got != turn
		if !added && (taken != has || taken && got != want) {
			t.Fatalf("%s: %s has something else at %s", large.FormatPosition(p), small.FormatPosition(inner), large.squareName(out))
		}
	}
}

// TestNoInner: a board with other rules, or one that is not smaller, has no place.
func TestNoInner(t *testing.T) {
	p := newGame(t, rules{Columns: 6, Rows: 4, K: 4}).empty().(knowledge.Claimer)
	for _, r := range []rules{
		{Columns: 6, Rows: 4, K: 4},
		{Columns: 5, Rows: 5, K: 4},
		{Columns: 5, Rows: 4, K: 3},
		{Columns: 5, Rows: 4, K: 4, Misere: true},
		{Columns: 5, Rows: 4, K: 4, Torus: true},
	} {
		if places := p.Inner(newGame(t, r)); places != nil {
			t.Errorf("%+v: %d places", r, len(places))
		}
	}
	torus := newGame(t, rules{Columns: 6, Rows: 4, K: 4, Torus: true}).empty().(knowledge.Claimer)
	if places := torus.Inner(newGame(t, rules{Columns: 5, Rows: 4, K: 4, Torus: true})); places != nil {
		t.Errorf("a torus: %d places", len(places))
	}
}

func newGame(t testing.TB, r rules) *game {
	t.Helper()
	g, err := gameOf(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
