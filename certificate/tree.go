package certificate

import (
	"slices"

	"oxo"
)

// tree holds the nodes of the trees that were read, from the roots down.
type tree struct {
	nodes []node
	pairs []oxo.Move // of each node of kind pairs, aside, rest, policy or except: its squares, two by two; those that were found, too
	zones setList    // of each node right below one of kind zone
	seen  []uint32   // the nodes that others may refer to, in their order in the part
	via   oxo.Move   // the move that leads to the next node
}

// node is a node of a tree. The first node below it is the next one.
type node struct {
	kind     byte
	symmetry uint16   // of a reference, or of a mirror; of a leaf whose pairs are looked for, the kind that it comes to have
	move     oxo.Move // that leads here
	end      uint32   // the first node that is not below it
	at       uint32   // of a reference: the node meant; of pairs: where they begin; of a threat: its move; of a node below a zone: which of zones
	count    uint32   // of pairs: how many squares
}

// open adds a node. Like all these methods it does nothing where no tree is held.
func (t *tree) open(kind byte) int {
	if t == nil {
		return 0
	}
	t.nodes = append(t.nodes, node{kind: kind, move: t.via})
	return len(t.nodes) - 1
}

// close notes that a node is complete, and whether others may refer to it.
func (t *tree) close(at int) {
	if t == nil {
		return
	}
	n := &t.nodes[at]
	n.end = uint32(len(t.nodes))
	switch n.kind {
	case Found:
		n.kind = byte(n.symmetry)
	case All, Zone, Pairs, Forced, Won, Threat, Policy, Except, Rest:
		t.seen = append(t.seen, uint32(at))
	}
}

// by notes the move that leads to the next node.
func (t *tree) by(m oxo.Move) {
	if t != nil {
		t.via = m
	}
}

// refer notes what the node added last refers to.
func (t *tree) refer(to uint64, symmetry int) {
	if t != nil {
		n := &t.nodes[len(t.nodes)-1]
		n.at, n.symmetry = t.seen[to], uint16(symmetry)
	}
}

// turn notes the symmetry of the node added last.
func (t *tree) turn(symmetry int) {
	if t != nil {
		t.nodes[len(t.nodes)-1].symmetry = uint16(symmetry)
	}
}

// found notes the kind of a leaf whose pairs were looked for.
func (t *tree) found(kind byte) {
	if t != nil {
		t.nodes[len(t.nodes)-1].symmetry = uint16(kind)
	}
}

// threaten notes the move that the node added last threatens.
func (t *tree) threaten(by oxo.Move) {
	if t != nil {
		t.nodes[len(t.nodes)-1].at = uint32(by)
	}
}

// zoned notes the zone of a node right below one of kind zone, which holds neither pairs nor a reference.
func (t *tree) zoned(b *board, at int, zone *squares) {
	if t == nil {
		return
	}
	if t.zones.words == 0 {
		t.zones = newSetList(b)
	}
	t.nodes[at].at = uint32(t.zones.len())
	t.zones.add(zone)
}

// pair adds a pair to the node added last.
func (t *tree) pair(a, b oxo.Move) {
	if t == nil {
		return
	}
	n := &t.nodes[len(t.nodes)-1]
	if n.count == 0 {
		n.at = uint32(len(t.pairs))
	}
	n.count += 2
	t.pairs = append(t.pairs, a, b)
}

// pairsOf returns the pairs of a node.
func (t *tree) pairsOf(at int) (pairs [][2]oxo.Move) {
	n := &t.nodes[at]
	for pair := range slices.Chunk(t.pairs[n.at:n.at+n.count], 2) {
		pairs = append(pairs, [2]oxo.Move{pair[0], pair[1]})
	}
	return pairs
}

// next returns the number of the node that is added next.
func (t *tree) next() int {
	if t == nil {
		return 0
	}
	return len(t.nodes)
}

// below returns the node that a move leads to from a node, or -1.
func (t *tree) below(at int, m oxo.Move) int {
	for i := at + 1; i < int(t.nodes[at].end); i = int(t.nodes[i].end) {
		if t.nodes[i].move == m {
			return i
		}
	}
	return -1
}

// moves returns the moves to the nodes right below a node, in their order.
func (t *tree) moves(at int) (all []oxo.Move) {
	for i := at + 1; i < int(t.nodes[at].end); i = int(t.nodes[i].end) {
		all = append(all, t.nodes[i].move)
	}
	return all
}

// toward returns the node right below one on the way to another.
func (t *tree) toward(at, to int) int {
	i := at + 1
	for int(t.nodes[i].end) <= to {
		i = int(t.nodes[i].end)
	}
	return i
}

// path returns the moves that lead from a root to a node below it.
func (t *tree) path(root, to int) (moves []oxo.Move) {
	for at := root; at != to; {
		at = t.toward(at, to)
		moves = append(moves, t.nodes[at].move)
	}
	return moves
}
