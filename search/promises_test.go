package search_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/examples/sticks"
	"oxo/internal/gametest"
	"oxo/internal/race"
	"oxo/search"
	"oxo/textbook"
)

// liar is a heap of sticks whose keys or guide break a promise.
type liar struct {
	*sticks.Position
	bits   int
	bounds func() oxo.Bounds
}

func (p liar) KeyBits() int { return p.bits }
func (p liar) Clone() oxo.Position {
	return liar{p.Position.Clone().(*sticks.Position), p.bits, p.bounds}
}
func (p liar) Guide() oxo.Guide { return liarsGuide{p} }

type liarsGuide struct{ p liar }

func (g liarsGuide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	if g.p.Outcome() != oxo.Ongoing {
		return buf, oxo.Exactly(oxo.Final(g.p))
	}
	for _, m := range g.p.Moves(nil) {
		buf = append(buf, oxo.Child{Move: m})
	}
	return buf, g.p.bounds()
}

// TestBrokenPromise: if proven bounds contradict each other, the search panics and says so,
// instead of running for ever.
func TestBrokenPromise(t *testing.T) {
	for name, lie := range map[string]func(n int) oxo.Bounds{
		"a draw and a win in turn": func(n int) oxo.Bounds {
			if n%3 == 0 {
				return oxo.Exactly(oxo.Win(4))
			}
			return oxo.Between(-oxo.Infinity, oxo.Draw)
		},
		"a loss that is a win": func(n int) oxo.Bounds {
			if n == 1 { // the root
				return oxo.Between(oxo.Draw, oxo.Infinity)
			}
			return oxo.Exactly(oxo.Win(2)) // after every move of the root
		},
	} {
		n := 0 // each case counts its own calls, so the order of the cases does not matter
		bounds := func() oxo.Bounds { n++; return lie(n) }
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context()) // not a deadline, which would let the search estimate
			defer cancel()
			defer time.AfterFunc(2*time.Second, cancel).Stop()
			done := make(chan any)
			go func() {
				defer func() { done <- recover() }()
				p := liar{sticks.Game{}.Start().(*sticks.Position), 6, bounds}
				search.New(search.Options{}).Search(ctx, p, search.Limits{})
			}()
			select {
			case why := <-done:
				if text, ok := why.(string); !ok || !strings.Contains(text, "promise") {
					t.Errorf("the search ends with %v, want a panic about a promise", why)
				}
			case <-time.After(time.Hour):
				t.Error("the search goes on although its context is over")
			}
		})
	}
}

// TestSmallQuestions: the search checks the context between small questions too.
func TestSmallQuestions(t *testing.T) {
	race.OneThread(t)
	ctx, cancel := context.WithCancel(context.Background())
	s, g := search.New(search.Options{}), gametest.Game(t, "mnk:4x4x3,misere")
	visited := uint64(0)
	for r := range s.SearchProgress(ctx, g.Start(), search.Limits{}) {
		if cancel(); visited == 0 {
			visited = r.Nodes
		}
		if r.Nodes > visited+20_000 {
			t.Fatalf("cancelled after %d nodes, and still searching after %d", visited, r.Nodes)
		}
	}
	cancel()
}

// TestWholeLineOfItsResult: a line belongs to its result, whatever the same searcher searched
// in between, even games of other rules.
func TestWholeLineOfItsResult(t *testing.T) {
	race.OneThread(t)
	s, rng := search.New(search.Options{}), rand.New(rand.NewPCG(8, 8))
	plain, misere := gametest.Game(t, "mnk:4x3x3"), gametest.Game(t, "mnk:4x3x3,misere")
	lines := 0
	for range 300 {
		p := ending(plain, rng, 5+rng.IntN(6))
		if p == nil {
			continue
		}
		r := s.Search(context.Background(), p, search.Limits{})
		r.Line = append([]oxo.Move(nil), r.Line...)
		if q := ending(misere, rng, 9); q != nil {
			s.Search(context.Background(), q, search.Limits{})
		}
		line := s.WholeLine(context.Background(), p, r)
		checkLine(t, plain, p, search.MoveResult{Move: line[0], Value: r.Value, Line: line})
		lines++
	}
	if lines < 100 {
		t.Errorf("only %d lines", lines)
	}
	defer func() {
		if recover() == nil {
			t.Error("the line of another position's result is given")
		}
	}()
	p := plain.Start()
	r := s.Search(context.Background(), p, search.Limits{})
	p.Make(r.Best)
	s.WholeLine(context.Background(), p, r)
}

