package pn

import (
	"math/bits"

	"oxo"
)

// A position is left as soon as another is the better one to work at, and often its turn comes again, by the
// same moves or by others. So the moves of many positions are kept: to look at a position again costs a look
// into the table for each move that is open, and the game is not asked. (A quarter of all visits of (8,7,5) are
// such. With the moves kept it takes 0.92 of the time, and (5,5,4) and (7,7,5) 0.85.)

// How much memory expansions take.
const (
	expansionsShare = 4       // the expansions of all workers may take this fraction of a solver's memory: a quarter
	movesEach       = 8       // moves that are kept for each expansion that has a place
	firstMoves      = 1 << 10 // room of a worker at first
	moveBytes       = 44      // of a move, with its part of the expansion's place
)

// expansion is where the moves of a position are that is not decided, with the numbers they begin with.
type expansion struct {
	position oxo.Key
	from     uint64 // the number of the first one, of all that were ever kept
	count    uint32
}

// expansions are those of one worker. The newest moves take the places of the oldest. Nothing here has a
// pointer, so the garbage collector does not scan it, which took two fifths of the time of (8,8,5) when each was a slice.
type expansions struct {
	places []expansion // by the hash of the position; their number is a power of two
	moves  []child     // a ring; their number is one too
	kept   uint64      // moves that were ever kept
	most   int         // moves that there may be room for
}

// of returns where the expansion of a position is or would be.
func (x *expansions) of(position oxo.Key) *expansion {
	return &x.places[position.Hash()&uint64(len(x.places)-1)]
}

// keep notes an expansion, without the moves behind which the other side has succeeded: they count no more.
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

// makeRoom makes room for a number of moves side by side. It reports false if the ring is too small for them. The ring
// grows before it is full for the first time, so the moves in it keep their places.
func (x *expansions) makeRoom(count int) bool {
	for x.kept+uint64(count) > uint64(len(x.moves)) && 2*len(x.moves) <= x.most {
		x.grow()
	}
	if count > len(x.moves) {
		return false
	}
	if at := x.kept & uint64(len(x.moves)-1); at+uint64(count) > uint64(len(x.moves)) {
		x.kept += uint64(len(x.moves)) - at // the rest of the ring is too short
	}
	return true
}

// grow makes room for twice as many.
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

// recall appends the moves of a position, and reports whether they are kept.
func (x *expansions) recall(position oxo.Key, nodes []child) ([]child, bool) {
	kept := x.find(position)
	return append(nodes, kept...), len(kept) > 0
}

// amend changes a move of a position, if that is kept.
func (x *expansions) amend(position oxo.Key, c *child) {
	kept := x.find(position)
	for i := range kept {
		if kept[i].move == c.move {
			kept[i].key, kept[i].late = c.key, c.late
		}
	}
}

// find returns the moves of a position where they are kept, or nil.
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

// roomFor returns for how many moves there is room in some bytes: a power of two.
func roomFor(bytes int64) int {
	return 1 << (bits.Len64(uint64(max(bytes/moveBytes, 1))) - 1)
}
