package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
)

// TestPublishedValues checks the values of empty boards that are published or
// were computed independently.
func TestPublishedValues(t *testing.T) {
	race.OneThread(t)
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
	r := search.New(search.Options{}).Search(ctx, g.Start(), search.Limits{})
	if r.Proven || !r.Stop.Early() || !r.HasMove {
		t.Errorf("a cancelled search says %+v", r)
	}
	if r.Nodes > 1000 {
		t.Errorf("a cancelled search visits %d nodes", r.Nodes)
	}
}

func TestCancelledOnTheWay(t *testing.T) {
	for _, name := range []string{"gomoku", "mnk:8x8x5", "mnk:6x6x4,misere"} {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		g := gametest.Game(t, name)
		p := g.Start()
		before := g.FormatPosition(p)
		r := search.New(search.Options{}).Search(ctx, p, search.Limits{})
		cancel()
		if r.Proven || !r.Stop.Early() || !r.HasMove {
			t.Errorf("%s: a search cancelled on the way says %+v", name, r)
		}
		if g.FormatPosition(p) != before {
			t.Errorf("%s: a cancelled search leaves %s", name, g.FormatPosition(p))
		}
	}
}

func TestLimits(t *testing.T) {
	race.OneThread(t)
	g := gametest.Game(t, "gomoku")
	s := search.New(search.Options{})
	for _, l := range []search.Limits{{Nodes: 1}, {Nodes: 1000}, {Time: time.Millisecond}, {Depth: 1}, {Depth: 2, Nodes: 100}, {Depth: 3, Time: time.Millisecond}} {
		p := g.Start()
		r := s.Search(context.Background(), p, l)
		if r.Proven || !r.HasMove {
			t.Errorf("limits %+v: %+v", l, r)
		}
		if l.Nodes > 0 && r.Nodes > l.Nodes {
			t.Errorf("limits %+v: %d nodes", l, r.Nodes)
		}
		if l.Depth > 0 && r.Depth > l.Depth {
			t.Errorf("limits %+v: depth %d", l, r.Depth)
		}
	}
}

// TestLimitedSearchIsHonest checks the promises of a search with limits: it calls nothing
// proven without a proof, the bounds hold and contain the score, and the move keeps the
// certain part of the value.
func TestLimitedSearchIsHonest(t *testing.T) {
	race.OneThread(t)
	many := 60
	if testing.Short() {
		many = 15
	}
	for _, name := range []string{
		"mnk:4x4x4", "mnk:4x4x3", "mnk:5x4x4,misere", "mnk:4x4x4,torus", "mnk:5x5x4", "mnk:5x3x3,misere,torus",
		"mnk:4x5x3,misere", "mnk:9x8x5", "mnk:9x8x6", "mnk:8x5x5",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(3, 4))
			g, full := gametest.Game(t, name), search.New(search.Options{})
			for variant, opts := range map[string]search.Options{
				"": {}, "no guide": {NoGuide: true}, "no table": {NoTable: true}, "tiny": {TableBytes: 500}, "shuffled": {Shuffle: 40},
			} {
				h := honesty{t: t, g: g, full: full, limited: search.New(opts), variant: variant}
				for range many {
					if p := ending(g, rng, 7+rng.IntN(4)); p != nil {
						h.check(p, search.Limits{Depth: 1 + rng.IntN(9)})
						h.check(p, search.Limits{Nodes: 1 + rng.Uint64N(3000)})
						h.check(p, search.Limits{Depth: 1 + rng.IntN(30), Nodes: 1 + rng.Uint64N(3000)})
					}
				}
			}
		})
	}
}

// honesty compares a search with limits with one without.
type honesty struct {
	t             *testing.T
	g             oxo.Game
	full, limited *search.Searcher
	variant       string
}

