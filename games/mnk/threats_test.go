//go:build !race

package mnk

import (
	"context"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/search"
)

// TestThreatsAreProven compares every forced win found on small boards with the engine's exact
// value: it is a win, and claims no fewer plies than the fastest.
func TestThreatsAreProven(t *testing.T) {
	for _, r := range []rules{
		{Columns: 5, Rows: 5, K: 4}, {Columns: 6, Rows: 5, K: 4}, {Columns: 6, Rows: 6, K: 4}, {Columns: 5, Rows: 5, K: 4, Exact: true}, {Columns: 5, Rows: 5, K: 4, Torus: true},
	} {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		g.wide = newWideTables(g)
		s := search.New(search.Options{TableBytes: 1 << 22})
		rng := rand.New(rand.NewPCG(1, 2))
		found, most := 0, 60
		if testing.Short() {
			most = 10
		}
		for tries := 0; found < most && tries < 100*most; tries++ {
			p, w := g.Start(), newWide(g)
			for range 5 + rng.IntN(7) {
				if moves := p.Moves(nil); len(moves) > 0 {
					m := moves[rng.IntN(len(moves))]
					p.Make(m)
					w.Make(m)
				}
			}
			if p.Outcome() != oxo.Ongoing {
				continue
			}
			n := w.winByFours(w.ply&1, 1000)
			m, _ := w.winByThreats(w.ply&1, 1000)
			if n == 0 && m == 0 || n == 1 || m == 3 {
				continue // a guide knows it anyway
			}
			found++
			v := s.Search(context.Background(), p, search.Limits{}).Score
			if n > 0 && v < oxo.Win(n) || m > 0 && v < oxo.Win(m) {
				t.Errorf("%s %s: found wins in %d and %d, but it is a %v", g.Name(), g.FormatPosition(p), n, m, v)
			}
		}
		t.Logf("%s: %d positions", g.Name(), found)
	}
}

// TestThreatBounds compares the bounds of a wide board's guide, for the position and each move,
// with the engine's exact value on small boards.
func TestThreatBounds(t *testing.T) {
	for _, r := range []rules{{Columns: 5, Rows: 5, K: 4}, {Columns: 6, Rows: 5, K: 4, Exact: true}, {Columns: 6, Rows: 6, K: 4}} {
		g, err := gameOf(r)
		if err != nil {
			t.Fatal(err)
		}
		g.wide = newWideTables(g)
		s := search.New(search.Options{TableBytes: 1 << 22})
		rng := rand.New(rand.NewPCG(5, 6))
		positions, proven, lost := 60, 0, 0
		if testing.Short() {
			positions = 10
		}
		for range positions {
			p, w := g.Start(), newWide(g)
			for range 6 + rng.IntN(7) {
				if moves := p.Moves(nil); len(moves) > 0 {
					m := moves[rng.IntN(len(moves))]
					p.Make(m)
					w.Make(m)
				}
			}
			v := s.Search(context.Background(), p, search.Limits{}).Score
			for _, window := range [][2]oxo.Score{{-oxo.Infinity, oxo.Infinity}, {-1, 1}, {oxo.Draw, 1}, {v - 1, v + 1}} {
				children, b := (*wideGuide)(w).Expand(window[0], window[1], nil)
				if v < b.Lo() || v > b.Hi() {
					t.Errorf("%s %s: a %v is not in %v", g.Name(), g.FormatPosition(p), v, b)
				}
				if b.Lo().IsWin() {
					proven++
				}
				for _, c := range children {
					if c.Hi() > b.Hi() || c.Lo() == -oxo.Infinity && c.Hi() >= oxo.Draw {
						continue
					}
					lost++
					p.Make(c.Move)
					if of := s.Search(context.Background(), p, search.Limits{}).Score.ToParent(); of < c.Lo() || of > c.Hi() {
						t.Errorf("%s %s: move %d, a %v, is not in %v", g.Name(), g.FormatPosition(p), c.Move, of, c.Bounds)
					}
					p.Unmake(c.Move)
				}
			}
		}
		if proven == 0 || lost == 0 {
			t.Errorf("%s: %d bounds of wins, %d of moves", g.Name(), proven, lost)
		}
	}
}

// TestThreatsDoNotAllocate covers a search for a forced win, and a list of moves.
func TestThreatsDoNotAllocate(t *testing.T) {
	g, err := gameOf(rules{Columns: 15, Rows: 15, K: 5})
	if err != nil {
		t.Fatal(err)
	}
	w := wideOf(t, g, "15/15/15/15/4O2XO1X4/7OXO5/5OX1X6/4XXOX7/7XO6/5O2O6/15/15/15/15/15")
	tactical := &tacticalWide{*w}
	buf := make([]oxo.Move, 0, g.squares)
	w.winByThreats(w.ply&1, 100) // allocates its memory
	tactical.shortlist(6, buf)
	if n := testing.AllocsPerRun(10, func() {
		w.winByThreats(w.ply&1, 1000)
		tactical.shortlist(6, buf)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
