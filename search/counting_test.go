package search_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"oxo"
	"oxo/census"
	"oxo/internal/gametest"
	"oxo/search"
)

// byRule works out what endings are worth under the rule of no progress, from their values without it
// and from the rules alone: a value that comes in time stays, others are those of the moves.
type byRule struct {
	without *census.Endings
	known   map[counted]oxo.Score
}

type counted struct {
	key   oxo.Key
	plies int
}

func (r *byRule) value(t *testing.T, p oxo.Clocked) oxo.Score {
	if p.Outcome() != oxo.Ongoing {
		return oxo.Final(p)
	}
	plies, limit := p.Clock()
	if plies >= limit {
		return oxo.Draw
	}
	v, ok := r.without.Lookup(p)
	if !ok {
		t.Fatal("the table does not have the position")
	}
	if v == oxo.Draw || plies+v.Plies() <= limit {
		return v
	}
	at := counted{p.(oxo.Keyed).Key(), plies}
	if v, ok := r.known[at]; ok {
		return v
	}
	best := -oxo.Infinity
	for _, m := range p.Moves(nil) {
		p.Make(m)
		best = max(best, r.value(t, p).ToParent())
		p.Unmake(m)
	}
	r.known[at] = best
	return best
}

// endings is a game with few men, and how its positions are written with their plies without progress.
type endings struct {
	name  string
	men   int
	limit int
	write func(text string, plies int) string
}

func allEndings() []endings {
	fen := func(text string, plies int) string { return text + " " + strconv.Itoa(plies) + " 1" }
	pdn := func(text string, plies int) string { return text + ":H" + strconv.Itoa(plies) }
	return []endings{{"chess:5x5", 3, 100, fen}, {"checkers:4x4", 3, 80, pdn}, {"checkers:6x6", 3, 80, pdn}}
}

// TestCounting: what a search proves of an ending, and of its moves, is what the rule of no progress
// makes of it, whatever the number of plies so far.
func TestCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(40, 50))
	changed, proven := 0, 0
	for _, e := range allEndings() {
		g := gametest.Game(t, e.name)
		table, err := census.SolveEndings(t.Context(), g, e.men, census.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rule := &byRule{table, map[counted]oxo.Score{}}
		s := search.New(search.Options{TableBytes: 1 << 22, KeepTable: true})
		for n := range 120 {
			p := randomEnding(t, g, e, rng)
			if p == nil {
				continue
			}
			text := g.FormatPosition(p)
			want := rule.value(t, p)
			without, _ := table.Lookup(p)
			if want != without {
				changed++
			}
			limits := search.Limits{Nodes: 60_000}
			if n%2 == 0 {
				limits.Depth = 6
			}
			plies, _ := p.Clock()
			r := s.Search(t.Context(), p, limits)
			if want < r.Bounds.Lo() || want > r.Bounds.Hi() {
				t.Errorf("%s %s after %d plies: %v, and %v is proven", e.name, text, plies, want, r.Bounds)
			}
			if r.Proven {
				proven++
			}
			for _, m := range s.Analyze(t.Context(), p, limits) {
				p.Make(m.Move)
				v := rule.value(t, p).ToParent()
				p.Unmake(m.Move)
				if v < m.Bounds.Lo() || v > m.Bounds.Hi() {
					t.Errorf("%s %s after %d plies, %s: %v, and %v is proven", e.name, text, plies, g.FormatMove(p, m.Move), v, m.Bounds)
				}
			}
		}
	}
	if t.Logf("%d values differ from those without the rule, %d were proven", changed, proven); changed < 10 || proven < 100 {
		t.Errorf("too few to mean anything: %d and %d", changed, proven)
	}
}

// randomEnding returns a random ending whose win or loss may come too late, mostly; nil for a number of no position.
func randomEnding(t *testing.T, g oxo.Game, e endings, rng *rand.Rand) oxo.Clocked {
	t.Helper()
	p := g.Start().(census.Ender)
	sizes := p.Endings(e.men)
	class := rng.IntN(len(sizes))
	if sizes[class] == 0 || !p.SetEnding(class, rng.IntN(sizes[class])) || p.Outcome() != oxo.Ongoing {
		return nil
	}
	q, err := g.ParsePosition(e.write(g.FormatPosition(p), e.limit-1-rng.IntN(14)))
	if err != nil {
		t.Fatal(err)
	}
	return q.(oxo.Clocked)
}
