package mcts

import (
	"slices"

	"oxo"
)

// plant makes p the root, and lists its moves if they are not listed.
func (s *Searcher) plant(p oxo.Position, everyMove bool) {
	t, w := &s.tree, s.workers[0]
	t.at, t.all = p.Clone(), everyMove
	t.widening = s.opts.Widening
	t.usePriors = !s.opts.NoPriors && (w.priors != nil || w.guide != nil)
	t.setRAVE(s.opts.RAVE, w.playouts != nil)
	t.explore = s.opts.Exploration
	if t.explore == 0 {
		t.explore = defaultUCT
		if t.usePriors {
			t.explore = defaultPUCT
		}
	}
	if len(t.nodes) == 0 {
		t.nodes = append(t.nodes, node{lo: -oxo.Infinity, hi: oxo.Infinity})
	}
	root := &t.nodes[0]
	root.flags = 0
	if root.first == 0 {
		s.plantMoves(root, everyMove)
	}
	t.known = after(t.nodes[0].bounds())
	if w.forbids {
		s.forbid(p)
	}
}

// The default weights of the square root in the promise of a move. The first is from
// [KocsisSzepesvari06]; the second was better than 1 in matches.
const (
	defaultUCT  = 0.7
	defaultPUCT = 0.5
)

func (t *tree) setRAVE(equivalence float64, usual bool) {
	if equivalence == 0 && usual {
		equivalence = defaultRAVE
	}
	t.useRAVE, t.rave = equivalence > 0, equivalence
}

// plantMoves lists the moves of the root.
func (s *Searcher) plantMoves(root *node, everyMove bool) {
	w := s.workers[0]
	w.moves = w.p.Moves(w.moves[:0])
	list := w.expand
	if everyMove {
		list = w.expandAll
	}
	var bounds oxo.Bounds
	w.children, bounds = list(w.moves, w.children[:0])
	w.order()
	root.prove(bounds.ToParent())
	s.tree.add(0, w.children, w.weights)
}

// forbid marks the moves of the root that repeat a position of the game so far.
func (s *Searcher) forbid(p oxo.Position) {
	t, w := &s.tree, s.workers[0]
	for i := range t.below(&t.nodes[0]) {
		c := &t.nodes[1+i]
		p.Make(c.move)
		plies, _ := w.looping.Repeated()
		p.Unmake(c.move)
		c.flags &^= forbidden
		if plies > 0 {
			c.flags |= forbidden
		}
	}
}

// adopt keeps the part of the tree below p, if p is the root or at most two moves after it, in
// the same game, and reports whether it did. A game that forbids repetitions has
// to be [oxo.Barring].
func (t *tree) adopt(p oxo.Position) bool {
	if t.at == nil || t.all || !oxo.SameGame(t.at, p) {
		return false
	}
	if l, ok := p.(oxo.Looping); ok {
		_, tells := p.(oxo.Barring)
		if _, value := l.Repeated(); value != oxo.Draw && !tells {
			return false
		}
	}
	i, ok := t.find(p, 0, 2)
	if ok && i != 0 {
		t.reroot(i)
	}
	return ok
}

// find returns the node of a position at most a number of plies below a node.
func (t *tree) find(p oxo.Position, from uint32, plies int) (uint32, bool) {
	if same(t.at, p) {
		return from, true
	}
	if plies == 0 {
		return 0, false
	}
	n := &t.nodes[from]
	for i := range t.below(n) {
		c := n.first + uint32(i)
		if t.nodes[c].visits == 0 {
			continue
		}
		m := t.nodes[c].move
		t.at.Make(m)
		found, ok := t.find(p, c, plies-1)
		t.at.Unmake(m)
		if ok {
			return found, true
		}
	}
	return 0, false
}

// same reports whether two positions are the same state, with the same past if that matters.
func same(a, b oxo.Position) bool {
	if a.Hash() != b.Hash() || a.Turn() != b.Turn() {
		return false
	}
	if k, ok := a.(oxo.Barring); ok {
		if l, ok := b.(oxo.Barring); !ok || k.Past() != l.Past() {
			return false
		}
	}
	if k, ok := a.(oxo.Keyed); ok {
		if l, ok := b.(oxo.Keyed); !ok || k.Key() != l.Key() {
			return false
		}
	}
	return slices.Equal(a.Moves(nil), b.Moves(nil))
}

// reroot makes a node the root, keeps the tree below it, and moves it to the front of the
// memory. A node comes before its children, so one pass marks them.
func (t *tree) reroot(root uint32) {
	to := make([]uint32, len(t.nodes)) // the new index of each node; 0: dropped
	mark := func(n *node) {
		for i := range t.below(n) {
			to[n.first+uint32(i)] = 1
		}
	}
	mark(&t.nodes[root])
	size := uint32(1)
	for i := root + 1; i < uint32(len(t.nodes)); i++ {
		if to[i] != 0 {
			mark(&t.nodes[i])
			to[i] = size
			size++
		}
	}
	t.move(root, 0, to)
	for i := root + 1; i < uint32(len(t.nodes)); i++ {
		if to[i] != 0 {
			t.move(i, to[i], to)
		}
	}
	t.nodes, t.full = t.nodes[:size], false
}

// move copies a node with its children.
func (t *tree) move(from, into uint32, to []uint32) {
	n := t.nodes[from]
	if n.first != 0 {
		n.first = to[n.first]
	}
	t.nodes[into] = n
}