// TestLineAtLimits: a limit keeps the line of the last complete iteration, and the line of a
// proven win reaches its end.
func TestLineAtLimits(t *testing.T) {
	race.OneThread(t)
	short, deep := 0, 0
	s := search.New(search.Options{})
	for _, name := range []string{"connect4", "breakthrough", "mnk:7x7x5", "othello", "2048"} {
		p := gametest.Game(t, name).Start()
		for nodes := uint64(3000); nodes < 60_000; nodes += 7000 {
			r := s.Search(context.Background(), p, search.Limits{Nodes: nodes})
			if r.Depth < 4 {
				continue
			}
			if deep++; len(r.Line) < 2 {
				short++
			}
			for _, m := range s.Analyze(context.Background(), p, search.Limits{Nodes: nodes}) {
				if m.Depth >= 4 && len(m.Line) < 2 && !m.Proven {
					t.Errorf("%s: depth %d, and the line of a move is %v", name, m.Depth, m.Line)
				}
			}
		}
	}
	if t.Logf("%d deep searches, %d with a line of one move", deep, short); deep < 10 || short > deep/4 {
		t.Errorf("%d of %d deep searches have a line of one move", short, deep)
	}
	_, p := gametest.Position(t, "mnk:5x5x4", "...../.XX../.O.../...O./.....")
	for _, l := range []search.Limits{{Nodes: 50_000}, {Time: time.Hour}, {Depth: 6}} {
		if r := s.Search(context.Background(), p, l); !r.Proven || len(r.Line) != r.Score.Plies() {
			t.Errorf("%+v: %v with a line of %d plies", l, r.Value, len(r.Line))
		}
	}
}

// TestAnalyzeEqually: unproven moves are compared at equal depth, and moves that a symmetry
// maps onto each other have equal values.
func TestAnalyzeEqually(t *testing.T) {
	race.OneThread(t)
	for _, name := range []string{"othello", "gomoku", "connect4", "mnk:9x9x5"} {
		g := gametest.Game(t, name)
		for _, l := range []search.Limits{{Nodes: 2000}, {Nodes: 30_000}, {Time: 30 * time.Millisecond}, {Depth: 3}} {
			p := g.Start()
			moves := search.New(search.Options{}).Analyze(context.Background(), p, l)
			depth, byClass := 0, map[oxo.Key]search.MoveResult{}
			for _, m := range moves {
				if !m.Proven && depth != 0 && m.Depth != depth {
					t.Fatalf("%s %+v: moves are searched to the depths %d and %d", name, l, depth, m.Depth)
				}
				depth = m.Depth
				p.Make(m.Move)
				class, _ := p.(oxo.Symmetric).Canonical()
				p.Unmake(m.Move)
				if other, ok := byClass[class]; ok && (other.Score != m.Score || other.Bounds != m.Bounds || len(other.Line) != len(m.Line)) {
					t.Fatalf("%s %+v: %s is %+v, and its mirror image %+v", name, l, g.FormatMove(p, m.Move), m, other)
				}
				byClass[class] = m
				legal(t, g, p, m.Line)
			}
			if len(moves) != len(p.Moves(nil)) || depth == 0 && l.Time == 0 { // a slow machine may complete no iteration in so short a time
				t.Errorf("%s %+v: %d moves at depth %d", name, l, len(moves), depth)
			}
		}
	}
}

// legal checks that a line can be played.
func legal(t *testing.T, g oxo.Game, p oxo.Position, line []oxo.Move) {
	t.Helper()
	q := p.Clone()
	for _, m := range line {
		if _, err := g.ParseMove(q, g.FormatMove(q, m)); err != nil {
			t.Fatalf("%s: the line %v is not legal: %v", g.FormatPosition(p), line, err)
		}
		q.Make(m)
	}
}

// TestResultOnly: win, draw or loss agree with the value, and take fewer nodes.
func TestResultOnly(t *testing.T) {
	race.OneThread(t)
	rng := rand.New(rand.NewPCG(21, 0))
	results, values := search.New(search.Options{ResultOnly: true}), search.New(search.Options{})
	var fewer, more uint64
	for _, name := range differentialGames() {
		g := gametest.Game(t, name)
		for range 20 {
			p, want, ok := solved(g, rng)
			if !ok || !exact(p) {
				continue
			}
			r := results.Search(context.Background(), p, search.Limits{})
			if got, known := r.Bounds.Result(); !known || got != want.Result() {
				t.Fatalf("%s %s: %s, %v, and minimax says %v", name, g.FormatPosition(p), got, known, want)
			}
			fewer += r.Nodes
			more += values.Search(context.Background(), p, search.Limits{}).Nodes
		}
	}
	if t.Logf("%d nodes for results, %d for values", fewer, more); fewer > more {
		t.Errorf("results take %d nodes, values %d", fewer, more)
	}
}

// TestAsk: answers to questions are right, and together give the value.
func TestAsk(t *testing.T) {
	race.OneThread(t)
	rng := rand.New(rand.NewPCG(22, 0))
	s := search.New(search.Options{KeepTable: true})
	for _, name := range []string{"mnk:4x4x3", "connect4:5x4", "othello:4x6", "sticks", "breakthrough:4x4"} {
		g := gametest.Game(t, name)
		s.Clear()
		for range 30 {
			p, want, ok := solved(g, rng)
			if !ok {
				continue
			}
			for _, score := range []oxo.Score{want, want + 1, oxo.Draw, 1} {
				a := s.Ask(context.Background(), p, search.Question{AtLeast: score})
				yes, no := a.Bounds.Lo() >= score, a.Bounds.Hi() < score
				if yes == no || yes != (want >= score) || a.Stop != search.Finished {
					t.Fatalf("%s %s: at least %v? %+v, and it is worth %v", name, g.FormatPosition(p), score, a, want)
				}
				if !yes || !a.HasMove || p.Outcome() != oxo.Ongoing {
					continue
				}
				p.Make(a.Best)
				r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
				p.Unmake(a.Best)
				if err != nil || r.Value.ToParent() < a.Bounds.Lo() {
					t.Fatalf("%s %s: the move is worth %v, less than %v", name, g.FormatPosition(p), r.Value.ToParent(), a.Bounds.Lo())
				}
			}
			if a := s.Ask(context.Background(), p, search.Question{AtLeast: want, Known: oxo.Exactly(want)}); a.Nodes != 0 || a.Bounds != oxo.Exactly(want) {
				t.Fatalf("%s: a question whose answer is known takes %d nodes", name, a.Nodes)
			}
		}
	}
}

