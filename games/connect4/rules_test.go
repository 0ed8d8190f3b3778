//go:build !race

package connect4_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/search"
)

// TestRulesAgainstTheOracle compares the guide's bounds after the moves of random positions
// with an exhaustive search without a guide: no rule contradicts it. It counts how often each
// rule applied, so that one that never applies is noticed.
func TestRulesAgainstTheOracle(t *testing.T) {
	many := 4000
	if testing.Short() {
		many = 300
	}
	for _, size := range []string{"4x4", "5x4", "4x5", "5x5", "6x4", "4x6", "6x5", "7x6", "7x5", "4x9", "9x4", "8x7"} {
		t.Run(size, func(t *testing.T) {
			t.Parallel()
			g := game(t, size)
			var columns, rows int
			if _, err := fmt.Sscanf(size, "%dx%d", &columns, &rows); err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(uint64(columns), uint64(rows)))
			plain := search.New(search.Options{NoGuide: true, TableBytes: 1 << 22})
			spoke, checked := map[string]int{}, 0
			for range many {
				left := 3 + rng.IntN(10)
				p := ending(g, rng, columns*rows-left)
				if p == nil {
					continue
				}
				children, _ := p.(oxo.Guided).Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
				for _, c := range children {
					checked++
					p.Make(c.Move)
					value := plain.Search(context.Background(), p, search.Limits{}).Score.ToParent()
					p.Unmake(c.Move)
					if value < c.Lo() || value > c.Hi() {
						t.Fatalf("%s: column %d is worth %v, the rules say %v to %v", g.FormatPosition(p), c.Move+1, value, c.Lo(), c.Hi())
					}
					switch even := left%2 != 0; {
					case c.Lo() == oxo.Win(3):
						spoke["two threats"]++
					case c.Lo().IsWin() && even:
						spoke["follow-up wins"]++
					case c.Lo().IsWin():
						spoke["zugzwang wins"]++
					case c.Lo() == oxo.Draw && even:
						spoke["follow-up holds"]++
					}
				}
			}
			t.Logf("%d moves checked, %v", checked, spoke)
			for _, rule := range []string{"two threats", "follow-up wins", "zugzwang wins", "follow-up holds"} {
				if spoke[rule] == 0 {
					t.Errorf("%s never spoke", rule)
				}
			}
		})
	}
}

// ending plays a number of random moves that do not end the game; it returns nil if no such
// move is left.
func ending(g oxo.Game, rng *rand.Rand, plies int) oxo.Position {
	p := g.Start()
	for range plies {
		moves := p.Moves(nil)
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		quiet := slices.IndexFunc(moves, func(m oxo.Move) bool {
			p.Make(m)
			defer p.Unmake(m)
			return p.Outcome() == oxo.Ongoing
		})
		if quiet < 0 {
			return nil
		}
		p.Make(moves[quiet])
	}
	return p
}

// BenchmarkSolve proves a position of the opening. Its profile is part of cmd/oxo/default.pgo.
func BenchmarkSolve(b *testing.B) {
	g := game(b, "7x6")
	p, err := g.ParsePosition("4444441717")
	if err != nil {
		b.Fatal(err)
	}
	s := search.New(search.Options{})
	var nodes uint64
	for b.Loop() {
		nodes += s.Search(context.Background(), p, search.Limits{}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}