func (h *honesty) check(p oxo.Position, l search.Limits) {
	h.t.Helper()
	want := h.value(p)
	r := h.limited.Search(context.Background(), p, l)
	p.Make(r.Best)
	worth := h.value(p).ToParent()
	p.Unmake(r.Best)
	wrong := ""
	switch {
	case r.Proven && r.Score != want:
		wrong = "the value is not the one that is called proven"
	case want < r.Bounds.Lo() || want > r.Bounds.Hi():
		wrong = "the value is not within the bounds"
	case r.Score < r.Bounds.Lo() || r.Score > r.Bounds.Hi():
		wrong = "the score is not within the bounds"
	case (r.Proven || r.Score.IsWin()) && worth < r.Bounds.Lo():
		wrong = "the move is worth less than is certain"
	case l.Nodes > 0 && r.Nodes > l.Nodes:
		wrong = "more nodes than allowed"
	case l.Depth > 0 && r.Depth > l.Depth:
		wrong = "deeper than allowed"
	}
	if wrong != "" {
		h.t.Fatalf("%s %s %+v: %s: %+v, move worth %v, value %v", h.variant, h.g.FormatPosition(p), l, wrong, r, worth, want)
	}
}

func (h *honesty) value(p oxo.Position) oxo.Score {
	h.t.Helper()
	r := h.full.Search(context.Background(), p, search.Limits{})
	if !r.Proven {
		h.t.Fatalf("%s: no proof: %+v", h.g.FormatPosition(p), r)
	}
	return r.Score
}

// TestLimitsOnTheWayToAProof has positions in which a search with a node limit once threw away
// a win that it had proven.
func TestLimitsOnTheWayToAProof(t *testing.T) {
	race.OneThread(t)
	for _, c := range []struct {
		game, position string
		opts           search.Options
		limits         search.Limits
	}{
		{"mnk:4x6x5,torus", "...X/...O/..X./..../...O/..XO", search.Options{TableBytes: 1 << 18}, search.Limits{Nodes: 36297}},
		{"mnk:4x5x3,misere", "..../..../O.../X.OX/.XO.", search.Options{NoTable: true}, search.Limits{Nodes: 35856}},
		{"mnk:8x5x5", "..X.XXO./.X.OO.XX/X...OO.X/OO.O.X.O/X.X.OOXO", search.Options{TableBytes: 1 << 14, Shuffle: 40}, search.Limits{Depth: 1}},
		{"mnk:13x5x5", "OOO.XXXOX.OOO/XOX.OXOOOXOX./XXO..OO.OXOX./O.O.OXXXOXO.X/XOXXXOOXXOXXX", search.Options{Shuffle: 27}, search.Limits{Depth: 1}},
	} {
		g, p := gametest.Position(t, c.game, c.position)
		h := honesty{t: t, g: g, full: search.New(search.Options{}), limited: search.New(c.opts)}
		h.check(p, c.limits)
	}
}

// TestDeepEnough: a search by depth ends when an iteration meets no horizon, even if the table
// has no exact keys to prove by.
func TestDeepEnough(t *testing.T) {
	race.OneThread(t)
	_, p := gametest.Position(t, "mnk:9x8x6", "XOXOXOXOX/XOXOXOXOX/OXOXOXOXO/OXOXOXOXO/XOXOXOXOX/XOXOXOXOX/OXO3OXO/OX3X3")
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	r := search.New(search.Options{NoGuide: true}).Search(ctx, p, search.Limits{Depth: 1 << 20})
	if r.Depth > 10 || r.Nodes > 100_000 {
		t.Errorf("depth %d, %d nodes", r.Depth, r.Nodes)
	}
}

func TestAnalyze(t *testing.T) {
	race.OneThread(t)
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

// checkLine plays a line to its end, which must come at the ply that the value says.
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
	end := oxo.Final(q)
	for range m.Line {
		end = end.ToParent()
	}
	if end != m.Score {
		t.Fatalf("%s: the line of %s ends as %v, but its value is %v", g.FormatPosition(p), g.FormatMove(p, m.Move), end, m.Score)
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	race.OneThread(t)
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
	g, _ := catalog.Lookup(games.All(), "tictactoe")
	p, _, _ := catalog.Replay(g, "b2", "b1")
	r := search.New(search.Options{}).Search(context.Background(), p, search.Limits{})
	fmt.Println(r.Value, g.FormatMove(p, r.Best))
	// Output: win in 5 a3
}