// TestProvenLineIsBest: the line of a proven value is best play to the end. In these positions
// an iteration cut off by its horizon found the right value by a wrong line.
func TestProvenLineIsBest(t *testing.T) {
	race.OneThread(t)
	for _, c := range []struct {
		game, position string
		opts           search.Options
		nodes          uint64
	}{
		{"connect4:5x4", "...../....X/X.O.O/O.X.X", search.Options{TableBytes: 4 << 20, NoGuide: true}, 38214},
		{"connect4:5x4", "...../...../...X./...XO", search.Options{TableBytes: 4 << 20, NoSymmetry: true, Shuffle: 1}, 46955},
	} {
		g, p := gametest.Position(t, c.game, c.position)
		full := search.New(search.Options{})
		r := search.New(c.opts).Search(context.Background(), p, search.Limits{Nodes: c.nodes})
		value := full.Search(context.Background(), p, search.Limits{}).Score
		for i, m := range r.Line {
			p.Make(m)
			value = value.ToChild()
			if got := full.Search(context.Background(), p, search.Limits{}).Score; r.Proven && got != value {
				t.Errorf("%s: move %d of the line %v leaves %v, not %v", g.Name(), i+1, r.Line, got, value)
			}
		}
	}
}

// TestDrawnLine: the line of a draw by repetition ends.
func TestDrawnLine(t *testing.T) {
	race.OneThread(t)
	ends := map[uint64][]uint64{0: {3}, 3: {0, 5}, 5: {}, 2: {3}}
	g := &gametest.Loops{Title: "circle", Bits: 3, Next: func(s uint64) ([]uint64, oxo.Outcome) { return ends[s], oxo.Won }}
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	s := search.New(search.Options{})
	r := s.Search(ctx, g.Start(), search.Limits{})
	if line := s.WholeLine(ctx, g.Start(), r); ctx.Err() != nil || len(line) > 4 {
		t.Errorf("a line of %d plies: %v", len(line), r.Value)
	}
	s.Analyze(ctx, g.Start(), search.Limits{})
	p := g.Start()
	if r := s.Search(ctx, p, search.Limits{}); len(s.WholeLine(ctx, p, r)) > 4 || ctx.Err() != nil {
		t.Errorf("%+v", r)
	}
}

// chain is a game with one move in each position that is longer than the recursion.
type chain struct{ left uint64 }

func (p *chain) Moves(buf []oxo.Move) []oxo.Move {
	if p.left > 0 {
		buf = append(buf, 0)
	}
	return buf
}

func (p *chain) Make(oxo.Move)   { p.left-- }
func (p *chain) Unmake(oxo.Move) { p.left++ }
func (p *chain) Outcome() oxo.Outcome {
	if p.left == 0 {
		return oxo.Lost
	}
	return oxo.Ongoing
}
func (p *chain) Turn() oxo.Side      { return oxo.Side(p.left & 1) }
func (p *chain) Hash() uint64        { return p.Key().Hash() }
func (p *chain) Key() oxo.Key        { return oxo.Key{Lo: p.left} }
func (p *chain) KeyBits() int        { return 20 }
func (p *chain) Clone() oxo.Position { c := *p; return &c }

// TestLongGame: a game of 200,000 plies is solved, and one longer than the recursion ends
// without a proof.
func TestLongGame(t *testing.T) {
	race.OneThread(t)
	ctx := context.Background() // with a deadline the search would deepen
	s := search.New(search.Options{})
	if r := s.Search(ctx, &chain{200_001}, search.Limits{}); !r.Proven || r.Score != oxo.Win(200_001) {
		t.Errorf("%+v", r.Value)
	}
	if r := s.Search(ctx, &chain{300_000}, search.Limits{}); r.Proven || r.Stop != search.ByDepth {
		t.Errorf("%v, %v", r.Value, r.Stop)
	}
}

// TestAskWithin: a question stays within its limit of nodes, with threads too.
func TestAskWithin(t *testing.T) {
	s := search.New(search.Options{Threads: 4})
	a := s.Ask(context.Background(), gametest.Game(t, "connect4").Start(), search.Question{AtLeast: 1, Nodes: 20_000})
	if a.Nodes > 20_000 || a.Stop != search.ByNodes {
		t.Errorf("%+v", a)
	}
}
