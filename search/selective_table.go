package search

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"oxo"
	"oxo/internal/largepages"
	"oxo/internal/processor"
)

// hints is the table of the selective search. What it stores is never proven, so a few bits of
// the key are enough, and an entry is two words.
//
//	word 0   63      48 47 46 45  40 39   32 31             0
//	        |  check   |kind | gen  | depth |      move      |
//	word 1   63                    32 31                    0
//	        |         value          |       estimate       |
//
// The check is 16 bits of the hash, mixed with those of word 1. So an entry whose two words
// come from different threads is not found [HyattMann02].
type hints struct {
	buckets []hintBucket
	all     int    // greatest number of buckets, a power of two
	mask    uint64 // buckets in use - 1
	start   uint64 // mask of an empty table
	seen    uint64 // positions visited since the last clear
	gen     uint64 // of this search, modulo generations
	since   uint64 // generations since the last clear: older entries are empty
	used    uint64 // generations since the memory was last wiped
}

// generations is the number of generations that an entry can distinguish.
const generations = 1 << 6

type hintBucket [4][2]atomic.Uint64

const (
	hintBytes  = 64
	startHints = 1 << 20 // bytes in use at first: they fit into the cache of one core
)

// boundKind says whether the value of an entry is exact or a bound.
type boundKind uint8

const (
	noBound boundKind = iota
	atMost
	atLeast
	exactly
)

// hint is a decoded entry.
type hint struct {
	value, estimate oxo.Score
	move            oxo.Move // + 1; 0 for no move
	depth           int
	kind            boundKind
}

func newHints(bytes int64) *hints {
	n := 1 << (bits.Len64(uint64(max(bytes/hintBytes, 1))) - 1)
	t := &hints{all: n, start: uint64(min(n, startHints/hintBytes)) - 1}
	t.use(t.start)
	return t
}

// use sets the number of buckets in use to mask + 1.
func (t *hints) use(mask uint64) {
	t.buckets = largepages.Grow(t.buckets, int(mask+1), t.all)
	t.mask = mask
}

// grow doubles the table until it has a bucket per position visited. The check does not say to
// which of its two new places an entry belongs, so it is copied to both; a false match is as
// rare as before. Only one goroutine may call it.
func (t *hints) grow(visited uint64) {
	for want := uint64(t.all) - 1; t.mask < min(want, visited); {
		used := t.mask + 1
		t.use(2*used - 1)
		for i := range used {
			for j := range t.buckets[i] {
				for k := range t.buckets[i][j] {
					t.buckets[used+i][j][k].Store(t.buckets[i][j][k].Load())
				}
			}
		}
	}
}

// warm touches all memory that the table may use, so that the system provides it now.
func (t *hints) warm() {
	t.buckets = largepages.Grow(t.buckets, t.all, t.all)
	largepages.Touch(t.buckets)
}

// age begins a new search: older entries are replaced first.
func (t *hints) age() {
	t.gen, t.used = (t.gen+1)%generations, t.used+1
	t.since = min(t.since+1, generations-2)
}

// clear empties the table completely, so that a search finds the same as in a new one. It
// touches the memory only when a later generation could mistake old entries for its own.
func (t *hints) clear() {
	t.age()
	t.since, t.seen, t.mask = 0, 0, t.start
	if t.used < generations {
		return
	}
	t.used = 0
	for i := range t.buckets {
		for j := range t.buckets[i] {
			t.buckets[i][j][0].Store(0)
		}
	}
}

// empty reports whether an entry, given its word 0, is older than the last clear.
func (t *hints) empty(w0 uint64) bool {
	return w0>>46&3 == 0 || (t.gen-w0>>40)%generations > t.since
}

func check(hash, word uint64) uint64 {
	word ^= word >> 32
	return (hash ^ word ^ word>>16) & 0xffff
}

// full returns how much of the table holds entries of this search, in thousandths, estimated
// from its first buckets.
func (t *hints) full() int {
	n, sample := 0, t.buckets[:min(t.mask+1, 256)]
	for i := range sample {
		for j := range sample[i] {
			if w0 := sample[i][j][0].Load(); w0>>46&3 != 0 && w0>>40%generations == t.gen {
				n++
			}
		}
	}
	return 1000 * n / (len(sample) * len(hintBucket{})) * int(t.mask+1) / t.all
}

// fetch prefetches what probe will read.
func (t *hints) fetch(hash uint64) { processor.Fetch(unsafe.Pointer(&t.buckets[hash>>16&t.mask])) }

// foresee prefetches the entry of the position after a move.
func (w *selective) foresee(m oxo.Move) {
	if w.known.HashAfter != nil {
		w.table.fetch(w.known.HashAfter(m))
	}
}

// arrive prefetches the entry of the position itself, in games without HashAfter.
func (w *selective) arrive() {
	if w.known.HashAfter == nil {
		w.table.fetch(w.game.Hash())
	}
}

// foreseeBest prefetches the entry after the table's move, + 1, or 0 for none: that move is
// mostly made first.
func (w *selective) foreseeBest(best oxo.Move) {
	if best != 0 {
		w.foresee(best - 1)
	}
}

// probe returns the entry of a position.
func (t *hints) probe(hash uint64) (hint, bool) {
	b := &t.buckets[hash>>16&t.mask]
	for i := range b {
		w0, w1 := b[i][0].Load(), b[i][1].Load()
		if w0>>48 == check(hash, w1) && !t.empty(w0) {
			return hint{
				value: oxo.Score(int32(w1 >> 32)), estimate: oxo.Score(int32(w1)),
				move: oxo.Move(uint32(w0)), depth: int(w0 >> 32 & 0xff), kind: boundKind(w0 >> 46 & 3),
			}, true
		}
	}
	return hint{}, false
}

// store stores an entry. It replaces the position's own entry, or else the least valuable one
// of the bucket: old and shallow.
func (t *hints) store(hash uint64, h hint) {
	b := &t.buckets[hash>>16&t.mask]
	victim, least := 0, 1<<30
	for i := range b {
		w0, w1 := b[i][0].Load(), b[i][1].Load()
		if w0>>48 == check(hash, w1) && !t.empty(w0) {
			if h.move == 0 {
				h.move = oxo.Move(uint32(w0))
			}
			victim = i
			break
		}
		worth := int(w0>>32&0xff) - 8*int((t.gen-w0>>40)%generations)
		if t.empty(w0) {
			worth = -1 << 20
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	w1 := uint64(uint32(h.value))<<32 | uint64(uint32(h.estimate))
	w0 := check(hash, w1)<<48 | uint64(h.kind)<<46 | t.gen<<40 | uint64(min(max(h.depth, 0), 0xff))<<32 | uint64(uint32(h.move))
	b[victim][0].Store(w0)
	b[victim][1].Store(w1)
}
