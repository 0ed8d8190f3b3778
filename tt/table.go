// Package tt is the transposition table: what a search has learned of
// positions it may meet again by another order of moves.
package tt

import (
	"math/bits"
	"unsafe"

	"oxo"
)

// Entry is what is stored of a position, for its side to move.
type Entry struct {
	// Bounds of the value, as far as the search that stored them looked.
	oxo.Bounds
	// Depth is how many plies that search looked ahead; [Proven] where it
	// gave up nothing, so that the bounds hold for every depth.
	Depth int32
	// Best is the move that search would play, if HasMove.
	Best    oxo.Move
	HasMove bool
}

// Proven is the depth of bounds that no depth limit made.
const Proven = 1<<31 - 1

// slot is an entry as it is stored, 40 bytes with its whole key, so that a
// position is never mistaken for another.
type slot struct {
	key     oxo.Key
	lo, hi  oxo.Score
	depth   int32
	best    oxo.Move
	age     uint32 // the generation that stored it; 0 is empty
	work    uint8  // log2 of the nodes that it cost
	hasMove bool
}

const (
	slotSize = int64(unsafe.Sizeof(slot{}))
	ways     = 4 // slots a key may go to
)

// Table is a table of fixed size, for one goroutine.
type Table struct {
	slots []slot
	mask  uint64 // number of buckets - 1
	age   uint32
}

// New makes a table of at most size bytes: the greatest power of two of
// buckets of four slots that fits, and at least one.
func New(size int64) *Table {
	buckets := uint64(max(size/(slotSize*ways), 1))
	buckets = 1 << (bits.Len64(buckets) - 1)
	return &Table{slots: make([]slot, buckets*ways), mask: buckets - 1, age: 1}
}

// Bytes returns the memory that the table takes.
func (t *Table) Bytes() int64 { return int64(len(t.slots)) * slotSize }

// Forget makes the table empty without touching its memory.
func (t *Table) Forget() {
	t.age++
	if t.age == 0 { // after 4 billion times the ages would repeat
		clear(t.slots)
		t.age = 1
	}
}

func (t *Table) bucket(hash uint64) []slot {
	at := (hash & t.mask) * ways
	return t.slots[at : at+ways : at+ways]
}

// Probe returns what is known of a position. The hash must be the key's.
func (t *Table) Probe(key oxo.Key, hash uint64) (Entry, bool) {
	bucket := t.bucket(hash)
	for i := range bucket {
		if s := &bucket[i]; s.age == t.age && s.key == key {
			return Entry{oxo.Bounds{Lo: s.lo, Hi: s.hi}, s.depth, s.best, s.hasMove}, true
		}
	}
	return Entry{}, false
}

// Store keeps what a search found with so many nodes. Proven bounds of the
// same position are merged and never give way to estimates; in a full bucket
// the least work gives way.
func (t *Table) Store(key oxo.Key, hash uint64, e Entry, nodes uint64) {
	bucket := t.bucket(hash)
	victim := &bucket[0]
	for i := range bucket {
		s := &bucket[i]
		if s.age == t.age && s.key == key {
			victim = s
			if s.depth == Proven {
				if e.Depth != Proven {
					return
				}
				e.Lo, e.Hi = max(e.Lo, s.lo), min(e.Hi, s.hi)
			}
			break
		}
		if s.age != t.age {
			if victim.age == t.age {
				victim = s
			}
		} else if victim.age == t.age && s.work < victim.work {
			victim = s
		}
	}
	*victim = slot{
		key: key, lo: e.Lo, hi: e.Hi, depth: e.Depth, best: e.Best, hasMove: e.HasMove,
		age: t.age, work: uint8(bits.Len64(nodes)),
	}
}
