//go:build !race

package explain_test

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/search/trace"
	"oxo/textbook"
)

// expected checks a walk against the textbook's own trace, which knows nothing of
// moments.
type expected struct {
	t         *testing.T
	tree      *explain.Tree
	moments   []explain.Moment
	asked     map[string]int
	windows   bool
	formatted func(oxo.Score) string
}

// next takes the next moment, which must be a step at a node.
func (e *expected) next(step explain.Step, node int) explain.Moment {
	e.t.Helper()
	if len(e.moments) == 0 {
		e.t.Fatalf("no moment is left for %v at node %d", step, node)
	}
	m := e.moments[0]
	e.moments = e.moments[1:]
	if m.Step != step || m.Node != node {
		e.t.Fatalf("the moment is %v at node %d, not %v at node %d", m.Step, m.Node, step, node)
	}
	brief, _, _ := strings.Cut(m.Why, ": ") // the terms of an estimate follow as a list
	if m.What == "" || len(strings.Fields(m.What+" "+brief)) > 34 || len(strings.Fields(m.What+" "+m.Why)) > 64 {
		e.t.Errorf("%q %q is not a short sentence", m.What, m.Why)
	}
	return m
}

// answered compares the right answer of a prediction with the textbook's.
func (e *expected) answered(m explain.Moment, about, want string) {
	e.t.Helper()
	if m.Ask == nil {
		return
	}
	e.asked[about]++
	want = strings.NewReplacer("-inf", "−∞", "+inf", "+∞").Replace(want)
	if got := m.Ask.Options[m.Ask.Right]; !strings.HasPrefix(got, want) {
		e.t.Errorf("at %v: %q is answered by %q, and the textbook says %q", m.Path, m.Ask.Question, got, want)
	}
	sorted := slices.Clone(m.Ask.Options)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(m.Ask.Options) || len(m.Ask.Options) < 2 {
		e.t.Errorf("the options %q are not different ones", m.Ask.Options)
	}
}

// walk follows a node of the textbook's trace; number is its number in the tree.
func (e *expected) walk(n *textbook.Node, number int, before *explain.Moment) int {
	if len(n.Children) == 0 {
		m := e.next(explain.End, number)
		if before != nil {
			e.answered(m, "goes on", "Look at")
		}
		return number + 1
	}
	m := e.next(explain.Enter, number)
	if before != nil {
		e.answered(m, "goes on", "Look at")
	}
	if e.windows && (m.Alpha != n.Alpha || m.Beta != n.Beta) {
		e.t.Errorf("the window on arrival is %v to %v, and the textbook's %v to %v", m.Alpha, m.Beta, n.Alpha, n.Beta)
	}
	child := number + 1
	for k, c := range n.Children {
		child = e.walk(c, child, &m)
		m = e.next(explain.Return, number)
		if k+1 < len(n.Children) { // the next child arrives with the window as it is now
			after := n.Children[k+1]
			if e.windows && (m.Alpha != after.Alpha || m.Beta != after.Beta) {
				e.t.Errorf("the window after a return is %v to %v, and the textbook's %v to %v", m.Alpha, m.Beta, after.Alpha, after.Beta)
			}
			bound := after.Alpha
			if !n.Max {
				bound = after.Beta
			}
			if e.windows {
				e.answered(m, "bound", e.formatted(bound))
			}
		}
	}
	if n.Ending == trace.CutOff {
		m = e.next(explain.Cut, number)
		e.answered(m, "cut", "Cut off")
	} else {
		m = e.next(explain.Done, number)
		e.answered(m, "value", e.formatted(n.Value))
	}
	if m.Best != n.Value {
		e.t.Errorf("the value so far is %v at the end, and the textbook's %v", m.Best, n.Value)
	}
	return child
}

// TestMomentsAgainstTheTextbook: every moment, window and right answer to a
// prediction agrees with the textbook's own trace.
func TestMomentsAgainstTheTextbook(t *testing.T) {
	runs := map[string]func(context.Context, oxo.Position, textbook.Options) (textbook.Result, error){
		"minimax": textbook.Minimax, "minimax-depth": textbook.MinimaxDepth,
		"alphabeta": textbook.AlphaBeta, "alphabeta-strict": textbook.AlphaBetaStrict,
	}
	asked := map[string]int{}
	for name, run := range runs {
		for _, pos := range positions() {
			g, p := place(t, pos)
			for _, depth := range []int{0, 3} {
				o := textbook.Options{Depth: depth, MaxNodes: 20_000, Trace: true}
				if _, ok := p.(oxo.Evaluator); ok {
					o.Evaluate = func(p oxo.Position) oxo.Score { return p.(oxo.Evaluator).Evaluate() }
				}
				r, err := run(context.Background(), p.Clone(), o)
				if err != nil {
					continue // too large to be followed here
				}
				tree := walk(t, g, p, name, explain.Options{Depth: depth})
				e := &expected{t: t, tree: tree, asked: asked, windows: tree.Algorithm.Windows, formatted: tree.Say}
				e.moments = slices.Collect(tree.Moments(0, 1000))
				e.walk(r.Tree, 0, nil)
				if len(e.moments) > 0 {
					t.Errorf("%s %v: %d moments too many", name, pos, len(e.moments))
				}
			}
		}
	}
	t.Log("predictions held against the textbook:", asked)
	for _, about := range []string{"goes on", "bound", "cut", "value"} {
		if asked[about] < 100 {
			t.Errorf("only %d predictions about %s", asked[about], about)
		}
	}
}

