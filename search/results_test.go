//go:build !race

package search_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/examples/sticks"
	"oxo/internal/gametest"
	"oxo/search"
	"oxo/search/trace"
)

// after is a book of the positions one move after a given position.
type after map[uint64]oxo.Score

func (b after) Lookup(p oxo.Position) (oxo.Score, bool) {
	v, ok := b[p.Hash()]
	return v, ok
}

// TestBookLines: an analysis extends the lines of moves whose values are from the book, to the end of the game.
func TestBookLines(t *testing.T) {
	g := gametest.Game(t, "mnk:4x3x3")
	p, book, exact := g.Start(), after{}, search.New(search.Options{})
	for _, m := range p.Moves(nil) {
		p.Make(m)
		book[p.Hash()] = exact.Search(t.Context(), p.Clone(), search.Limits{}).Score
		p.Unmake(m)
	}
	for _, m := range search.New(search.Options{Book: book, NoSymmetry: true}).Analyze(t.Context(), p, search.Limits{Nodes: 1 << 20}) {
		if !m.ByBook {
			t.Errorf("%s is not from the book", g.FormatMove(p, m.Move))
		}
		checkLine(t, g, p, m)
	}
}

// TestAnalyzedLines: in an analysis by depth, the line of a proven move also contains the reply.
func TestAnalyzedLines(t *testing.T) {
	g, p := gametest.Position(t, "mnk:5x5x4", "...../.XX../.O.../...O./.....")
	long := 0
	for _, m := range search.New(search.Options{NoGuide: true}).Analyze(t.Context(), p, search.Limits{Depth: 6}) {
		legal(t, g, p, m.Line)
		if m.Proven && m.Score.IsWin() && m.Score.Plies() > 1 {
			if long++; len(m.Line) < 2 {
				t.Errorf("%s: %v with the line %v", g.FormatMove(p, m.Move), m.Value, m.Line)
			}
		}
	}
	if long == 0 {
		t.Error("no move is proven to win later")
	}
}

// TestMovesOfThirdTime: a move to a state that was reached twice before is a draw.
func TestMovesOfThirdTime(t *testing.T) {
	_, start := gametest.Position(t, "checkers:6x6", thrice)
	rng, draws, s := rand.New(rand.NewPCG(2, 3)), 0, search.New(search.Options{TableBytes: 1 << 20})
	for n := 0; n < 4000 && draws < 20; n++ {
		p := start.Clone().(oxo.Clocked)
		for range 8 + rng.IntN(12) {
			if moves := p.Moves(nil); p.Outcome() == oxo.Ongoing && len(moves) > 0 {
				p.Make(moves[rng.IntN(min(2, len(moves)))])
			}
		}
		twice := slices.Clone(p.Twice())
		if len(twice) == 0 || p.Outcome() != oxo.Ongoing {
			continue
		}
		for _, m := range s.Analyze(t.Context(), p, search.Limits{Depth: 1}) {
			p.Make(m.Move)
			again := slices.Contains(twice, p.Hash()) && p.Outcome() == oxo.Ongoing
			p.Unmake(m.Move)
			if !again {
				continue
			}
			if draws++; m.Bounds != oxo.Exactly(oxo.Draw) || len(m.Line) != 1 {
				t.Fatalf("a move to a state for the third time is worth %v, and goes on with %v", m.Bounds, m.Line)
			}
		}
	}
	if draws < 20 {
		t.Errorf("only %d moves to such states", draws)
	}
}

// TestEstimateOfDepth: a search one ply deep returns the best estimate after a move, if nothing is certain.
func TestEstimateOfDepth(t *testing.T) {
	for _, text := range []string{
		"b......b/......../......../..b...../.w....../......../......../wwww.... white",
		"b......b/......../......../..b...../.w....../......../......../wwww.... black",
	} {
		_, p := gametest.Position(t, "breakthrough:8x8", text)
		want := -oxo.Infinity
		for _, m := range p.Moves(nil) {
			p.Make(m)
			want = max(want, p.(oxo.Evaluator).Evaluate().ToParent())
			p.Unmake(m)
		}
		r := search.New(search.Options{NoGuide: true}).Search(t.Context(), p, search.Limits{Depth: 1})
		if r.Proven || r.Score != want || want == p.(oxo.Evaluator).Evaluate() {
			t.Errorf("%s: %v, want %v", text, r.Value, want)
		}
	}
}

// TestBestMove: the move of a search with limits is legal, whatever was searched before. It is not proven to be worse
// than the value, or than another move.
func TestBestMove(t *testing.T) {
	s, other := search.New(search.Options{}), search.New(search.Options{TableBytes: 1 << 20})
	for i, name := range []string{"mnk:4x3x3,misere", "connect4:5x4", "breakthrough:4x5"} {
		g, rng := gametest.Game(t, name), rand.New(rand.NewPCG(71, uint64(i)))
		for n := range 60 {
			p := ending(g, rng, 4+rng.IntN(8))
			if p == nil {
				continue
			}
			limits := search.Limits{Nodes: uint64(1 + rng.IntN(60))}
			if n%2 == 0 {
				limits = search.Limits{Depth: 1 + rng.IntN(3)}
			}
			r := s.Search(t.Context(), p, limits)
			if !slices.Contains(p.Moves(nil), r.Best) || r.Line[0] != r.Best {
				t.Fatalf("%s: the best move is %d, and the line %v", g.FormatPosition(p), r.Best, r.Line)
			}
			if r.Proven || r.Depth == 0 {
				continue
			}
			var least, best oxo.Bounds
			for i, m := range other.Analyze(t.Context(), p, search.Limits{Depth: r.Depth}) {
				if i == 0 {
					least = m.Bounds
				}
				if m.Move == r.Best {
					best = m.Bounds
				}
			}
			if best.Hi() < max(least.Lo(), r.Score) {
				t.Errorf("%s %s, %+v: %v, but %s is at most %v, and another move at least %v", name, g.FormatPosition(p), limits, r.Value, g.FormatMove(p, r.Best), best.Hi(), least.Lo())
			}
		}
	}
}

