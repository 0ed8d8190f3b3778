package judge_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/arena/judge"
	"oxo/internal/gametest"
)

// tracer is alpha-beta or minimax, written for this test, that prints what it visits.
type tracer struct {
	p       oxo.Position
	g       oxo.Game
	out     strings.Builder
	prune   string // "", "on-equal" or "beyond"
	plies   bool
	form    string // "after", "before", "depth": when and how a node is printed
	hard    bool   // fail-hard
	negamax bool
	flip    bool // values are from the opponent's view
	fault   string
	from    int // the first square to try: moves in another order
}

func (w *tracer) print(path []string, format string, args ...any) {
	head := "node " + strings.Join(path, " ")
	if w.form == "depth" && len(path) > 0 {
		head = fmt.Sprintf("# node depth=%d %s", len(path), path[len(path)-1])
	}
	fmt.Fprintf(&w.out, head+" "+format+"\n", args...)
}

// end values a finished game for MAX.
func (w *tracer) end(depth int, maxTurn bool) float64 {
	if w.p.Outcome() == oxo.Drawn {
		return 0
	}
	v := 1.0
	if w.plies {
		v = float64(10 - depth)
	}
	if maxTurn != (w.fault == "sign") { // the side to move has lost
		v = -v
	}
	return v
}

func (w *tracer) search(path []string, alpha, beta float64, maxTurn bool) float64 {
	said := func(x float64) float64 {
		if w.negamax && !maxTurn || w.flip {
			return -x
		}
		return x
	}
	a, b := said(alpha), said(beta)
	window := fmt.Sprintf("alpha=%v beta=%v", min(a, b), max(a, b))
	if w.form != "after" {
		w.print(path, "%s", window)
		window = ""
	}
	v, cut := w.below(path, alpha, beta, maxTurn)
	if w.hard {
		v = max(alpha, min(beta, v))
	}
	switch w.form {
	case "after":
		w.print(path, "%s value=%v%s", window, said(v), cut)
	case "before":
		w.print(path, "value=%v%s", said(v), cut)
	}
	return v
}

// below searches the moves of a node.
func (w *tracer) below(path []string, alpha, beta float64, maxTurn bool) (best float64, cut string) {
	if w.p.Outcome() != oxo.Ongoing {
		return w.end(len(path), maxTurn), ""
	}
	best = math.Inf(1)
	if maxTurn {
		best = -best
	}
	moves := w.p.Moves(nil)
	moves = append(moves[w.from%len(moves):len(moves):len(moves)], moves[:w.from%len(moves)]...)
	if w.fault == "leaves out" && len(path) == 2 {
		moves = moves[1:]
	}
	for i, m := range moves {
		name := w.g.FormatMove(w.p, m)
		w.p.Make(m)
		v := w.search(append(slices.Clip(path), name), alpha, beta, !maxTurn)
		if w.fault == "twice" && len(path) == 2 {
			w.search(append(slices.Clip(path), name), alpha, beta, !maxTurn)
		}
		w.p.Unmake(m)
		if maxTurn {
			best = max(best, v)
			alpha = max(alpha, best)
		} else {
			best = min(best, v)
			beta = min(beta, best)
		}
		if w.fault == "window" && len(path) == 1 {
			alpha, beta = -99, 99
		}
		closed := alpha > beta || alpha == beta && w.prune == "on-equal"
		if w.prune != "" && closed && i < len(moves)-1 {
			return best, " cut"
		}
	}
	return best, ""
}