// TestBoundsAreTrue: minimax confirms every value that is called exact or a bound.
func TestBoundsAreTrue(t *testing.T) {
	bounds := 0
	for _, name := range []string{"alphabeta", "alphabeta-strict"} {
		for _, pos := range positions() {
			g, p := place(t, pos)
			a, _ := explain.Find(name)
			tree, err := explain.Walk(context.Background(), g, p, a, explain.Options{MaxNodes: 3_000})
			if err != nil {
				continue
			}
			told := tree.Bound(0)
			tree.Each(func(i int, p oxo.Position) {
				n := &tree.Nodes[i]
				r, err := textbook.MinimaxDepth(context.Background(), p.Clone(), textbook.Options{MaxNodes: 20_000})
				if err != nil {
					return
				}
				value := r.Value // for the side to move at the node, its plies from there
				for range n.Ply {
					value = value.ToParent()
				}
				switch {
				case told[i] == 0 && value != n.Value, told[i] > 0 && value < n.Value, told[i] < 0 && value > n.Value:
					t.Errorf("%s %v %v: told %d of %v, and minimax has %v", name, pos, i, told[i], n.Value, value)
				case told[i] != 0:
					bounds++
				}
			}, p.Clone())
		}
	}
	if bounds < 100 {
		t.Errorf("only %d bounds", bounds)
	}
}

// TestExample: the example of a game is the same each time, and meets its
// requirements by the textbook's own trace.
func TestExample(t *testing.T) {
	for _, name := range []string{"tictactoe", "mnk:3x3x3,misere", "mnk:4x3x3", "connect4:4x4", "breakthrough:3x4", "sticks:9"} {
		g, _ := place(t, [2]string{name, ""})
		p, err := explain.Example(context.Background(), g)
		if err != nil {
			if name == "tictactoe" || name == "connect4:4x4" {
				t.Error(err)
			}
			t.Log(err)
			continue
		}
		again, err := explain.Example(context.Background(), g)
		if err != nil || g.FormatPosition(again) != g.FormatPosition(p) {
			t.Fatalf("%s, and then %v, %v", g.FormatPosition(p), again, err)
		}
		r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		if name == "tictactoe" && g.FormatPosition(p) != ".XO/X.X/.O." {
			t.Errorf("docs/learn/alphabeta.md tells another example than %s", g.FormatPosition(p))
		}
		cuts := map[bool]int{} // key: whether they are deeper than the replies
		var count func(n *textbook.Node, ply int)
		count = func(n *textbook.Node, ply int) {
			if n.Ending == trace.CutOff {
				cuts[ply > 1]++
			}
			for _, c := range n.Children {
				count(c, ply+1)
			}
		}
		count(r.Tree, 0)
		if r.Nodes < 15 || r.Nodes > 30 || cuts[false] == 0 || cuts[true] == 0 || r.Value == oxo.Win(1) {
			t.Errorf("%s has %d nodes, cut-offs %v, value %v", g.FormatPosition(p), r.Nodes, cuts, r.Value)
		}
		t.Logf("%s %s: %d nodes, %d cut-offs below the moves, %d deeper", name, g.FormatPosition(p), r.Nodes, cuts[false], cuts[true])
	}
}

// TestEstimateTerms: a leaf at the depth limit lists the terms of its estimate, for
// MAX, and the terms add up to it.
func TestEstimateTerms(t *testing.T) {
	parts := regexp.MustCompile(`\(([+-][\d.]+)[ \w]*\)`)
	for name, depth := range map[string]int{"tictactoe": 2, "connect4:5x5": 3, "othello:4x4": 2, "breakthrough:4x5": 2, "2048": 1, "mnk:9x9x5": 1} {
		g := gametest.Game(t, name)
		for _, algorithm := range []string{"minimax-depth", explain.Engine} {
			alg, err := explain.Find(algorithm)
			if err != nil {
				t.Fatal(err)
			}
			tree, err := explain.Walk(t.Context(), g, g.Start(), alg, explain.Options{Depth: depth, MaxNodes: 100_000})
			if err != nil {
				t.Fatal(err)
			}
			made := 0
			for m := range tree.Moments(0, depth) {
				n := &tree.Nodes[m.Node]
				if m.Step != explain.End || n.Ending != trace.Horizon {
					continue
				}
				sum := 0
				found := parts.FindAllStringSubmatch(m.Why, -1)
				for _, part := range found {
					score, err := strconv.ParseFloat(part[1], 64)
					if err != nil {
						t.Fatal(err)
					}
					sum += int(math.Round(score * float64(catalog.UnitOf(g).Size)))
				}
				if len(found) > 0 {
					made++
				}
				if len(found) > 0 && sum != int(n.Value) || !strings.Contains(tree.Reason(m.Node, tree.Position(m.Node), tree.Sides()), strings.TrimSuffix(m.Why, ".")[1:]) {
					t.Errorf("%s %v: %d, %q", name, m.Path, n.Value, m.Why)
				}
			}
			if made == 0 {
				t.Errorf("%s: no leaf of %s says what it is made of", name, algorithm)
			}
		}
	}
}
