package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"oxo"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestPublishedValues checks the values of empty boards that are published or
// were computed independently.
func TestPublishedValues(t *testing.T) {
	s := search.New(search.Options{})
	for name, want := range map[string]int{ // 1: the first side wins
		"mnk:3x3x3": 0, "mnk:3x4x3": 1, "mnk:4x4x3": 1, "mnk:4x4x4": 0, "mnk:5x4x4": 0, "mnk:5x5x4": 0,
		"mnk:6x5x4": 1, "mnk:5x5x5": 0, "mnk:6x6x5": 0,
		"mnk:3x3x3,misere": 0, "mnk:3x4x3,misere": -1, "mnk:4x4x3,misere": -1, "mnk:4x4x4,misere": 0,
		"mnk:3x3x3,torus": 1, "mnk:4x4x4,torus": 0,
	} {
		r := s.Search(context.Background(), gametest.Game(t, name).Start(), search.Limits{})
		if !r.Proven || r.Score.Sign() != want {
			t.Errorf("%s: %v, want sign %d", name, r.Value, want)
		}
	}
}

func TestCancelledBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := gametest.Game(t, "gomoku")
	begun := time.Now()
	r := search.New(search.Options{}).Search(ctx, g.Start(), search.Limits{})
	if r.Proven || !r.Stopped || !r.HasMove {
		t.Errorf("a cancelled search says %+v", r)
	}
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("a cancelled search takes %v", took)
	}
}

func TestCancelledOnTheWay(t *testing.T) {
	for _, name := range []string{"gomoku", "mnk:7x7x4", "mnk:6x6x4,misere"} {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		g := gametest.Game(t, name)
		p := g.Start()
		before := g.FormatPosition(p)
		r := search.New(search.Options{}).Search(ctx, p, search.Limits{})
		cancel()
		if r.Proven || !r.Stopped || !r.HasMove {
			t.Errorf("%s: a search cancelled on the way says %+v", name, r)
		}
		if g.FormatPosition(p) != before {
			t.Errorf("%s: a cancelled search leaves %s", name, g.FormatPosition(p))
		}
	}
}

func TestLimits(t *testing.T) {
	g := gametest.Game(t, "gomoku")
	s := search.New(search.Options{})
	for _, l := range []search.Limits{{Nodes: 1}, {Nodes: 1000}, {Time: time.Millisecond}, {Depth: 1}, {Depth: 2, Nodes: 100}, {Depth: 3, Time: time.Millisecond}} {
		p := g.Start()
		r := s.Search(context.Background(), p, l)
		if r.Proven || !r.HasMove {
			t.Errorf("limits %+v: %+v", l, r)
		}
		if l.Nodes > 0 && r.Nodes > l.Nodes+1 {
			t.Errorf("limits %+v: %d nodes", l, r.Nodes)
		}
		if l.Depth > 0 && r.Depth > l.Depth {
			t.Errorf("limits %+v: depth %d", l, r.Depth)
		}
	}
}

// TestLimitedSearchIsHonest checks that a search with limits never calls a
// wrong value proven, and that its bounds hold.
func TestLimitedSearchIsHonest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	full := search.New(search.Options{})
	for _, name := range []string{"mnk:4x4x4", "mnk:4x4x3", "mnk:5x4x4,misere", "mnk:4x4x4,torus", "mnk:5x5x4"} {
		g := gametest.Game(t, name)
		for variant, opts := range map[string]search.Options{"": {}, "no guide": {NoGuide: true}, "no table": {NoTable: true}, "tiny": {TableBytes: 500}} {
			s := search.New(opts)
			for range 60 {
				p := ending(g, rng, 8+rng.IntN(3))
				if p == nil {
					continue
				}
				want := full.Search(context.Background(), p, search.Limits{}).Score
				for _, l := range []search.Limits{{Depth: 1 + rng.IntN(9)}, {Nodes: 1 + rng.Uint64N(3000)}, {Depth: 1 + rng.IntN(9), Nodes: 1 + rng.Uint64N(3000)}} {
					r := s.Search(context.Background(), p, l)
					if r.Proven && r.Score != want || want < r.Bounds.Lo || want > r.Bounds.Hi {
						t.Fatalf("%s %s %s %+v: %v in %v to %v, the value is %v", name, variant, g.FormatPosition(p), l, r.Value, r.Bounds.Lo, r.Bounds.Hi, want)
					}
				}
			}
		}
	}
}

func TestAnalyze(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s := search.New(search.Options{})
	for _, name := range []string{"tictactoe", "mnk:4x4x4", "mnk:4x4x3,misere", "mnk:5x4x4,torus"} {
		g := gametest.Game(t, name)
		for range 40 {
			p := ending(g, rng, 9)
			if p == nil {
				continue
			}
			value := oracle(t, p)
			best := -oxo.Infinity
			for _, m := range s.Analyze(context.Background(), p, search.Limits{}) {
				checkLine(t, g, p, m)
				best = max(best, m.Score)
			}
			if best != value {
				t.Fatalf("%s: the best move is worth %v, the position %v", g.FormatPosition(p), best, value)
			}
		}
	}
}

// checkLine plays a line to its end, which must come when the value says.
func checkLine(t *testing.T, g oxo.Game, p oxo.Position, m search.MoveResult) {
	t.Helper()
	q := p.Clone()
	for _, move := range m.Line {
		q.Make(move)
	}
	o := q.Outcome()
	if !m.Proven || m.Line[0] != m.Move || o == oxo.Ongoing {
		t.Fatalf("%s: move %+v ends %v", g.FormatPosition(p), m, o)
	}
	end := o.Score()
	for range m.Line {
		end = end.Back()
	}
	if end != m.Score {
		t.Fatalf("%s: the line of %s ends as %v, but its value is %v", g.FormatPosition(p), g.FormatMove(p, m.Move), end, m.Score)
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	for _, name := range []string{"tictactoe", "mnk:4x4x4", "mnk:4x4x4,misere", "mnk:5x4x4", "mnk:9x8x7"} {
		p := gametest.Game(t, name).Start()
		for _, m := range p.Moves(nil)[:1] {
			p.Make(m)
		}
		s := search.New(search.Options{})
		limits := search.Limits{Nodes: 20000}
		s.Search(context.Background(), p, limits)
		if n := testing.AllocsPerRun(3, func() { s.Search(context.Background(), p, limits) }); n > 0 {
			t.Errorf("%s: a search allocates %v times", name, n)
		}
	}
}

func ExampleSearcher() {
	g, _ := oxo.Lookup(games.All(), "tictactoe")
	p, _, _ := oxo.Replay(g, "b2", "b1")
	r := search.New(search.Options{}).Search(context.Background(), p, search.Limits{})
	fmt.Println(r.Value, g.FormatMove(p, r.Best))
	// Output: win in 5 a3
}
