package jobtree

import (
	"cmp"
	"slices"
)

// Pick returns the most valuable leaf without a running job, and flags it. It reports
// false if there is no such leaf.
//
// The best leaf is the most proving one [Allis94]. If that has a job, the next is
// another leaf of the smallest set that would prove the claim, or of the smallest
// that would refute it, whichever has less work left: if the numbers are right, every
// leaf of such a set is needed. Only after these comes a move that would be tried if
// another one failed. (In the simulator two workers do 1.23 times the work of one; it
// is 1.37 times if the second-best move is taken whenever the best has a job.)
func (t *Tree) Pick() (Leaf, bool) {
	root := &t.nodes[0]
	if root.busy || root.decided() {
		return Leaf{}, false
	}
	toProve := root.proof <= root.disproof
	for _, proving := range []bool{toProve, !toProve} {
		if at := t.seek(0, proving); at >= 0 {
			return t.flag(at), true
		}
	}
	at := int32(0)
	for t.nodes[at].children != nil {
		at = t.best(&t.nodes[at])
	}
	return t.flag(at), true
}

func (t *Tree) flag(at int32) Leaf {
	t.nodes[at].asked = true
	t.update(at)
	return Leaf{t.nodes[at].key, t.path(at)}
}

// seek returns the first free leaf in the smallest set below a node that proves, or
// refutes, the claim; -1 if there is no such leaf.
func (t *Tree) seek(at int32, proving bool) int32 {
	n := &t.nodes[at]
	switch {
	case n.decided() || n.busy:
		return -1
	case n.children == nil:
		return at // it is not busy
	}
	open := t.open(n)
	if n.claiming == proving { // one move is enough, so the set contains only the best
		open = open[:1]
	}
	for _, e := range open {
		if leaf := t.seek(e.node, proving); leaf >= 0 {
			return leaf
		}
	}
	return -1
}

// open returns the undecided children, the one with the least work first: the work to
// prove if the claimant is to move, otherwise to refute.
func (t *Tree) open(n *node) []edge {
	open := make([]edge, 0, len(n.children))
	for _, e := range n.children {
		if !t.nodes[e.node].decided() {
			open = append(open, e)
		}
	}
	slices.SortStableFunc(open, func(a, b edge) int {
		return cmp.Compare(t.nodes[a.node].work(n.claiming), t.nodes[b.node].work(n.claiming))
	})
	return open
}

// work returns the work left to prove, or to refute.
func (n *node) work(proving bool) uint64 {
	if proving {
		return n.proof
	}
	return n.disproof
}

// best returns the child with the least work left that is not busy.
func (t *Tree) best(n *node) int32 {
	for _, e := range t.open(n) {
		if !t.nodes[e.node].busy {
			return e.node
		}
	}
	return -1 // impossible: the node itself would be busy
}
