//go:build !race

package textbook_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/search/trace"
	"oxo/textbook"
)

// TestCounts checks the number of nodes that minimax visits from the empty board: 549,946
// histories, 255,168 of them games [A061526].
func TestCounts(t *testing.T) {
	p := gametest.Game(t, "tictactoe").Start()
	for name, run := range map[string]func(context.Context, oxo.Position, textbook.Options) (textbook.Result, error){
		"minimax": textbook.Minimax, "minimax with depth": textbook.MinimaxDepth,
	} {
		r, err := run(context.Background(), p, textbook.Options{})
		if err != nil || r.Nodes != 549946 || r.Leaves != 255168 || r.Cutoffs != 0 || r.Value != oxo.Draw {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

// TestAlphaBetaIsMinimax compares the value, the move and every move's value on random
// positions, and checks that alpha-beta visits no more nodes.
func TestAlphaBetaIsMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"tictactoe", "tictactoe,misere", "tictactoe,torus", "mnk:4x3x3", "mnk:4x4x4"} {
		g := gametest.Game(t, name)
		for range many(300) {
			p := randomEnding(g, rng, 8)
			before := g.FormatPosition(p)
			opts := textbook.Options{Depth: rng.IntN(9)} // 0 means no limit
			a, err := textbook.AlphaBeta(context.Background(), p, opts)
			b, err2 := textbook.MinimaxDepth(context.Background(), p, opts)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if g.FormatPosition(p) != before {
				t.Fatalf("%s is left as %s", before, g.FormatPosition(p))
			}
			if a.Value != b.Value || a.Best != b.Best || a.HasMove != b.HasMove || a.Nodes > b.Nodes {
				t.Fatalf("%s %s: alpha-beta %+v\nminimax %+v", name, before, a, b)
			}
			for i, m := range a.Moves {
				exact := b.Moves[i]
				if m.Move != exact.Move || exact.Value > m.Value || !m.AtMost && exact.Value != m.Value {
					t.Fatalf("%s %s: alpha-beta says %+v of a move, minimax %+v", name, before, m, exact)
				}
			}
		}
	}
}

// second is a second implementation of alpha-beta, as negamax. It counts visits and cut-offs, with
// either convention.
type second struct {
	strict         bool
	nodes, cutoffs uint64
}

func (s *second) value(p oxo.Position, ply, left int, alpha, beta oxo.Score) oxo.Score {
	s.nodes++
	if p.Outcome() != oxo.Ongoing {
		v := oxo.Final(p)
		return oxo.Score(v.Sign()) * oxo.Win(v.Plies()+ply)
	}
	if left == 0 {
		return oxo.Draw
	}
	best := -oxo.Infinity
	moves := p.Moves(nil)
	for i, m := range moves {
		p.Make(m)
		best = max(best, -s.value(p, ply+1, left-1, -beta, -alpha))
		p.Unmake(m)
		// At the root nothing is cut off: beta is infinite there.
		if alpha = max(alpha, best); alpha > beta || alpha == beta && !s.strict {
			if i < len(moves)-1 {
				s.cutoffs++
			}
			break
		}
	}
	return best
}

// TestEquality: with both conventions the visits and cut-offs equal a second
// implementation's; the value is minimax's, and the strict one never visits fewer
// nodes.
func TestEquality(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	larger := 0
	for _, name := range []string{"tictactoe", "tictactoe,misere", "mnk:4x3x3", "mnk:4x4x4"} {
		g := gametest.Game(t, name)
		for range many(200) {
			p := randomEnding(g, rng, 8)
			depth := 1 + rng.IntN(8)
			var nodes [2]uint64
			for i, run := range []func(context.Context, oxo.Position, textbook.Options) (textbook.Result, error){textbook.AlphaBeta, textbook.AlphaBetaStrict} {
				r, err := run(context.Background(), p, textbook.Options{Depth: depth})
				s := second{strict: i == 1}
				v := s.value(p, 0, depth, -oxo.Infinity, oxo.Infinity)
				exact, err2 := textbook.MinimaxDepth(context.Background(), p, textbook.Options{Depth: depth})
				if err != nil || err2 != nil || r.Value != v || r.Value != exact.Value || r.Best != exact.Best || r.Nodes != s.nodes || r.Cutoffs != s.cutoffs {
					t.Fatalf("%s %s at depth %d, strict %v: %v, %d nodes, %d cut-offs; the second has %v, %d, %d; minimax %v (%v %v)",
						name, g.FormatPosition(p), depth, s.strict, r.Value, r.Nodes, r.Cutoffs, v, s.nodes, s.cutoffs, exact.Value, err, err2)
				}
				nodes[i] = r.Nodes
			}
			if nodes[1] < nodes[0] {
				t.Fatalf("%s %s: the strict one visits %d, less than %d", name, g.FormatPosition(p), nodes[1], nodes[0])
			}
			if nodes[1] > nodes[0] {
				larger++
			}
		}
	}
	if larger == 0 {
		t.Error("the conventions never differ")
	}
}

// TestMinimaxWithoutDepth checks that the form without depth finds the same winner as the form
// with depth.
func TestMinimaxWithoutDepth(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	g := gametest.Game(t, "tictactoe")
	for range many(100) {
		p := randomEnding(g, rng, 9)
		a, _ := textbook.Minimax(context.Background(), p, textbook.Options{})
		b, _ := textbook.MinimaxDepth(context.Background(), p, textbook.Options{})
		if a.Value.Sign() != b.Value.Sign() || a.CountsPlies || !b.CountsPlies || a.Nodes != b.Nodes {
			t.Fatalf("%s: %+v and %+v", g.FormatPosition(p), a, b)
		}
	}
}

// TestFlat: alpha-beta without plies gives the values of minimax without them, and visits no
// more nodes.
func TestFlat(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	g := gametest.Game(t, "tictactoe")
	for range many(100) {
		p := randomEnding(g, rng, 6)
		exact, err := textbook.Minimax(context.Background(), p, textbook.Options{})
		for _, run := range []func(context.Context, oxo.Position, textbook.Options) (textbook.Result, error){textbook.AlphaBeta, textbook.AlphaBetaStrict} {
			r, err2 := run(context.Background(), p, textbook.Options{Flat: true})
			if err != nil || err2 != nil || r.Value != exact.Value || r.Best != exact.Best || r.CountsPlies || r.Nodes > exact.Nodes {
				t.Fatalf("%s: %+v, and minimax %+v (%v, %v)", g.FormatPosition(p), r, exact, err, err2)
			}
		}
	}
}

// TestTrace checks every node of a trace against the node's own statements.
func TestTrace(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	g := gametest.Game(t, "mnk:4x3x3")
	for range many(100) {
		p := randomEnding(g, rng, 6)
		r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		var c traced
		c.node(t, g, p, r.Tree, 0)
		if c.nodes != r.Nodes || c.cutoffs != r.Cutoffs || c.leaves != r.Leaves || r.Tree.Value != r.Value {
			t.Fatalf("%s: the trace has %+v, the result %+v", g.FormatPosition(p), c, r)
		}
	}
}

type traced struct{ nodes, leaves, cutoffs uint64 }

func (c *traced) node(t *testing.T, g oxo.Game, p oxo.Position, n *textbook.Node, ply int) {
	c.nodes++
	moves := p.Moves(nil)
	switch n.Ending {
	case trace.GameOver:
		c.leaves++
		if len(moves) > 0 {
			t.Fatalf("%s is said to be over", g.FormatPosition(p))
		}
		return
	case trace.CutOff:
		c.cutoffs++
		if n.Max && n.Value < n.Beta || !n.Max && n.Value > n.Alpha || n.Skipped == 0 {
			t.Fatalf("%s: no reason for a cut-off: %+v", g.FormatPosition(p), n)
		}
	}
	if len(n.Children)+n.Skipped != len(moves) || n.Max != (ply%2 == 0) {
		t.Fatalf("%s: %d children and %d skipped of %d moves", g.FormatPosition(p), len(n.Children), n.Skipped, len(moves))
	}
	best := n.Children[0].Value
	for i, child := range n.Children {
		if child.Move != moves[i] {
			t.Fatalf("%s: child %d is %v, not %v", g.FormatPosition(p), i, child.Move, moves[i])
		}
		if n.Max == (child.Value > best) && child.Value != best {
			best = child.Value
		}
		p.Make(child.Move)
		c.node(t, g, p, child, ply+1)
		p.Unmake(child.Move)
	}
	if best != n.Value {
		t.Fatalf("%s: value %v, its best child %v", g.FormatPosition(p), n.Value, best)
	}
}

func TestDepthLimit(t *testing.T) {
	p := gametest.Game(t, "gomoku").Start()
	estimates := 0
	opts := textbook.Options{Depth: 2, Evaluate: func(oxo.Position) oxo.Score { estimates++; return oxo.Score(estimates) }}
	r, err := textbook.MinimaxDepth(context.Background(), p, opts)
	if err != nil || r.Proven || r.Nodes != 1+225+225*224 || estimates != 225*224 {
		t.Errorf("%d nodes, %d estimates, proven %v, %v", r.Nodes, estimates, r.Proven, err)
	}
}

func TestStopping(t *testing.T) {
	p := gametest.Game(t, "gomoku").Start()
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{MaxNodes: 5000})
	if err == nil || r.Proven || r.Nodes != 5001 {
		t.Errorf("MaxNodes: %d nodes, %v", r.Nodes, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := textbook.Minimax(ctx, p, textbook.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestFinishedGame(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	p, err := g.ParsePosition("XXX/OO./...")
	if err != nil {
		t.Fatal(err)
	}
	r, err := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
	if err != nil || r.HasMove || r.Value != oxo.Loss(0) || r.Nodes != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// many returns the number of positions that a test uses: fewer in short mode.
func many(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// randomEnding plays random moves until the number of empty squares is at most left, or the
// game is over.
func randomEnding(g oxo.Game, rng *rand.Rand, left int) oxo.Position {
	p := g.Start()
	for {
		moves := p.Moves(nil)
		if len(moves) <= left {
			return p
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
}

func ExampleAlphaBeta() {
	g, _ := catalog.Lookup(games.All(), "tictactoe")
	p, _, _ := catalog.Replay(g, "b2", "b1")
	r, _ := textbook.AlphaBeta(context.Background(), p, textbook.Options{})
	fmt.Printf("%s: %v; %d nodes, %d cut-offs\n", g.FormatMove(p, r.Best), r.Value, r.Nodes, r.Cutoffs)
	// Output: a3: win in 5; 778 nodes, 271 cut-offs
}
