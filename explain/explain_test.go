//go:build !race

package explain_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"oxo"
	"oxo/explain"
	"oxo/internal/gametest"
	"oxo/search"
	"oxo/search/trace"
	"oxo/textbook"
)

func walk(t *testing.T, g oxo.Game, p oxo.Position, name string, o explain.Options) *explain.Tree {
	t.Helper()
	a, err := explain.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := explain.Walk(context.Background(), g, p, a, o)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// positions are roots of trees small enough for minimax.
func positions() [][2]string {
	return [][2]string{
		{"tictactoe", ".../.../..."},
		{"tictactoe", "X../.O./..."},
		{"tictactoe", "XOX/O.X/..O"},
		{"mnk:3x3x3,misere", "X../.O./..."},
		{"mnk:3x3x3,torus", "X../.../..."},
		{"mnk:4x3x3", "XO../OX../...."},
		{"sticks:9", "9"},
		{"sticks:3+4+2xall", "3+4+2"},
		{"breakthrough:3x4", ""},
		{"connect4:4x4", ""},
	}
}

// TestTheEnginesTreeIsTrue: the value of every node of the engine's tree agrees with
// minimax, seen through the node's window; and the number of nodes of the tree is
// the search's count.
func TestTheEnginesTreeIsTrue(t *testing.T) {
	for _, pos := range positions() {
		t.Run(pos[0]+" "+pos[1], func(t *testing.T) {
			g, p := place(t, pos)
			tree := walk(t, g, p, explain.Engine, explain.Options{MaxNodes: 200_000})
			want := search.New(search.Options{}).Search(context.Background(), p.Clone(), search.Limits{})
			if tree.Value != want.Value || tree.Visited != want.Nodes {
				t.Errorf("%v after %d nodes, and without a trace %v after %d", tree.Value, tree.Visited, want.Value, want.Nodes)
			}
			visited, checked := uint64(0), 0
			tree.Each(func(i int, p oxo.Position) {
				n := &tree.Nodes[i]
				// A node where a null-window search was abandoned is not counted.
				stopped := n.Ending == trace.Stopped && n.Below == 1
				if n.Ending != trace.Known && !stopped && (i > 0 || !asksQuestions(tree)) {
					visited++
				}
				if checked++; checked > 3000 {
					return
				}
				checkNode(t, tree, i, p)
			}, p.Clone())
			if visited != tree.Visited {
				t.Errorf("the tree has %d visited nodes, the search %d", visited, tree.Visited)
			}
		})
	}
}

func place(t *testing.T, pos [2]string) (oxo.Game, oxo.Position) {
	t.Helper()
	if pos[1] == "" {
		g := gametest.Game(t, pos[0])
		return g, g.Start()
	}
	return gametest.Position(t, pos[0], pos[1])
}

func asksQuestions(tree *explain.Tree) bool {
	for c := range tree.Children(0) {
		return tree.Nodes[c].Question
	}
	return false
}

// checkNode compares a node with minimax; values are seen from the root.
func checkNode(t *testing.T, tree *explain.Tree, i int, p oxo.Position) {
	t.Helper()
	n := &tree.Nodes[i]
	if n.Ending == trace.Stopped {
		return
	}
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{MaxNodes: 1_000_000})
	if errors.Is(err, textbook.ErrMaxNodes) {
		return
	}
	truth := r.Value
	for range n.Ply {
		truth = truth.ToParent()
	}
	low, high := n.Value, n.Value
	if n.Value >= n.Beta {
		high = oxo.Infinity
	} else if n.Value <= n.Alpha {
		low = -oxo.Infinity
	}
	if truth < low || truth > high {
		t.Fatalf("node %d (%s): %v in [%v, %v] (%v), and minimax says %v", i, tree.Game.FormatPosition(p), n.Value, n.Alpha, n.Beta, n.Ending, truth)
	}
	if reason := tree.Reason(i, p, tree.Sides()); reason == "" || strings.Contains(reason, "inf or") {
		t.Errorf("node %d: reason %q", i, reason)
	}
}

// TestTextbookTree: the tree has the counts that the textbook reports, and each
// node's span fits its children.
func TestTextbookTree(t *testing.T) {
	for _, name := range []string{"minimax", "minimax-depth", "alphabeta", "alphabeta-strict"} {
		for _, pos := range positions()[1:3] {
			g, p := place(t, pos)
			tree := walk(t, g, p, name, explain.Options{})
			if uint64(len(tree.Nodes)) != tree.Visited || int(tree.Nodes[0].Below) != len(tree.Nodes) {
				t.Errorf("%s: %d nodes, %d below the root, %d visited", name, len(tree.Nodes), tree.Nodes[0].Below, tree.Visited)
			}
			cutoffs := uint64(0)
			tree.Each(func(i int, p oxo.Position) {
				children := 0
				for c := range tree.Children(i) {
					if int(tree.Nodes[c].Parent) != i {
						t.Fatalf("%s: node %d has the child %d of %d", name, i, c, tree.Nodes[c].Parent)
					}
					children++
				}
				n := &tree.Nodes[i]
				if n.Ending == trace.CutOff {
					cutoffs++
				}
				if n.Ending != trace.GameOver && children+int(n.Skipped) != len(p.Moves(nil)) {
					t.Errorf("%s: node %d has %d children and %d skipped of %d moves", name, i, children, n.Skipped, len(p.Moves(nil)))
				}
				if tree.Game.FormatPosition(tree.Position(i)) != tree.Game.FormatPosition(p) {
					t.Errorf("%s: node %d is at another position", name, i)
				}
			}, p)
			if cutoffs != tree.Cutoffs {
				t.Errorf("%s: %d cut-offs in the tree, %d counted", name, cutoffs, tree.Cutoffs)
			}
		}
	}
}

