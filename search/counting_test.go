//go:build !race

package search_test

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestCounting: what a search proves of an ending, and of its moves, obeys the rule of no
// progress, for any number of plies so far.
func TestCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(40, 50))
	changed, proven := 0, 0
	for _, g := range gametest.Clocks(t) {
		s := search.New(search.Options{TableBytes: 1 << 22, KeepTable: true})
		for n := range 120 {
			p := g.Random(t, rng, g.Limit()-1-rng.IntN(24))
			if p == nil {
				continue
			}
			want := g.Value(t, p)
			if without, _ := g.Without.Lookup(p); want != without {
				changed++
			}
			limits := search.Limits{Nodes: 60_000}
			if n%2 == 0 {
				limits.Depth = 6
			}
			if checkCounting(t, g, p, s, limits) {
				proven++
			}
		}
	}
	if t.Logf("%d values differ from those without the rule, %d were proven", changed, proven); changed < 10 || proven < 100 {
		t.Errorf("too few to mean anything: %d and %d", changed, proven)
	}
}

// checkCounting compares a search and an analysis of an ending with its value, and reports whether the search proved it.
func checkCounting(t *testing.T, g *gametest.Clock, p oxo.Clocked, s *search.Searcher, limits search.Limits) bool {
	t.Helper()
	plies, _ := p.Clock()
	want := g.Value(t, p)
	r := s.Search(t.Context(), p, limits)
	if want < r.Bounds.Lo() || want > r.Bounds.Hi() {
		t.Errorf("%s %s after %d plies: %v, and %v is proven", g.Name(), g.FormatPosition(p), plies, want, r.Bounds)
	}
	for _, m := range s.Analyze(t.Context(), p, limits) {
		p.Make(m.Move)
		v := g.Value(t, p).ToParent()
		p.Unmake(m.Move)
		if v < m.Bounds.Lo() || v > m.Bounds.Hi() {
			t.Errorf("%s %s after %d plies, %s: %v, and %v is proven", g.Name(), g.FormatPosition(p), plies, g.FormatMove(p, m.Move), v, m.Bounds)
		}
	}
	return r.Proven
}

// thrice is a game of checkers in which kings move back and forth: the third occurrence of a state is a draw.
const thrice = "W:WK5,K13:BK18"

// TestThirdTime: a state that was reached twice before the root ends the game when it is
// reached again. Proven values take that into account, at the root and later.
func TestThirdTime(t *testing.T) {
	g := gametest.Game(t, "checkers:6x6")
	start, err := g.ParsePosition(thrice)
	if err != nil {
		t.Fatal(err)
	}
	p := start.(oxo.Clocked)
	if fresh := search.New(search.Options{}).Search(t.Context(), p, search.Limits{Nodes: 300_000}); !fresh.Score.IsWin() {
		t.Fatalf("%v: the test wants a win", fresh.Value)
	}
	rng := rand.New(rand.NewPCG(1, 3))
	twice := 0
	for n := 0; n < 4000 && twice < 60; n++ {
		q := p.Clone().(oxo.Clocked)
		for range 8 + rng.IntN(12) {
			if moves := q.Moves(nil); q.Outcome() == oxo.Ongoing && len(moves) > 0 {
				q.Make(moves[rng.IntN(min(2, len(moves)))])
			}
		}
		if len(q.Twice()) == 0 || q.Outcome() != oxo.Ongoing {
			continue
		}
		twice++
		plies, _ := q.Clock()
		r := search.New(search.Options{}).Search(t.Context(), q, search.Limits{Nodes: 50_000})
		want := byHistory(q, q.Twice(), 5)
		if want.And(r.Bounds); want.Lo() > r.Bounds.Hi() || want.Hi() < r.Bounds.Lo() {
			t.Errorf("%s after %d plies with %d states twice: between %v and %v, and %v to %v is proven", g.FormatPosition(q), plies, len(q.Twice()), want.Lo(), want.Hi(), r.Bounds.Lo(), r.Bounds.Hi())
		}
	}
	if twice < 20 {
		t.Errorf("only %d positions with states that came about twice", twice)
	}
}

// byHistory returns what plain minimax proves within a depth if states of the past end the
// game.
func byHistory(p oxo.Clocked, twice []uint64, depth int) oxo.Bounds {
	if p.Outcome() != oxo.Ongoing {
		return oxo.Exactly(oxo.Final(p))
	}
	if depth == 0 {
		return oxo.Between(-oxo.Infinity, oxo.Infinity)
	}
	lo, hi := -oxo.Infinity, -oxo.Infinity
	for _, m := range p.Moves(nil) {
		p.Make(m)
		b := oxo.Exactly(oxo.Draw)
		over := false
		for _, h := range twice {
			over = over || h == p.Hash()
		}
		if plies, limit := p.Clock(); !over && plies < limit || p.Outcome() != oxo.Ongoing {
			b = byHistory(p, twice, depth-1)
		}
		p.Unmake(m)
		lo, hi = max(lo, b.ToParent().Lo()), max(hi, b.ToParent().Hi())
	}
	return oxo.Between(lo, hi)
}
