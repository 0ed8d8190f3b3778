package proof

import (
	"sync"

	"oxo"
)

// infinity is the number of a side that cannot succeed any more.
const infinity = uint32(1) << 30

// numbers are the work left for the side to move, and for the other side: 0 for the
// side that has succeeded, infinity for the other.
type numbers struct{ own, other uint32 }

func (n numbers) solved() bool { return n.own == 0 || n.other == 0 }

// entry is what the table knows of a question.
type entry struct {
	key     oxo.Key
	numbers numbers
	work    uint32 // positions visited for it, which replacement compares; 0 is an empty entry
}

// bucket is the entries that one key may be in, four of 32 bytes.
type bucket [4]entry

// table holds the numbers of questions. An entry says nothing but the truth about
// its key, whatever else is lost, so a copy of some of the table is a table.
type table struct {
	buckets []bucket
	locks   []sync.Mutex // lock i guards the buckets of numbers i modulo len(locks)
}

const (
	bucketBytes = 128
	stripes     = 1 << 12
)

func newTable(bytes int64) *table {
	n := max(bytes/bucketBytes, 1<<8)
	return &table{buckets: make([]bucket, n), locks: make([]sync.Mutex, stripes)}
}

func (t *table) place(key oxo.Key) (*bucket, *sync.Mutex) {
	// The high half of the product is a number below the length [Lemire19].
	hi := key.Hash() >> 32 * uint64(len(t.buckets)) >> 32
	return &t.buckets[hi], &t.locks[hi%stripes]
}

// probe returns what is known of a key.
func (t *table) probe(key oxo.Key) (numbers, bool) {
	b, lock := t.place(key)
	lock.Lock()
	defer lock.Unlock()
	for i := range b {
		if e := &b[i]; e.work != 0 && e.key == key {
			return e.numbers, true
		}
	}
	return numbers{}, false
}

// store keeps the numbers of a key in place of those of least work.
func (t *table) store(key oxo.Key, n numbers, work uint64) {
	b, lock := t.place(key)
	lock.Lock()
	defer lock.Unlock()
	least := 0
	for i := range b {
		if b[i].work == 0 || b[i].key == key {
			least = i
			break
		}
		if b[i].work < b[least].work {
			least = i
		}
	}
	b[least] = entry{key, n, uint32(min(max(work, 1), 1<<32-1))}
}

// full returns how many thousandths of the table hold an entry, from a sample.
func (t *table) full() int {
	n, used := min(len(t.buckets), 250), 0
	for i := range n {
		lock := &t.locks[i%stripes]
		lock.Lock()
		for j := range t.buckets[i] {
			if t.buckets[i][j].work != 0 {
				used++
			}
		}
		lock.Unlock()
	}
	return used * 1000 / (4 * n)
}