// TestSpared: alpha-beta's nodes and the nodes that minimax visits after the skipped
// moves add up to minimax's tree.
func TestSpared(t *testing.T) {
	g, p := gametest.Position(t, "tictactoe", "X../.O./...")
	tree := walk(t, g, p, "alphabeta-strict", explain.Options{})
	whole := walk(t, g, p, "minimax", explain.Options{})
	sum, budget := tree.Visited, uint64(1_000_000)
	tree.Each(func(i int, p oxo.Position) {
		spared := tree.Spared(context.Background(), i, p, 0, &budget)
		if len(spared) != int(tree.Nodes[i].Skipped) {
			t.Fatalf("node %d: %d moves spared, %d skipped", i, len(spared), tree.Nodes[i].Skipped)
		}
		for _, s := range spared {
			sum += s.Nodes
		}
	}, p)
	if sum != whole.Visited {
		t.Errorf("visited and spared are %d, minimax visits %d", sum, whole.Visited)
	}
	budget = 5
	for i := range tree.Nodes {
		for _, s := range tree.Spared(context.Background(), i, tree.Position(i), 0, &budget) {
			if s.Nodes > 5 {
				t.Errorf("a budget of 5 positions bought %d", s.Nodes)
			}
		}
	}
}

// TestCounts: each idea is counted, and the engine needs the fewest.
func TestCounts(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	var got []explain.Count
	if err := explain.Counts(context.Background(), g.Start(), 1_000_000, func(c explain.Count) { got = append(got, c) }); err != nil {
		t.Fatal(err)
	}
	if len(got) != 6 || got[0].Nodes != 549946 || got[1].Nodes != 20866 && got[1].Nodes != 7865 {
		t.Errorf("%+v", got)
	}
	for i, c := range got {
		if !c.Complete || i > 0 && c.Nodes > got[i-1].Nodes {
			t.Errorf("%s: %d nodes (complete: %v) after %d", c.Name, c.Nodes, c.Complete, got[max(i-1, 0)].Nodes)
		}
	}
	// A game that is too large is stopped at the limit, and a cancelled context ends
	// the search.
	got = nil
	if err := explain.Counts(context.Background(), gametest.Game(t, "mnk:5x5x4").Start(), 2000, func(c explain.Count) { got = append(got, c) }); err != nil {
		t.Fatal(err)
	}
	if got[0].Complete || got[0].Nodes < 2000 || got[0].Nodes > 2001 {
		t.Errorf("%+v", got[0])
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := explain.Counts(ctx, g.Start(), 1000, func(explain.Count) { t.Error("counted after the end") }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWalkStops(t *testing.T) {
	g := gametest.Game(t, "mnk:5x5x4")
	for _, a := range explain.Algorithms() {
		if _, err := explain.Walk(context.Background(), g, g.Start(), a, explain.Options{MaxNodes: 100}); !errors.Is(err, textbook.ErrMaxNodes) {
			t.Errorf("%s with 100 nodes: %v", a.Name, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := explain.Walk(ctx, g, g.Start(), a, explain.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s cancelled: %v", a.Name, err)
		}
	}
}

func TestDOT(t *testing.T) {
	g, p := gametest.Position(t, "tictactoe", "XOX/OXO/OX.")
	for _, a := range explain.Algorithms() {
		var b bytes.Buffer
		if err := walk(t, g, p, a.Name, explain.Options{}).DOT(&b, 1<<14); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), "digraph oxo {") || !strings.HasSuffix(b.String(), "}\n") {
			t.Errorf("%s: %s", a.Name, b.String())
		}
	}
}

// TestFit: a tree that is too large is walked to the greatest depth that fits.
func TestFit(t *testing.T) {
	g, p := gametest.Position(t, "tictactoe", ".../.../...")
	for _, name := range []string{"minimax", "alphabeta", explain.Engine} {
		a, err := explain.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, most := range []uint64{20, 500, 5000} {
			o := explain.Options{MaxNodes: most}
			tree, plies, err := explain.Fit(t.Context(), g, p, a, o)
			if err != nil || uint64(len(tree.Nodes)) > most+1 {
				t.Fatalf("%s within %d: %v", name, most, err)
			}
			whole, err := explain.Walk(t.Context(), g, p, a, o)
			if plies == 0 {
				if err != nil || whole.Visited != tree.Visited {
					t.Errorf("%s within %d: the whole tree has %v, not %d (%v)", name, most, whole, tree.Visited, err)
				}
				continue
			}
			o.Depth = plies
			same, err := explain.Walk(t.Context(), g, p, a, o)
			o.Depth++
			if _, deeper := explain.Walk(t.Context(), g, p, a, o); err != nil || same.Visited != tree.Visited || !errors.Is(deeper, textbook.ErrMaxNodes) {
				t.Errorf("%s within %d: %d plies (%v, %v)", name, most, plies, err, deeper)
			}
		}
		if _, _, err := explain.Fit(t.Context(), g, p, a, explain.Options{MaxNodes: 3}); name != explain.Engine && !errors.Is(err, textbook.ErrMaxNodes) {
			t.Errorf("%s within 3: %v", name, err)
		}
	}
}
