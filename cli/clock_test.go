//go:build !race

package cli

import (
	"math/rand/v2"
	"os"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/prove/solve"
	"oxo/search"
)

// TestClock: solve, analyze, a perfect player and the tables agree on endings with any number of plies without
// progress: a value that is called proven is the value under that rule, and solve says so if it leaves the rule out.
// With OXO_WHOLE=1 the test takes 10,000 endings.
func TestClock(t *testing.T) {
	each := 40
	if os.Getenv("OXO_WHOLE") != "" {
		each = 3334
	}
	rng := rand.New(rand.NewPCG(79, 80))
	changed := 0
	for _, g := range gametest.Clocks(t) {
		c := clockCheck{t: t, g: g, s: search.New(search.Options{KeepTable: true, TableBytes: 16 << 20})}
		for n := 0; n < each; {
			plies := rng.IntN(g.Limit())
			if n%2 == 0 {
				plies = g.Limit() - 1 - rng.IntN(20)
			}
			if p := g.Random(t, rng, plies); p != nil {
				c.check(p)
				n++
			}
		}
		t.Logf("%s: %d endings, %d of them of another value than without the rule, %d solved without it, %d proven by a search, %d moves kept it", g.Name(), each, c.changed, c.without, c.proven, c.kept)
		changed += c.changed
	}
	if changed < each/10 {
		t.Errorf("only %d values depend on the rule", changed)
	}
}

type clockCheck struct {
	t                              *testing.T
	g                              *gametest.Clock
	s                              *search.Searcher
	changed, without, proven, kept int
}

func (c *clockCheck) check(p oxo.Clocked) {
	t, g := c.t, c.g
	t.Helper()
	plies, limit := p.Clock()
	want := g.Value(t, p)
	table, _ := g.Without.Lookup(p)
	if table != want {
		c.changed++
	}
	if b := oxo.UnderClock(p, oxo.Exactly(table)); want < b.Lo() || want > b.Hi() {
		t.Errorf("%s %s after %d plies: %v, and the table says %v", g.Name(), g.FormatPosition(p), plies, want, b)
	}
	proof, err := solve.New(g.Game, p, solve.Options{WholeLine: true, Search: search.Options{TableBytes: 16 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	found, err := proof.Run(t.Context())
	switch {
	case err != nil:
		t.Fatal(err)
	case found.Without != "":
		if c.without++; plies+found.Value.Score.Plies() <= limit {
			t.Errorf("%s %s after %d plies: %v without the rule, and it comes in time", g.Name(), found.Position, plies, found.Value)
		}
	case found.Value.Score != want || !found.Value.Proven:
		t.Errorf("%s %s: solve says %v, and the value is %v", g.Name(), found.Position, found.Value, want)
	}
	c.searches(p, want)
}

// searches compares an analysis and a perfect player.
func (c *clockCheck) searches(p oxo.Clocked, want oxo.Score) {
	t, g := c.t, c.g
	plies, _ := p.Clock()
	limits := search.Limits{Nodes: 4000}
	if v := search.ValueOf(c.s.Analyze(t.Context(), p, limits)); v.Proven {
		if c.proven++; v.Score != want {
			t.Errorf("%s %s after %d plies: an analysis says %v, and the value is %v", g.Name(), g.FormatPosition(p), plies, v, want)
		}
	}
	choice, err := player.NewLeveled(g.Game, player.Perfect, 1, limits).Move(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if !choice.Value.Proven {
		return
	}
	p.Make(choice.Move)
	after := g.Value(t, p).ToParent()
	p.Unmake(choice.Move)
	if c.kept++; choice.Value.Score != want || after != want {
		t.Errorf("%s %s after %d plies: a move worth %v and called %v, and the value is %v", g.Name(), g.FormatPosition(p), plies, after, choice.Value, want)
	}
}
