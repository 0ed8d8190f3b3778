package proof

import "oxo"

// A position is left as soon as another is the better one to work at, and often its turn comes again, by the
// same moves or by others. So the moves of many positions are kept: to look at a position again costs a look
// into the table for each move that is open, and the game is not asked. (A quarter of all visits of (8,7,5) are
// such. With the moves kept it takes 0.92 of the time, and (5,5,4) and (7,7,5) 0.85.)

// How many expansions are kept. One takes some 400 bytes.
const (
	tableBytesEach  = 2048   // bytes of the table for each expansion that all workers may keep
	firstExpansions = 1 << 7 // room of a worker at first
)

// expansion is the moves of a position that is not decided, with the numbers they begin with.
type expansion struct {
	position oxo.Key
	nodes    []child
}

// expansions are those of one worker.
type expansions struct {
	kept []expansion // their number is a power of two
	used int
	most int
}

// of returns where the expansion of a position is or would be.
func (x *expansions) of(position oxo.Key) *expansion {
	return &x.kept[position.Hash()&uint64(len(x.kept)-1)]
}

// keep notes an expansion, without the moves behind which the other side has succeeded: they count no more.
func (x *expansions) keep(position oxo.Key, nodes []child) {
	if 2*x.used >= len(x.kept) && (len(x.kept) == 0 || 2*len(x.kept) <= x.most) {
		x.grow()
	}
	e := x.of(position)
	if len(e.nodes) == 0 {
		x.used++
	}
	e.position, e.nodes = position, e.nodes[:0]
	for i := range nodes {
		if nodes[i].numbers.own != 0 {
			e.nodes = append(e.nodes, nodes[i])
		}
	}
}

// grow makes room for twice as many.
func (x *expansions) grow() {
	old := x.kept
	x.kept, x.used = make([]expansion, max(2*len(old), firstExpansions)), 0
	for _, e := range old {
		if len(e.nodes) > 0 {
			*x.of(e.position) = e
			x.used++
		}
	}
}

// recall appends the moves of a position, and reports whether they were kept.
func (x *expansions) recall(position oxo.Key, nodes []child) ([]child, bool) {
	if len(x.kept) == 0 {
		return nodes, false
	}
	if e := x.of(position); len(e.nodes) > 0 && e.position == position {
		return append(nodes, e.nodes...), true
	}
	return nodes, false
}
