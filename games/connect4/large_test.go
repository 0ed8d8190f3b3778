//go:build !race

package connect4

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"oxo"
	"oxo/oxotest"
	"oxo/search"
)

// TestLargeAsSmall plays random games on boards that both representations can hold: moves, ends, keys of mirror images,
// texts, estimates, reasons, and what the guides say of the moves are the same.
func TestLargeAsSmall(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {5, 4}, {7, 6}, {6, 7}, {8, 7}, {12, 4}, {4, 15}} {
		g, err := newGame(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		large := newLarge(size[0], size[1])
		rng := rand.New(rand.NewPCG(uint64(size[0]), uint64(size[1])))
		for range 300 {
			p, q := g.Start().(*position), large.Start().(*largePosition)
			for {
				same(t, g, large, p, q)
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				p.Make(m)
				q.Make(m)
				if rng.IntN(4) == 0 {
					q.Unmake(m)
					q.Make(m)
				}
			}
		}
	}
}

// same compares a position in both representations.
func same(t *testing.T, g *game, large *largeGame, p *position, q *largePosition) {
	t.Helper()
	text := g.FormatPosition(p)
	equal := func(what string, a, b any) {
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%s: %s: %v, on a large board %v", text, what, a, b)
		}
	}
	equal("text", text, large.FormatPosition(q))
	equal("moves", p.Moves(nil), q.Moves(nil))
	equal("outcome", p.Outcome(), q.Outcome())
	equal("key", p.Key(), q.Key())
	a, i := p.Canonical()
	b, j := q.Canonical()
	equal("canonical key", []any{a, i}, []any{b, j})
	equal("estimate", p.Evaluate(), q.Evaluate())
	equal("terms", p.Terms(), q.Terms())
	equal("line", p.Line(), q.Line())
	for _, m := range p.Moves(nil) {
		if motives := p.Motives(m); len(motives) > 0 { // the small boards' plans have at most one pair of single squares
			equal("motives", motives, q.Motives(m))
		}
	}
	again, err := large.ParsePosition(text)
	if err != nil || again.Hash() != q.Hash() {
		t.Fatalf("%s is read as %v, %v", text, again, err)
	}
	children, bounds := p.Clone().(*position).Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
	others, limits := q.Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
	equal("bounds", bounds, limits)
	if p.Outcome() == oxo.Ongoing && bounds == openBounds() {
		for i := range children {
			if children[i].Lo() == children[i].Hi() { // such a move is not searched, so its order is of no use
				children[i].Order, others[i].Order = 0, 0
			}
		}
		equal("children", children, others)
	}
}

// TestLargeValues: a search of the large representation finds the values that the small one has.
func TestLargeValues(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {5, 4}, {4, 5}, {7, 6}, {8, 6}} {
		g, err := newGame(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		large := newLarge(size[0], size[1])
		rng := rand.New(rand.NewPCG(1, uint64(size[1])))
		s, l := search.New(search.Options{}), search.New(search.Options{})
		for range 60 {
			plies := max(0, size[0]*size[1]-22)
			p := random(g, rng, plies)
			if p == nil {
				continue
			}
			q, err := large.ParsePosition(g.FormatPosition(p))
			if err != nil {
				t.Fatal(err)
			}
			a, b := s.Search(t.Context(), p, search.Limits{}), l.Search(t.Context(), q, search.Limits{})
			if a.Value != b.Value {
				t.Fatalf("%s: %v, on a large board %v", g.FormatPosition(p), a.Value, b.Value)
			}
		}
	}
}

// TestLargeConformance: boards of more than 64 bits keep the contract.
func TestLargeConformance(t *testing.T) {
	for size, perft := range map[string][]uint64{"8x8": {1, 8, 64, 512}, "9x7": {1, 9, 81}, "7x9": {}, "5x12": {}, "16x7": {}, "25x4": {}, "4x31": {}, "11x10": {}} {
		t.Run(size, func(t *testing.T) {
			t.Parallel()
			g, err := parse(size, nil)
			if err != nil {
				t.Fatal(err)
			}
			oxotest.Run(t, g, oxotest.Options{Perft: perft})
		})
	}
}

// TestLargeWrong: sizes that no word holds are refused, with the limit.
func TestLargeWrong(t *testing.T) {
	for size, hint := range map[string]string{"3x60": "at least 4", "12x10": "at most 128", "26x4": "at most 128", "4x32": "at most 128", "999x999": "at most 128"} {
		if _, err := parse(size, nil); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: %v, want %q", size, err, hint)
		}
	}
}
