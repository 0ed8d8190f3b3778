package pn

import (
	"math/bits"

	"oxo"
)

// The search leaves a position as soon as another one is better to work on, and often returns
// to it, by the same moves or others. So the moves of many positions are cached: revisiting a
// position costs one look-up in the table for each open move, and no expansion by the game. (A
// quarter of all visits of (8,7,5) are revisits. With the cache it takes 0.92 of the time, and
// (5,5,4) and (7,7,5) take 0.85.)

// Memory of expansions.
const (
	expansionsShare = 4       // divisor: all workers' expansions may take a quarter of a solver's memory
	movesEach       = 8       // moves stored per expansion
	firstMoves      = 1 << 10 // first capacity of a worker, in moves
	moveBytes       = 44      // bytes per move, including its part of the expansion
)

// expansion says where the moves of an undecided position are stored, with their first numbers.
type expansion struct {
	position oxo.Key
	from     uint64 // sequence number of the first move, among all ever stored
	count    uint32
}

// expansions is the cache of one worker. The newest moves overwrite the oldest. It contains no pointer, so the
// garbage collector does not scan it; with one slice per expansion the scan took two fifths of the time of (8,8,5).
type expansions struct {
	places []expansion // by the hash of the position; the length is a power of two
	moves  []child     // a ring; the length is a power of two
	kept   uint64      // moves ever stored
	limit  int         // maximum number of moves
}

// of returns the place for the expansion of a position.
func (x *expansions) of(position oxo.Key) *expansion {
	return &x.places[position.Hash()&uint64(len(x.places)-1)]
}

// keep stores an expansion. It leaves out moves after which the other side has succeeded: they
// no longer count.
func (x *expansions) keep(position oxo.Key, nodes []child) {
	count := 0
	for i := range nodes {
		if nodes[i].numbers.own != 0 {
			count++
		}
	}
	if count == 0 || !x.makeRoom(count) {
		return
	}
	*x.of(position) = expansion{position, x.kept, uint32(count)}
	to := x.moves[x.kept&uint64(len(x.moves)-1):][:0]
	for i := range nodes {
		if nodes[i].numbers.own != 0 {
			to = append(to, nodes[i])
		}
	}
	x.kept += uint64(count)
}

// makeRoom makes room for a number of adjacent moves. It reports false if the ring is too small for them. The ring
// grows before it is full for the first time, so that its moves keep their places.
func (x *expansions) makeRoom(count int) bool {
	for x.kept+uint64(count) > uint64(len(x.moves)) && 2*len(x.moves) <= x.limit {
		x.grow()
	}
	if count > len(x.moves) {
		return false
	}
	if at := x.kept & uint64(len(x.moves)-1); at+uint64(count) > uint64(len(x.moves)) {
		x.kept += uint64(len(x.moves)) - at // skip the rest of the ring: it is too short
	}
	return true
}

// grow doubles the capacity.
func (x *expansions) grow() {
	moves, old := make([]child, max(2*len(x.moves), firstMoves)), x.places
	copy(moves, x.moves)
	x.moves, x.places = moves, make([]expansion, len(moves)/movesEach)
	for i := range old {
		if old[i].count > 0 {
			*x.of(old[i].position) = old[i]
		}
	}
}

// recall appends the stored moves of a position, and reports whether there are any.
func (x *expansions) recall(position oxo.Key, nodes []child) ([]child, bool) {
	kept := x.find(position)
	return append(nodes, kept...), len(kept) > 0
}

// amend changes a stored move of a position, if there is one.
func (x *expansions) amend(position oxo.Key, c *child) {
	kept := x.find(position)
	for i := range kept {
		if kept[i].move == c.move {
			kept[i].key, kept[i].late = c.key, c.late
		}
	}
}

// find returns the stored moves of a position, or nil.
func (x *expansions) find(position oxo.Key) []child {
	if len(x.places) == 0 {
		return nil
	}
	e := x.of(position)
	if e.count == 0 || e.position != position || x.kept-e.from > uint64(len(x.moves)) {
		return nil
	}
	from := e.from & uint64(len(x.moves)-1)
	return x.moves[from : from+uint64(e.count)]
}

// roomFor returns the number of moves that fit into some bytes: a power of two.
func roomFor(bytes int64) int {
	return 1 << (bits.Len64(uint64(max(bytes/moveBytes, 1))) - 1)
}
