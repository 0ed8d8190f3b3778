package walk

import (
	"slices"

	"oxo"
	"oxo/prove/certificate"
	"oxo/prove/certificate/lines"
)

// tree holds the nodes of the trees that were read, from the roots down.
type tree struct {
	nodes lines.List[node]
	// pairs are the pairs in the file, for nodes of kind pairs, aside, rest, policy or except: for each node the number of squares
	// and then the squares, two by two. The first entry is 0, for all nodes without pairs.
	pairs []oxo.Move
	zones *lines.SetList // the zone of each child of a node of kind zone
	// Used only while the part is read:
	certificate.Deaf
	seen   lines.List[uint64] // the nodes that others may refer to, in order
	via    oxo.Move           // the move that leads to the next node
	open   []int              // the nodes that have not ended, from the root down
	closed int                // the node that ended last
}

// node is a node of a tree. Its first child, if it has one, is the next node in the list. A large proof has 200
// million nodes.
type node struct {
	kind     byte
	symmetry uint16   // of a reference or a mirror; for a leaf without pairs in the file see tree.Found
	move     oxo.Move // the move that leads here
	end      uint32   // the first node that is not below it
	at       uint32   // reference: the earlier node; pairs: where they begin; threat: its move; child of a zone node: index in zones
}

// Open implements [Listener]: it adds a node.
func (t *tree) Open(kind byte) {
	t.open = append(t.open, t.nodes.Len())
	t.nodes.Append(node{kind: kind, move: t.via})
}

// Close implements [Listener].
func (t *tree) Close() {
	last := len(t.open) - 1
	t.closed, t.open = t.open[last], t.open[:last]
	n := t.nodes.At(t.closed)
	n.end = uint32(t.nodes.Len())
	if n.kind == certificate.Found || n.kind == certificate.Better {
		n.kind = byte(n.symmetry)
	}
}

// Move implements [Listener].
func (t *tree) Move(m oxo.Move) { t.via = m }

// Note implements [Listener].
func (t *tree) Note() { t.seen.Append(uint64(t.open[len(t.open)-1])) }

// Refer implements [Listener].
func (t *tree) Refer(number uint64, symmetry int) {
	n := t.last()
	n.at, n.symmetry = uint32(*t.seen.At(int(number))), uint16(symmetry)
}

// Mirror implements [Listener].
func (t *tree) Mirror(symmetry int) { t.last().symmetry = uint16(symmetry) }

// Threat implements [Listener].
func (t *tree) Threat(m oxo.Move) { t.last().at = uint32(m) }

// Found implements [Listener]. It keeps two kinds: the kind of the leaf once it has its pairs, and the kind in the
// file. It does not hold the pairs: see [Walker.pairsAt].
func (t *tree) Found(_ [][2]oxo.Move, searched bool) {
	kind := uint16(certificate.Pairs)
	if searched {
		kind = certificate.Rest
	}
	n := t.last()
	n.symmetry = kind | uint16(n.kind)<<8
}

// Answered implements [Listener]. The node itself has neither pairs nor a reference, so its field at is free.
func (t *tree) Answered(zone *lines.Squares, squares int) {
	if t.zones == nil {
		all := lines.NewSetList(squares)
		t.zones = &all
	}
	t.nodes.At(t.closed).at = uint32(t.zones.Len())
	t.zones.Append(zone)
}

// Pair implements [Listener].
func (t *tree) Pair(a, b oxo.Move) {
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

// pairsOf returns the pairs of a node that are in the file.
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

// below returns the node that a move leads to from a node, or -1.
func (t *tree) below(at int, m oxo.Move) int {
	for i := at + 1; i < int(t.nodes.At(at).end); i = int(t.nodes.At(i).end) {
		if t.nodes.At(i).move == m {
			return i
		}
	}
	return -1
}

// moves returns the moves to the children of a node, in order.
func (t *tree) moves(at int) (all []oxo.Move) {
	for i := at + 1; i < int(t.nodes.At(at).end); i = int(t.nodes.At(i).end) {
		all = append(all, t.nodes.At(i).move)
	}
	return all
}

// toward returns the child of a node that is on the way to another node.
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

// unsettledAt returns the squares that no answer had settled when the checker reached a node. It looks at the nearest
// zone above the node, and there at the answers before it.
func (t *tree) unsettledAt(at int) (unsettled lines.Squares) {
	for i := 0; i != at; {
		below := t.toward(i, at)
		if t.nodes.At(i).kind == certificate.Zone {
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