// TestTrace: each search has a trace of its own. Its first node is the root, each other node is within the nodes of its
// parent, and a node is a cut-off only if moves are left.
func TestTrace(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	tr := &search.Trace{}
	s := search.New(search.Options{Trace: tr, NoGuide: true, NoSymmetry: true})
	var first []search.TraceNode
	for range 2 {
		p := g.Start()
		s.Search(t.Context(), p, search.Limits{Depth: 8})
		if first == nil {
			first = slices.Clone(tr.Nodes)
		} else if !slices.Equal(first, tr.Nodes) {
			t.Fatalf("the second search has %d nodes, the first %d", len(tr.Nodes), len(first))
		}
		cut := map[int]int{} // by the number of moves left
		for i, n := range tr.Nodes {
			if n.Parent >= 0 {
				if up := tr.Nodes[n.Parent]; int(n.Parent) >= i || i+int(n.Below) > int(n.Parent+up.Below) {
					t.Fatalf("node %d with %d nodes is not within its parent %d", i, n.Below, n.Parent)
				}
			}
			moves := movesOf(tr.Nodes, i)
			left := len(movesAt(p, tr.Nodes, i)) - len(moves)
			if ends := n.Ending == trace.CutOff; len(moves) > 0 && ends != (left > 0) {
				t.Fatalf("node %d ends with %v, with %d moves left", i, n.Ending, left)
			} else if ends {
				cut[left]++
			}
		}
		if cut[1] == 0 || cut[2] == 0 || tr.Nodes[0].Parent != -1 {
			t.Errorf("cut off by the number of moves left: %v; the first node has the parent %d", cut, tr.Nodes[0].Parent)
		}
	}
}

// movesOf returns the moves that a node of a trace has searched.
func movesOf(nodes []search.TraceNode, at int) map[oxo.Move]bool {
	moves := map[oxo.Move]bool{}
	for _, n := range nodes[at+1 : at+int(nodes[at].Below)] {
		if int(n.Parent) == at {
			moves[n.Move] = true
		}
	}
	return moves
}

// movesAt returns the legal moves at a node of a trace of p.
func movesAt(p oxo.Position, nodes []search.TraceNode, at int) []oxo.Move {
	p = p.Clone()
	var path []oxo.Move
	for ; nodes[at].Parent >= 0; at = int(nodes[at].Parent) {
		path = append(path, nodes[at].Move)
	}
	for _, m := range slices.Backward(path) {
		p.Make(m)
	}
	return p.Moves(nil)
}

// TestSearchInto: a result that is used again keeps nothing of the search before.
func TestSearchInto(t *testing.T) {
	s := search.New(search.Options{})
	for _, name := range []string{"mnk:3x3x3", "mnk:4x4x4"} {
		p := gametest.Game(t, name).Start()
		want := s.Search(t.Context(), p, search.Limits{})
		want.Line = slices.Clone(want.Line)
		r := search.Result{Depth: 99, Stop: search.ByContext, ByBook: true, Nodes: 5}
		s.SearchInto(t.Context(), p, search.Limits{}, &r)
		if r.Value != want.Value || r.Depth != want.Depth || r.Stop != want.Stop || r.ByBook || r.Nodes != want.Nodes {
			t.Errorf("%s: %v to depth %d in %d nodes, %v, by the book %v; want %v to depth %d in %d nodes", name, r.Value, r.Depth, r.Nodes, r.Stop, r.ByBook, want.Value, want.Depth, want.Nodes)
		}
	}
}

// knowing is a heap of sticks whose guide knows the value of each move, all alike.
type knowing struct{ *sticks.Position }

func (p knowing) Guide() oxo.Guide { return allAlike{p} }

type allAlike struct{ p knowing }

func (g allAlike) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	for _, m := range g.p.Moves(nil) {
		buf = append(buf, oxo.Child{Move: m, Bounds: oxo.Exactly(oxo.By(1))})
	}
	return buf, oxo.Exactly(oxo.By(1))
}

// TestFirstOfEqual: among moves of equal value that the guide knows, the search plays the first.
func TestFirstOfEqual(t *testing.T) {
	p := knowing{sticks.Game{}.Start().(*sticks.Position)}
	if r := search.New(search.Options{}).Search(t.Context(), p, search.Limits{}); r.Best != p.Moves(nil)[0] || r.Nodes != 1 {
		t.Errorf("move %d in %d nodes, want %d in 1", r.Best, r.Nodes, p.Moves(nil)[0])
	}
}

// TestOnlyProves: a search without limits makes no iterations, and records no positions for other searches.
func TestOnlyProves(t *testing.T) {
	s := search.New(search.Options{NoGuide: true})
	r := s.Search(context.Background(), gametest.Game(t, "connect4:4x4").Start(), search.Limits{})
	if r.Depth != 0 || !r.Proven || r.Nodes < 2000 {
		t.Errorf("%v in %d nodes, to depth %d", r.Value, r.Nodes, r.Depth)
	}
	if n := len(s.Settled()); n > 0 {
		t.Errorf("%d positions are noted for others", n)
	}
}
