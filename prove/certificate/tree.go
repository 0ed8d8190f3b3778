package certificate

import (
	"slices"

	"oxo"
	"oxo/prove/certificate/lines"
)

// tree holds the nodes of the trees that were read, from the roots down.
type tree struct {
	nodes lines.List[node]
	// pairs are those that stand in the file, of nodes of kind pairs, aside, rest, policy or except: how many squares a node
	// has, and then these, two by two. The first number is that of all nodes without pairs, 0.
	pairs []oxo.Move
	zones *lines.SetList     // of each node right below one of kind zone
	seen  lines.List[uint64] // the nodes that others may refer to, in their order in the part, until the part is read
	via   oxo.Move           // the move that leads to the next node
}

// node is a node of a tree. The first node below it is the next one. A large proof has 200 million.
type node struct {
	kind     byte
	symmetry uint16   // of a reference, or of a mirror; of a leaf whose pairs are looked for: see tree.found
	move     oxo.Move // that leads here
	end      uint32   // the first node that is not below it
	at       uint32   // of a reference: the node meant; of pairs: where they begin; of a threat: its move; of a node below a zone: which of zones
}

// open adds a node. Like all these methods it does nothing where no tree is held.
func (t *tree) open(kind byte) int {
	if t == nil {
		return 0
	}
	t.nodes.Add(node{kind: kind, move: t.via})
	return t.nodes.Len() - 1
}

// close notes that a node is complete, and whether others may refer to it.
func (t *tree) close(at int) {
	if t == nil {
		return
	}
	n := t.nodes.At(at)
	n.end = uint32(t.nodes.Len())
	switch n.kind {
	case Found, Better:
		n.kind = byte(n.symmetry)
	case All, Zone, Pairs, Forced, Won, Threat, Policy, Except, Rest:
		t.seen.Add(uint64(at))
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
		n := t.last()
		n.at, n.symmetry = uint32(*t.seen.At(int(to))), uint16(symmetry)
	}
}

// turn notes the symmetry of the node added last.
func (t *tree) turn(symmetry int) {
	if t != nil {
		t.last().symmetry = uint16(symmetry)
	}
}

// found notes the kind that a leaf whose pairs were looked for comes to have, and the one that it has in the file. The pairs
// are not held: see [Walker.pairsAt].
func (t *tree) found(kind byte, inFile uint64) {
	if t != nil {
		t.last().symmetry = uint16(kind) | uint16(inFile)<<8 //nolint:gosec // kinds are small
	}
}

// done lets go of what is needed only while a part is read.
func (t *tree) done() {
	if t != nil {
		t.seen = lines.List[uint64]{}
	}
}

// threaten notes the move that the node added last threatens.
func (t *tree) threaten(by oxo.Move) {
	if t != nil {
		t.last().at = uint32(by)
	}
}

// zoned notes the zone of a node right below one of kind zone, which holds neither pairs nor a reference.
func (t *tree) zoned(b *lines.Board, at int, zone *lines.Squares) {
	if t == nil {
		return
	}
	if t.zones == nil {
		all := lines.NewSetList(b.Count)
		t.zones = &all
	}
	t.nodes.At(at).at = uint32(t.zones.Len())
	t.zones.Add(zone)
}

// pair adds a pair that stands in the file to the node added last.
func (t *tree) pair(a, b oxo.Move) {
	if t == nil {
		return
	}
	if len(t.pairs) == 0 {
		t.pairs = append(t.pairs, 0)
	}
	n := t.last()
	if n.at == 0 {
		n.at = uint32(len(t.pairs))
		t.pairs = append(t.pairs, 0)
	}
	t.pairs[n.at] += 2
	t.pairs = append(t.pairs, a, b)
}

// pairsOf returns the pairs of a node that stand in the file.
func (t *tree) pairsOf(at int) (pairs [][2]oxo.Move) {
	if len(t.pairs) == 0 {
		return nil
	}
	from := t.pairs[t.nodes.At(at).at:]
	for pair := range slices.Chunk(from[1:1+from[0]], 2) {
		pairs = append(pairs, [2]oxo.Move{pair[0], pair[1]})
	}
	return pairs
}

// last is the node added last.
func (t *tree) last() *node { return t.nodes.At(t.nodes.Len() - 1) }

// next returns the number of the node that is added next.
func (t *tree) next() int {
	if t == nil {
		return 0
	}
	return t.nodes.Len()
}

// below returns the node that a move leads to from a node, or -1.
func (t *tree) below(at int, m oxo.Move) int {
	for i := at + 1; i < int(t.nodes.At(at).end); i = int(t.nodes.At(i).end) {
		if t.nodes.At(i).move == m {
			return i
		}
	}
	return -1
}

// moves returns the moves to the nodes right below a node, in their order.
func (t *tree) moves(at int) (all []oxo.Move) {
	for i := at + 1; i < int(t.nodes.At(at).end); i = int(t.nodes.At(i).end) {
		all = append(all, t.nodes.At(i).move)
	}
	return all
}

// toward returns the node right below one on the way to another.
func (t *tree) toward(at, to int) int {
	i := at + 1
	for int(t.nodes.At(i).end) <= to {
		i = int(t.nodes.At(i).end)
	}
	return i
}

// path returns the moves that lead from a root to a node below it.
func (t *tree) path(root, to int) (moves []oxo.Move) {
	for at := root; at != to; {
		at = t.toward(at, to)
		moves = append(moves, t.nodes.At(at).move)
	}
	return moves
}

// unsettledAt returns the squares that no answer had settled when the checker came to a node: of the answers before it
// at the nearest zone above.
func (t *tree) unsettledAt(at int) (unsettled lines.Squares) {
	for i := 0; i != at; {
		below := t.toward(i, at)
		if t.nodes.At(i).kind == Zone {
			unsettled = lines.AllSquares()
			for j := i + 1; j != below; j = int(t.nodes.At(j).end) {
				zone := t.zones.At(int(t.nodes.At(j).at))
				unsettled.Intersect(&zone)
			}
		}
		i = below
	}
	return unsettled
}
