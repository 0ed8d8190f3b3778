package mcts

import (
	"cmp"
	"slices"

	"oxo"
)

// TreeNode is a position of a tree as it can be shown.
type TreeNode struct {
	Parent int32    // index in the list; -1 at the root
	Below  int32    // nodes of the subtree that are listed, itself included
	Ply    int      // from the root
	Move   oxo.Move // that led here; meaningless at the root
	Visits uint32
	// Mean is the mean result for the side that made the move, from 0, lost, to 1;
	// at the root for the side that is not to move.
	Mean  float64
	Prior float32 // how likely the move was thought to be the best; 0 where there are none
	// Bounds is what is proven of the move, and Estimate what the play-outs say of it (see
	// [Searcher.Search]), for the side that makes it.
	Bounds   oxo.Bounds
	Estimate oxo.Score
}

// Tree returns up to that many nodes of the tree, those visited most, in the order of a walk:
// each before those below it, the most visited of its moves first. It is for the
// caller of the search, between searches.
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
		v.least = visits[most] + 1 // of equal ones all or none
	}
	v.add(0, -1, 0)
	return v.nodes
}

// view is a list of nodes on its way.
type view struct {
	s     *Searcher
	t     *tree
	nodes []TreeNode
	least uint32 // visits of a node that is listed
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
