package pn

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"oxo"
	"oxo/internal/largepages"
	"oxo/internal/processor"
)

// infinity is the number of a side that cannot succeed any more. JSON numbers hold it exactly.
const infinity = uint64(1) << 52

// MostWork is the greatest proof number of a side that may still succeed. It also stands for
// all greater ones.
const MostWork = infinity - 1

// numbers holds the work left for the side to move, and for the other side. It is 0 for a side
// that has succeeded, and infinity for its opponent.
type numbers struct{ own, other uint64 }

func (n numbers) solved() bool { return n.own == 0 || n.other == 0 }

// entry is the table's entry of a question.
type entry struct {
	key     oxo.Key
	numbers packed
	work    uint32 // positions visited for it, compared for replacement; 0 means an empty entry
}

// packed holds numbers in half the bits. Numbers below 2^25 are exact; greater ones are rounded down by less than a
// part in 2^24. A visited position computes its numbers from its moves, not from its own entry.
//
//	bits 24-29   e + 1
//	bits 0-23    m: the number is (2^24 + m) << e, rounded down
type packed struct{ own, other uint32 }

const (
	mantissa       = 24                  // bits of m
	packedExact    = 1 << (mantissa + 1) // smaller numbers are stored unchanged
	packedMax      = 37 << mantissa      // MostWork
	packedInfinity = 1 << 30             // infinity
)

func (n numbers) pack() packed { return packed{pack(n.own), pack(n.other)} }

func (p packed) unpack() numbers { return numbers{unpack(p.own), unpack(p.other)} }

func pack(n uint64) uint32 {
	switch {
	case n < packedExact:
		return uint32(n)
	case n >= infinity:
		return packedInfinity
	case n == MostWork:
		return packedMax
	}
	e := bits.Len64(n) - 1 - mantissa
	return uint32(e+1)<<mantissa | uint32(n>>e)&(1<<mantissa-1)
}

func unpack(p uint32) uint64 {
	switch {
	case p < packedExact:
		return uint64(p)
	case p >= packedInfinity:
		return infinity
	case p >= packedMax:
		return MostWork
	}
	return (1<<mantissa | uint64(p)&(1<<mantissa-1)) << (p>>mantissa - 1)
}

// bucket holds the entries that a key may be in, four of 32 bytes.
type bucket [4]entry

// table holds the numbers of questions. An entry is true by itself, whatever other entries are
// lost, so a copy of part of the table is a valid table.
//
// It uses little of its memory at first and more as it fills: the system provides untouched
// memory page by page, which was a third of the time of a small proof. It allocates all of its
// memory when it first grows. (Allocating it at once started the garbage collector: the process
// that proves (6,6,5) took 10.5 ms of processor time, and takes 9.2.)
type table struct {
	buckets []bucket               // the buckets in memory; changed with all locks held
	first   atomic.Pointer[bucket] // the first bucket, for readers without a lock
	size    uint64                 // buckets in all
	used    atomic.Uint64          // buckets in use, from the first; changed with all locks held
	filled  atomic.Uint64          // entries stored into empty places
	locks   []sync.Mutex           // lock i guards the buckets whose number is i modulo len(locks)

	workAfter map[oxo.Key]uint64 // positions visited after each move of the root; Solver.mu guards it
}

const (
	bucketBytes = 128
	stripes     = 1 << 12
	firstUsed   = 1 << 12 // the minimum number of buckets in use at first
	// growFrom is the average number of entries per bucket, of four, at which the buckets in
	// use double. Few buckets are full then, so hardly any entry is lost.
	growFrom = 1
)

func newTable(bytes int64) *table {
	n, doublings := max(bytes/bucketBytes, 1<<8), 0
	for n>>(doublings+1) >= firstUsed {
		doublings++
	}
	first := n >> doublings
	t := &table{size: uint64(first << doublings), locks: make([]sync.Mutex, stripes)}
	t.take(uint64(first))
	t.used.Store(uint64(first))
	return t
}

// take allocates buckets, and copies those in use.
func (t *table) take(room uint64) {
	buckets := largepages.Make[bucket](int(room)) //nolint:gosec // at most what newTable was given
	copy(buckets, t.buckets)
	t.buckets = buckets
	t.first.Store(&buckets[0])
}

// bytes returns the maximum memory.
func (t *table) bytes() int64 { return int64(t.size) * bucketBytes } //nolint:gosec // as newTable was given

// useAll uses all buckets of an empty table at once. A checkpoint has its entries in the order
// of their buckets: in a small table they would crowd the first ones.
func (t *table) useAll() {
	t.take(t.size)
	t.used.Store(t.size)
}

