//go:build !race

package mcts_test

import (
	"math"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
	"oxo/search/mcts"
)

// traced returns searches of all kinds: with rules alone, guides, priors, RAVE, estimates,
// margins and repetitions.
func traced() map[string]mcts.Options {
	plain := mcts.Options{Seed: 1, NoGuide: true, NoPriors: true, Plies: -1, RAVE: -1}
	return map[string]mcts.Options{
		"tictactoe": plain, "mnk:4x4x3": {Seed: 2}, "breakthrough:4x5": {Seed: 3}, "othello:4x4": {Seed: 4, Plies: -1},
		"chess:5x5": {Seed: 5}, "go:3x3": {Seed: 6}, "go:5x5": {}, "connect4:5x4": {Seed: 8, Widening: 1, RAVE: 50, Plies: -1},
	}
}

// TestTrace: a search does the same with and without a trace, and the trace adds up, play-out
// by play-out, to the final tree.
func TestTrace(t *testing.T) {
	for name, o := range traced() {
		g := gametest.Game(t, name)
		want := mcts.New(o)
		r := want.Search(t.Context(), g.Start(), search.Limits{Nodes: 400})
		o.Trace = &mcts.Trace{}
		var s *mcts.Searcher
		for range 2 { // the second search restarts the trace
			s = mcts.New(o)
			got := s.Search(t.Context(), g.Start(), search.Limits{Nodes: 400})
			if got.Value != r.Value || got.Best != r.Best || got.Nodes != r.Nodes || !slices.Equal(s.Tree(1<<20), want.Tree(1<<20)) {
				t.Fatalf("%s: %v %v with a trace, %v %v without", name, got.Value, got.Nodes, r.Value, r.Nodes)
			}
		}
		if len(o.Trace.Playouts) != int(r.Nodes) {
			t.Fatalf("%s: %d play-outs are told of %d", name, len(o.Trace.Playouts), r.Nodes)
		}
		checkReplay(t, name, g, o.Trace, s.Tree(1<<20))
	}
}

// replay is the state of a node as a reader of the trace reconstructs it.
type replay struct {
	visits  uint32
	sum     float64
	touched bool // a proof below it changed the counted result
	last    mcts.Count
}

// checkReplay recounts from the paths and results alone, and compares with the tree.
func checkReplay(t *testing.T, name string, g oxo.Game, tr *mcts.Trace, tree []mcts.TreeNode) {
	t.Helper()
	nodes := make([]replay, len(tr.Nodes))
	for k := range tr.Playouts {
		p := &tr.Playouts[k]
		checkPath(t, name, g, tr, p)
		touched := false
		for at, i := range slices.Backward(p.Path) {
			result := p.Result // for the side to move at the leaf
			if (len(p.Path)-1-at)%2 == 0 {
				result = 1 - result
			}
			n := &nodes[i]
			n.touched, n.last = n.touched || touched, p.After[at]
			if n.last.Visits != n.visits { // a forbidden repetition does not change it
				n.visits, n.sum = n.visits+1, n.sum+result
			}
			b := n.last.Bounds
			touched = touched || b.Lo().Sign() >= 0 || b.Hi().Sign() <= 0
			n.touched = n.touched || touched
			if n.last.Visits != n.visits || !n.touched && n.visits > 0 && math.Abs(n.sum/float64(n.visits)-n.last.Mean) > 1e-9 {
				t.Fatalf("%s: play-out %d: node %d has %d visits with the mean %v, not %d with %v", name, k, i, n.last.Visits, n.last.Mean, n.visits, n.sum/float64(n.visits))
			}
		}
	}
	checkLast(t, name, tr, tree, nodes)
}

// checkPath replays a play-out: each move is legal, the listed moves are legal, and the score
// is the score of its end.
func checkPath(t *testing.T, name string, g oxo.Game, tr *mcts.Trace, p *mcts.Playout) {
	t.Helper()
	if len(p.Choices) != len(p.Path)-1 || len(p.After) != len(p.Path) || p.Path[0] != 0 {
		t.Fatalf("%s: %d nodes, %d choices, %d counts", name, len(p.Path), len(p.Choices), len(p.After))
	}
	q := g.Start()
	for at, i := range p.Path[1:] {
		c := p.Choices[at]
		if !slices.Contains(q.Moves(nil), tr.Nodes[i].Move) || tr.Nodes[i].Parent != int32(p.Path[at]) {
			t.Fatalf("%s: node %d is not below %d", name, i, p.Path[at])
		}
		if c.Rival != 0 && (c.Promise > c.Mean+c.Bonus || tr.Nodes[c.Rival].Parent != int32(p.Path[at]) || c.Rival == i) {
			t.Fatalf("%s: %d was chosen: %+v", name, i, c)
		}
		q.Make(tr.Nodes[i].Move)
	}
	legal := q.Moves(nil)
	for i := range p.Listed {
		if n := tr.Nodes[int(p.First)+i]; n.Parent != int32(p.Path[len(p.Path)-1]) || !slices.Contains(legal, n.Move) {
			t.Fatalf("%s: %v is listed", name, n)
		}
	}
	if (p.End == mcts.Over) != (q.Outcome() != oxo.Ongoing) {
		t.Fatalf("%s: the end %v at %s", name, p.End, g.FormatPosition(q))
	}
	for _, m := range p.Moves {
		q.Make(m)
	}
	if p.End == mcts.Played && q.Outcome() != oxo.Ongoing {
		score := oxo.Final(q)
		if len(p.Moves)%2 == 1 {
			score = -score
		}
		if score.Sign() != p.Score.Sign() || score.Margin() != p.Score.Margin() {
			t.Fatalf("%s: after %v the score is %v, not %v", name, p.Moves, score, p.Score)
		}
	}
}

// checkLast compares the final counts of the trace with the tree.
func checkLast(t *testing.T, name string, tr *mcts.Trace, tree []mcts.TreeNode, nodes []replay) {
	t.Helper()
	visited := 0
	for _, n := range nodes {
		if n.visits > 0 {
			visited++
		}
	}
	if visited != len(tree) {
		t.Fatalf("%s: %d nodes were visited, and the tree has %d", name, visited, len(tree))
	}
	numbers := make([]int, len(tree)) // in the trace
	for at := range tree[1:] {
		n := &tree[at+1]
		i := slices.IndexFunc(tr.Nodes, func(m mcts.TracedNode) bool {
			return m.Move == n.Move && int(m.Parent) == numbers[n.Parent] && m.Ply == n.Ply
		})
		numbers[at+1] = i
		last := mcts.Count{Visits: n.Visits, Mean: n.Mean, Estimate: n.Estimate, Bounds: n.Bounds}
		if nodes[i].last != last || tr.Nodes[i].Prior != n.Prior {
			t.Fatalf("%s: node %d is %+v at the end, and %+v in the tree", name, i, nodes[i].last, *n)
		}
	}
}