// explored compares a tracer's output with an algorithm.
func explored(t *testing.T, w *tracer, position string, e judge.Exploring) *judge.Exploration {
	t.Helper()
	w.g, w.p = gametest.Position(t, "tictactoe", position)
	w.search(nil, -99, 99, true)
	tr, err := judge.ReadTrace(strings.NewReader("hello\n" + w.out.String() + "b2\n"))
	if err != nil {
		t.Fatal(err)
	}
	e.Game, e.Start = w.g, w.p
	x, err := judge.Explore(context.Background(), tr, e)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

const ending = "XO./.X./..O" // X to move, five empty squares

// TestExploreRight: correct programs show no difference, whatever parts they print
// and in whatever order they visit moves.
func TestExploreRight(t *testing.T) {
	for i, w := range []tracer{
		{form: "after"},
		{form: "before", plies: true},
		{form: "after", prune: "on-equal"},
		{form: "after", prune: "beyond"},
		{form: "before", prune: "on-equal", plies: true, from: 3},
		{form: "depth", prune: "on-equal", from: 2},
		{form: "after", prune: "on-equal", hard: true},
		{form: "before", prune: "beyond", plies: true, from: 1},
		{form: "after", prune: "on-equal", plies: true, negamax: true},
	} {
		e := judge.Exploring{AlphaBeta: w.prune != "", Beyond: w.prune == "beyond", Plies: w.plies}
		if w.negamax {
			e.Values = judge.OfTurn
		}
		for _, position := range []string{ending, "X.O/.X./..O", "XX./OO./..."} {
			w := w
			x := explored(t, &w, position, e)
			if len(x.Differences) > 0 || x.Expected < 20 || uint64(x.Nodes) != x.Expected {
				t.Errorf("%d, %s: %d nodes of %d: %+v", i, position, x.Nodes, x.Expected, x.Differences)
			}
		}
	}
}

// TestExploreFirst: if O is to move, values may still be from X's view.
func TestExploreFirst(t *testing.T) {
	for _, prune := range []string{"on-equal", "beyond"} {
		e := judge.Exploring{AlphaBeta: true, Beyond: prune == "beyond", Plies: true, Values: judge.OfFirst}
		x := explored(t, &tracer{form: "after", prune: prune, plies: true, flip: true}, "XO./.X./...", e)
		if len(x.Differences) > 0 || x.Expected < 100 {
			t.Errorf("%s: %+v", prune, x)
		}
		if x = explored(t, &tracer{form: "after", prune: prune, plies: true}, "XO./.X./...", e); len(x.Differences) == 0 {
			t.Errorf("%s: O's values are taken for X's", prune)
		}
	}
}

// TestExploreFaults: each kind of fault is found at its place, as the first
// difference.
func TestExploreFaults(t *testing.T) {
	alphaBeta := judge.Exploring{AlphaBeta: true}
	for _, c := range []struct {
		name        string
		w           tracer
		e           judge.Exploring
		first, fits string
	}{
		{"beyond for on-equal", tracer{prune: "beyond"}, alphaBeta, judge.Illegitimate, "alpha-beta, cutting off only where alpha > beta"},
		{"on-equal for beyond", tracer{prune: "on-equal"}, judge.Exploring{AlphaBeta: true, Beyond: true}, judge.Missing, "alpha-beta, cutting off where alpha >= beta"},
		{"minimax for alpha-beta", tracer{}, alphaBeta, judge.Illegitimate, "minimax"},
		{"leaves out", tracer{fault: "leaves out"}, judge.Exploring{}, judge.Missing, ""},
		{"twice", tracer{fault: "twice"}, judge.Exploring{}, judge.Twice, ""},
		{"sign", tracer{fault: "sign"}, judge.Exploring{}, judge.WrongValue, ""},
		{"window", tracer{fault: "window", prune: "on-equal"}, alphaBeta, judge.WrongWindow, ""},
		{"plies", tracer{prune: "on-equal", plies: true}, alphaBeta, "", "alpha-beta that counts plies, cutting off where alpha >= beta"},
		{"order", tracer{from: 1}, judge.Exploring{GameOrder: true}, judge.WrongOrder, ""},
	} {
		c.w.form = "after"
		x := explored(t, &c.w, ending, c.e)
		if len(x.Differences) == 0 || x.Fits != c.fits {
			t.Errorf("%s: %+v fits %q", c.name, x.Differences, x.Fits)
			continue
		}
		if d := x.Differences[0]; c.first != "" && d.Kind != c.first || d.Detail == "" || d.Count == 0 || x.Gradescope(5)[0].Score != 0 {
			t.Errorf("%s: %+v, want %q", c.name, d, c.first)
		}
	}
}

// TestExploreWrongTraces: the error for a malformed trace names the line and the
// reason.
func TestExploreWrongTraces(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "the output has no trace",
		"hello\nnodes\n":           "the output has no trace",
		"node b2 value=x\n":        `line 1 of the trace: value=x: "x" is not a number`,
		"node\nnode depth=2 a1":    "line 2 of the trace: depth=2, but the previous node is at depth 0",
		"node depth=1 a1 b2\n":     "the line has 2 moves",
		"node depth=-1 a1\n":       "not a number of plies",
		strings.Repeat("x", 1<<17): "more than 65536 bytes",
	} {
		_, err := judge.ReadTrace(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %s", text, err, want)
		}
	}
	g, p := gametest.Position(t, "tictactoe", ending)
	tr, err := judge.ReadTrace(strings.NewReader("node\nnode a3\nnode d9\n"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := judge.Explore(context.Background(), tr, judge.Exploring{Game: g, Start: p, Win: 1})
	if err != nil || x.Differences[0].Kind != judge.Illegitimate || x.Differences[0].Count != 2 || !strings.Contains(x.Differences[0].Detail, "taken") {
		t.Errorf("%+v, %v", x, err)
	}
}

// TestExploreHorizon: at the depth limit the values are the program's own.
func TestExploreHorizon(t *testing.T) {
	g, p := gametest.Position(t, "tictactoe", ending)
	for last, want := range map[string]int{"value=-2.5": 0, "value=2.5": 1} {
		tr, err := judge.ReadTrace(strings.NewReader("node value=0.25\nnode c3 value=0.25\nnode a2 " + last + "\nnode c2 value=0\nnode a1 value=0.125\nnode b1 value=-1.5\n"))
		if err != nil {
			t.Fatal(err)
		}
		x, err := judge.Explore(context.Background(), tr, judge.Exploring{Game: g, Start: p, Win: 10, Depth: 1})
		if err != nil || len(x.Differences) != want {
			t.Errorf("%s: %+v, %v", last, x, err)
		}
	}
}