// place returns the number of the bucket of a key, and its lock, which it has locked.
func (t *table) place(key oxo.Key) (uint64, *sync.Mutex) {
	for hash := key.Hash() >> 32; ; {
		used := t.used.Load()
		i := hash * used >> 32 // the high half of the product is a number below used [Lemire19]
		lock := &t.locks[i%stripes]
		lock.Lock()
		if t.used.Load() == used {
			return i, lock
		}
		lock.Unlock()
	}
}

// grow doubles the buckets in use if they are full enough. Bucket i is spread over 2i and 2i+1,
// from the last to the first, so that none is overwritten.
func (t *table) grow() {
	for i := range t.locks {
		t.locks[i].Lock()
	}
	if used := t.used.Load(); t.crowded(used) {
		if used == uint64(len(t.buckets)) {
			t.take(t.size)
		}
		t.spread(used)
		t.used.Store(2 * used)
	}
	for i := range t.locks {
		t.locks[i].Unlock()
	}
}

// spread moves the entries of the buckets in use to their places in a table of twice the
// size.
func (t *table) spread(used uint64) {
	for i := used; i > 0; i-- {
		old := t.buckets[i-1]
		t.buckets[i-1] = bucket{}
		for _, e := range old {
			if e.work != 0 {
				to := &t.buckets[e.key.Hash()>>32*2*used>>32]
				to[slotOf(to, e.key)] = e
			}
		}
	}
}

// crowded reports whether the buckets in use are too few, and more exist.
func (t *table) crowded(used uint64) bool {
	return used < t.size && t.filled.Load() >= growFrom*used
}

// fetch prefetches what probe of a key will read.
func (t *table) fetch(key oxo.Key) {
	i := key.Hash() >> 32 * t.used.Load() >> 32
	b := unsafe.Pointer(t.first.Load())
	processor.Fetch(unsafe.Add(b, i*bucketBytes))
	processor.Fetch(unsafe.Add(b, i*bucketBytes+bucketBytes-1))
}

// probe returns the numbers of a key.
func (t *table) probe(key oxo.Key) (numbers, bool) {
	e, ok := t.find(key)
	return e.numbers.unpack(), ok
}

// find returns the entry of a key, if there is one.
func (t *table) find(key oxo.Key) (found entry, ok bool) {
	i, lock := t.place(key)
	b := &t.buckets[i]
	for i := range b {
		if e := &b[i]; e.work != 0 && e.key == key {
			found, ok = *e, true
			break
		}
	}
	lock.Unlock()
	return found, ok
}

// store stores the numbers of a key, in place of the numbers with the least work.
func (t *table) store(key oxo.Key, n numbers, work uint64) {
	i, lock := t.place(key)
	b := &t.buckets[i]
	to := &b[slotOf(b, key)]
	added := to.work == 0
	*to = entry{key, n.pack(), uint32(min(max(work, 1), 1<<32-1))}
	lock.Unlock()
	if added && t.filled.Add(1)%stripes == 0 && t.crowded(t.used.Load()) {
		t.grow()
	}
}

// raise sets the work of a key's entry to a number, if the entry exists and has less.
func (t *table) raise(key oxo.Key, work uint64) {
	i, lock := t.place(key)
	defer lock.Unlock()
	b := &t.buckets[i]
	for i := range b {
		if e := &b[i]; e.work != 0 && e.key == key {
			e.work = max(e.work, uint32(min(work, 1<<32-1)))
		}
	}
}

// slotOf returns the place for a key's entry: its own entry, or an empty place, or the entry with the least work.
func slotOf(b *bucket, key oxo.Key) int {
	least := 0
	for i := range b {
		if b[i].work == 0 || b[i].key == key {
			return i
		}
		if b[i].work < b[least].work {
			least = i
		}
	}
	return least
}

// full returns the thousandths of the table that hold an entry, from a sample.
func (t *table) full() int {
	n, used := min(int(t.used.Load()), 250), 0
	for i := range n {
		t.look(i, func(b *bucket) {
			for j := range b {
				if b[j].work != 0 {
					used++
				}
			}
		})
	}
	inUse := uint64(used) * 1000 / uint64(4*n)
	return int(inUse * t.used.Load() / t.size)
}

// look calls f with a bucket while no thread changes it.
func (t *table) look(i int, f func(*bucket)) {
	lock := &t.locks[i%stripes]
	lock.Lock()
	defer lock.Unlock()
	f(&t.buckets[i])
}
