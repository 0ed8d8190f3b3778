package mcts

import (
	"cmp"
	"slices"

	"oxo"
)

// TreeNode is a node of a tree, for display.
type TreeNode struct {
	Parent int32    // index in the list; -1 at the root
	Below  int32    // listed nodes of the subtree, including this one
	Ply    int      // from the root
	Move   oxo.Move // the move that led here; meaningless at the root
	Visits uint32
	// Mean is the mean result for the side that made the move, from 0, lost, to 1; at the root
	// for the side not to move.
	Mean  float64
	Prior float32 // how likely the move seemed to be the best; 0 without priors
	// Bounds holds the proven bounds of the move, and Estimate the estimate of the play-outs
	// (see [Searcher.Search]), for the side that makes it.
	Bounds   oxo.Bounds
	Estimate oxo.Score
}

// Tree returns the most visited nodes of the tree, in depth-first order; the argument most limits
// their number. The order is: a node comes before its children, and its most visited child comes
// first. Only the caller of the search may call it, between searches.
func (s *Searcher) Tree(most int) []TreeNode {
	t := &s.tree
	if len(t.nodes) == 0 {
		return nil
	}
	visits := make([]uint32, 0, len(t.nodes))
	for i := range t.nodes {
		visits = append(visits, t.nodes[i].visits)
	}
	slices.SortFunc(visits, func(a, b uint32) int { return cmp.Compare(b, a) })
	v := view{s: s, t: t, least: 1}
	if most < len(visits) {
		v.least = visits[most] + 1 // among nodes with equal visits all or none are listed
	}
	v.add(0, -1, 0)
	return v.nodes
}

// view is a list of nodes being built.
type view struct {
	s     *Searcher
	t     *tree
	nodes []TreeNode
	least uint32 // visits that a listed node has at least
}

func (v *view) add(i uint32, parent int32, ply int) {
	n := &v.t.nodes[i]
	at := int32(len(v.nodes))
	v.nodes = append(v.nodes, TreeNode{
		Parent: parent, Ply: ply, Move: n.move, Visits: n.visits, Mean: n.mean(), Prior: n.prior, Bounds: n.bounds(),
		Estimate: v.s.estimate(n),
	})
	children := make([]uint32, 0, n.children)
	for c := range v.t.below(n) {
		if child := n.first + uint32(c); v.t.nodes[child].visits >= v.least {
			children = append(children, child)
		}
	}
	slices.SortStableFunc(children, func(a, b uint32) int { return cmp.Compare(v.t.nodes[b].visits, v.t.nodes[a].visits) })
	for _, c := range children {
		v.add(c, at, ply+1)
	}
	v.nodes[at].Below = int32(len(v.nodes)) - at
}
