package jobtree

import (
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// infinity is the proof number of an impossible proof.
const infinity = uint64(1) << 52

// Leaf is a position that becomes a job.
type Leaf struct {
	Key  oxo.Key    // identifies it
	Path []oxo.Move // from the root
}

// Answer is the result of a leaf's job.
type Answer struct {
	Verdict knowledge.Verdict
	// Children are the proof numbers after the moves, if an open answer has them.
	Children []knowledge.Child
}

// Tree is the upper tree of one claim. One goroutine at a time may use it.
type Tree struct {
	claim  knowledge.Claim // at the root
	weight uint64
	nodes  []node
	index  map[oxo.Key]int32
	expand []knowledge.Child
	queue  []int32 // nodes to be recomputed
	solved int
}

// node is a position. proof and disproof are the work left to prove and to refute the
// claim, whichever side is to move.
type node struct {
	key             oxo.Key
	parents         []int32
	children        []edge
	first           edge // the first parent found, and the move from there
	proof, disproof uint64
	claiming        bool
	asked           bool // this leaf has a running job
	busy            bool // every leaf below that matters has a running job
}

type edge struct {
	move oxo.Move
	node int32
}

func (n *node) decided() bool { return n.proof == 0 || n.disproof == 0 }

func (n *node) verdict() knowledge.Verdict {
	switch {
	case n.proof == 0:
		return knowledge.Holds
	case n.disproof == 0:
		return knowledge.Fails
	}
	return knowledge.Open
}

// New makes the tree of a claim, which it keeps. The root is its only leaf. Where all
// moves must be answered, weight is added for each further move, in quarters; 0 adds
// up the numbers instead (see [knowledge.Claim]).
func New(c knowledge.Claim, weight uint64) *Tree {
	t := &Tree{claim: c, weight: weight, index: map[oxo.Key]int32{}}
	key, _ := c.Key()
	t.add(key, c.Claiming(), knowledge.Child{Proof: knowledge.Unit, Disproof: knowledge.Unit})
	return t
}

// add makes a leaf with the numbers of a child.
func (t *Tree) add(key oxo.Key, claiming bool, c knowledge.Child) int32 {
	n := node{key: key, claiming: claiming, proof: max(c.Proof, 1), disproof: max(c.Disproof, 1), first: edge{node: -1}}
	n.settle(c.Verdict)
	i := int32(len(t.nodes))
	t.nodes, t.index[key] = append(t.nodes, n), i
	return i
}

// settle sets the numbers of a verdict.
func (n *node) settle(v knowledge.Verdict) {
	switch v {
	case knowledge.Holds:
		n.proof, n.disproof = 0, infinity
	case knowledge.Fails:
		n.proof, n.disproof = infinity, 0
	}
}

// Verdict returns what is known about the root.
func (t *Tree) Verdict() knowledge.Verdict { return t.nodes[0].verdict() }

// Numbers returns the work left at the root, in quarters of a position.
func (t *Tree) Numbers() (proof, disproof uint64) { return t.nodes[0].proof, t.nodes[0].disproof }

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Solved returns the number of nodes that were decided after they were added.
func (t *Tree) Solved() int { return t.solved }

// Best returns a move of the root's side that achieves the verdict, if there is one.
func (t *Tree) Best() (oxo.Move, bool) {
	root := &t.nodes[0]
	if !root.decided() || root.claiming != (root.proof == 0) {
		return 0, false
	}
	for _, e := range root.children {
		if t.nodes[e.node].verdict() == root.verdict() {
			return e.move, true
		}
	}
	return 0, false
}

// path returns the moves from the root to a node.
func (t *Tree) path(at int32) []oxo.Move {
	path := []oxo.Move{}
	for n := &t.nodes[at]; n.first.node >= 0; n = &t.nodes[n.first.node] {
		path = append(path, n.first.move)
	}
	slices.Reverse(path)
	return path
}

// find returns the leaf with a key; it reports false if the tree has no such
// position.
func (t *Tree) find(key oxo.Key) (Leaf, bool) {
	at, ok := t.index[key]
	if !ok {
		return Leaf{}, false
	}
	return Leaf{key, t.path(at)}, true
}

// Claiming reports whether the claimant is to move at a position of the tree.
func (t *Tree) Claiming(key oxo.Key) bool {
	at, ok := t.index[key]
	return ok && t.nodes[at].claiming
}

// Wants reports whether an answer about a leaf would still change anything.
func (t *Tree) Wants(key oxo.Key) bool {
	at, ok := t.index[key]
	return ok && t.nodes[at].children == nil && t.reached(at)
}

// reached reports whether a path of undecided positions leads to a node.
func (t *Tree) reached(at int32) bool {
	n := &t.nodes[at]
	if n.decided() || at == 0 {
		return !n.decided()
	}
	return slices.ContainsFunc(n.parents, t.reached)
}

// Drop clears the flag of a leaf.
func (t *Tree) Drop(key oxo.Key) {
	if at, ok := t.index[key]; ok && t.nodes[at].asked {
		t.nodes[at].asked = false
		t.update(at)
	}
}

// Hint sets the numbers of a leaf to the current ones of its running job.
func (t *Tree) Hint(key oxo.Key, proof, disproof uint64) {
	at, ok := t.index[key]
	if !ok || proof == 0 || disproof == 0 || proof >= infinity || disproof >= infinity {
		return
	}
	if n := &t.nodes[at]; n.asked && n.children == nil && !n.decided() {
		n.proof, n.disproof = proof, disproof
		t.update(at)
	}
}

// Put adds an answer about a position of the tree. It reports false and changes
// nothing if there is already an answer. An open answer gives the leaf children.
func (t *Tree) Put(key oxo.Key, a Answer) bool {
	at, ok := t.index[key]
	if !ok || t.nodes[at].children != nil || t.nodes[at].decided() {
		return false
	}
	t.nodes[at].asked = false
	v := a.Verdict
	if v == knowledge.Open {
		v = t.grow(at, a.Children)
	}
	if t.nodes[at].settle(v); v != knowledge.Open {
		t.solved++
	}
	t.update(at)
	return true
}

// grow gives a leaf children, and returns the verdict if the game knows it.
func (t *Tree) grow(at int32, known []knowledge.Child) knowledge.Verdict {
	// 1. The claim at the leaf.
	path := t.path(at)
	for _, m := range path {
		t.claim.Make(m)
	}
	defer func() {
		for _, m := range slices.Backward(path) {
			t.claim.Unmake(m)
		}
	}()
	var verdict knowledge.Verdict
	if t.expand, verdict = t.claim.Expand(t.expand[:0]); verdict != knowledge.Open {
		return verdict
	}
	// 2. A node for each move, or an existing one that was reached by another order of
	// moves.
	children := make([]edge, 0, len(t.expand))
	claiming := !t.nodes[at].claiming
	for _, c := range t.expand {
		if i := slices.IndexFunc(known, func(k knowledge.Child) bool { return k.Move == c.Move }); i >= 0 && c.Verdict == knowledge.Open {
			c = known[i]
		}
		t.claim.Make(c.Move)
		key, _ := t.claim.Key()
		t.claim.Unmake(c.Move)
		child, ok := t.index[key]
		if !ok {
			child = t.add(key, claiming, c)
			t.nodes[child].first = edge{c.Move, at}
		}
		if !slices.ContainsFunc(children, func(e edge) bool { return e.node == child }) {
			children = append(children, edge{c.Move, child})
			t.nodes[child].parents = append(t.nodes[child].parents, at)
		}
	}
	t.nodes[at].children = children
	return knowledge.Open
}
