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
	// pairs are those that stand in the file, of nodes of kind pairs, aside, rest, policy or except: how many squares a node
	// has, and then these, two by two. The first number is that of all nodes without pairs, 0.
	pairs []oxo.Move
	zones *lines.SetList // of each node right below one of kind zone
	// While the part is read:
	certificate.Deaf
	seen   lines.List[uint64] // the nodes that others may refer to, in their order
	via    oxo.Move           // the move that leads to the next node
	open   []int              // the nodes that have not ended, from the root down
	closed int                // the node that ended last
}

// node is a node of a tree. The first node below it is the next one. A large proof has 200 million.
type node struct {
	kind     byte
	symmetry uint16   // of a reference, or of a mirror; of a leaf whose pairs are looked for: see tree.found
	move     oxo.Move // that leads here
	end      uint32   // the first node that is not below it
	at       uint32   // of a reference: the node meant; of pairs: where they begin; of a threat: its move; of a node below a zone: which of zones
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

// Found implements [Listener]. It keeps the kind that the leaf has with its pairs, and the one that it has in the file. The pairs are not
// held: see [Walker.pairsAt].
func (t *tree) Found(_ [][2]oxo.Move, searched bool) {
	kind := uint16(certificate.Pairs)
	if searched {
		kind = certificate.Rest
	}
	n := t.last()
	n.symmetry = kind | uint16(n.kind)<<8
}

// Answered implements [Listener]. The node holds neither pairs nor a reference.
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
