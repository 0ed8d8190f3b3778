// Package tt is the transposition table: it stores what a search has learned of positions that
// other orders of moves may reach again. It stays within the memory it is given and never
// mistakes one position for another: an entry keeps its whole key, or the part that its place
// does not imply.
package tt

import (
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/largepages"
	"oxo/internal/processor"
)

// Entry is the entry of a position, from the view of its side to move.
type Entry struct {
	// Bounds of the value, to the depth of the search that stored them.
	oxo.Bounds
	// Depth is the depth of that search in plies. [Proven] means that it left nothing out, so
	// that the bounds hold for every depth.
	Depth int32
	// Best is the move that search would play, if HasMove.
	Best    oxo.Move
	HasMove bool
}

// Proven is the depth of bounds that hold without a depth limit.
const Proven = 1<<31 - 1

// Config describes a table.
type Config struct {
	// Bytes is the maximum memory; a table has at least one bucket ([MinBytes]). The number of
	// buckets is a power of two, so at least half of the memory is used.
	Bytes int64
	// Start, if not 0, is the memory in use at first: a small table is quick to clear and stays
	// in the processor's cache. [Table.Reserve] uses more.
	Start int64
	// KeyBits, if not 0, promises that only the low KeyBits bits of keys are ever set, and that
	// only proven bounds will be stored. If there is room, an entry is one word, eight to a
	// cache line, or two words for keys of more than 64 bits; see [Table.Packed].
	KeyBits int
	// Margins says that the game ends by a margin. Then a packed entry keeps bounds by margins
	// up to 126 exactly, instead of bounds by plies.
	Margins bool
}

// MinBytes is the smallest table: one bucket.
const MinBytes = int64(unsafe.Sizeof(bucket{}))

// MaxBytes is the largest table that may be requested.
const MaxBytes = 1 << 44

// ErrTooLarge is wrapped by the errors of [Table.Resize] and [New] for a size above [MaxBytes].
// A smaller size may still be more than the machine has.
var ErrTooLarge = errors.New("the table is too large")

// Table is a transposition table. Between [Table.Share] and [Table.Unshare] several goroutines
// may probe and store at once. The methods that change the table as a whole (Resize, Clear,
// Age, Share, Unshare) are for one goroutine at a time.
type Table struct {
	config Config
	shared bool
	gen    generations
	// renumbered is the number of stores at the last renumbering; unseen counts stores that the
	// statistics leave out.
	renumbered, unseen uint64

	// The table has one of two layouts: words, or the buckets below.
	words   oneWord
	vectors bool // the vector code supports this layout and this processor
	buckets []bucket
	all     int    // maximum number of buckets, a power of two
	mask    uint64 // number of buckets in use - 1
	start   uint64 // mask of an empty table
	stats   Stats
}

// Stats counts the uses of a table since it was made or cleared, except while it was shared.
type Stats struct {
	Probes uint64 // positions looked up
	Hits   uint64 // positions found
	Stores uint64 // entries stored, merged ones included
	// Collisions counts entries of other positions that a store replaced.
	Collisions uint64
}

// New makes a table.
func New(c Config) (*Table, error) {
	t := &Table{config: c}
	if err := t.Resize(c.Bytes); err != nil {
		return nil, err
	}
	return t, nil
}

// Resize empties the table and changes its size.
func (t *Table) Resize(bytes int64) error {
	if bytes > MaxBytes {
		return fmt.Errorf("%w: %d bytes, want at most %d", ErrTooLarge, bytes, int64(MaxBytes))
	}
	t.config.Bytes = bytes
	t.words, t.vectors, t.buckets, t.stats, t.renumbered, t.unseen = oneWord{}, false, nil, Stats{}, 0, 0
	start := bytes
	if t.config.Start > 0 {
		start = min(start, t.config.Start)
	}
	if t.config.KeyBits > 0 && t.words.make(bytes, start, t.config.KeyBits, t.config.Margins) {
		t.gen = generations{last: oneWordLastGen}
		t.vectors = t.words.lowBits == 64 && processor.Vectors()
		return nil
	}
	t.all = buckets(bytes)
	t.start = uint64(buckets(start)) - 1
	t.use(t.start + 1)
	t.gen = generations{last: 1<<32 - 1}
	return nil
}

// use uses n buckets, a power of two.
func (t *Table) use(n uint64) {
	t.buckets = largepages.Grow(t.buckets, int(n), t.all)
	t.mask = n - 1
}

// buckets returns how many buckets fit, a power of two.
func buckets(bytes int64) int { return 1 << (bits.Len64(uint64(max(bytes/MinBytes, 1))) - 1) }

// Reserve lets the table use more of its memory for a number of entries, if it has more. Packed
// entries get less, since a smaller table is faster. The table keeps its entries. It is for one
// goroutine at a time.
func (t *Table) Reserve(entries uint64) {
	if t.Packed() {
		t.words.reserve(entries, &t.gen)
		return
	}
	want := min(max(entries/uint64(len(bucket{}.slots)), 1), uint64(t.all))
	if want <= t.mask+1 {
		return
	}
	used := t.mask + 1
	t.use(1 << bits.Len64(want-1))
	for i := range t.buckets[:used] {
		// An entry stays in its bucket or moves beyond the old ones.
		slots := t.buckets[i].slots
		clear(t.buckets[i].slots[:])
		for _, s := range slots {
			if s.work > 0 && s.gen >= t.gen.first {
				t.store(s.key, s.entry(), s.work)
			}
		}
	}
}

// Config returns the configuration of the table.
func (t *Table) Config() Config { return t.config }

// Packed reports whether an entry takes one word, or two for keys longer than one. Then only
// proven bounds are kept. Bounds of wins and losses are exact up to 126 plies, and the move is
// kept only if its number fits.
func (t *Table) Packed() bool { return t.words.slots != nil }

// Bytes returns the memory in use now. It grows up to [Config] Bytes.
func (t *Table) Bytes() int64 {
	return int64(len(t.words.slots))*8 + int64(len(t.buckets))*MinBytes
}

// Stats returns the counts so far; it does not count while the table is shared.
func (t *Table) Stats() Stats { return t.stats }

// Share lets several goroutines use the table at once, until [Table.Unshare]. Entries remain
// correct meanwhile; the statistics stop.
func (t *Table) Share() { t.shared = true }

// Unshare ends the sharing. The caller passes the maximum number of stores made meanwhile.
func (t *Table) Unshare(stores uint64) {
	t.shared = false
	t.unseen += stores
}

// Clear empties the table, mostly without touching its memory, and shrinks it to its first
// size.
func (t *Table) Clear() {
	t.stats, t.renumbered, t.unseen = Stats{}, 0, 0
	usedUp := t.gen.clear()
	if t.Packed() {
		t.words.restart(usedUp)
		return
	}
	t.mask = t.start
	if usedUp {
		clear(t.buckets)
	}
}

// slot is an entry with its whole key, 40 bytes.
type slot struct {
	key     oxo.Key
	bounds  oxo.Bounds
	depth   int32
	best    oxo.Move
	gen     uint32
	work    uint8 // log2 of the nodes that it cost, from 1 on; 0 means empty
	hasMove bool
}

func (s *slot) entry() Entry { return Entry{s.bounds, s.depth, s.best, s.hasMove} }

// bucket holds the slots that a key may go to, two cache lines, and a lock. In a shared table a
// locked bucket is skipped as if it were empty, so no entry is ever read half written.
type bucket struct {
	taken atomic.Uint32
	slots [3]slot
}

// take locks the bucket and reports whether it could; release must follow.
func (b *bucket) take(shared bool) bool { return !shared || b.taken.CompareAndSwap(0, 1) }

func (b *bucket) release(shared bool) {
	if shared {
		b.taken.Store(0)
	}
}

// Probe returns the entry of a position.
func (t *Table) Probe(key oxo.Key) (e Entry, ok bool) {
	switch {
	case t.words.paired():
		e, ok = t.words.probePair(key, t.gen.first)
	case t.Packed():
		word := t.words.probe(key.Lo, t.gen.first)
		if ok = word != 0; ok {
			e = t.words.entry(word)
		}
	default:
		e, ok = t.probe(key)
	}
	if !t.shared {
		t.stats.Probes++
		if ok {
			t.stats.Hits++
		}
	}
	return e, ok
}

// Fetch starts loading the entries of the first n keys into the cache, without waiting, so that
// MayHold and Probe are faster a little later.
func (t *Table) Fetch(keys *knowledge.Keys, n int) {
	if n > 0 && t.vectors && t.words.far {
		fetchVectors(&t.words, keys, n)
	}
}

// MayHold returns, as bits, which of the first n keys the table may hold: those worth a Probe.
// With vector instructions few others are among them. The bits of keys that are not given are
// arbitrary.
func (t *Table) MayHold(keys *knowledge.Keys, n int) uint64 {
	if n == 0 || !t.vectors {
		return 1<<n - 1
	}
	return mayHoldVectors(&t.words, keys, n)
}

func (t *Table) probe(key oxo.Key) (e Entry, ok bool) {
	b := &t.buckets[key.Hash()&t.mask]
	if !b.take(t.shared) {
		return Entry{}, false
	}
	for i := range b.slots {
		if s := &b.slots[i]; s.key == key && s.work > 0 && s.gen >= t.gen.first {
			e, ok = s.entry(), true
			break
		}
	}
	b.release(t.shared)
	return e, ok
}

// Store stores what a search of a number of nodes found. Proven bounds of the same position are
// merged, and estimates never replace them. In a full bucket an entry of an earlier generation
// is replaced first, then the one with the least work.
func (t *Table) Store(key oxo.Key, e Entry, nodes uint64) {
	work := uint8(bits.Len64(nodes | 1))
	var how stored
	switch {
	case t.Packed() && e.Depth != Proven:
		return
	case t.words.paired():
		how = t.words.storePair(key, e, work, &t.gen, t.shared)
	case t.Packed():
		how = t.words.store(key.Lo, e, work, &t.gen, t.shared)
	default:
		how = t.store(key, e, work)
	}
	if !t.shared && how != refused {
		t.stats.Stores++
		if how == displaced {
			t.stats.Collisions++
		}
	}
}

// stored says what happened to an entry.
type stored uint8

const (
	refused   stored = iota // the bucket has something better, or is locked
	placed                  // in an empty slot or over the same position
	displaced               // it replaced another position
)

func (t *Table) store(key oxo.Key, e Entry, work uint8) stored {
	b := &t.buckets[key.Hash()&t.mask]
	if !b.take(t.shared) {
		return refused
	}
	defer b.release(t.shared)
	victim, least, how := &b.slots[0], 1<<30, displaced
	for i := range b.slots {
		s := &b.slots[i]
		if s.work == 0 || s.gen < t.gen.first {
			if least >= 0 {
				victim, least, how = s, -1, placed
			}
			continue
		}
		if s.key == key {
			victim, how = s, placed
			if s.depth == Proven {
				if e.Depth != Proven {
					return refused
				}
				e.Bounds = e.And(s.bounds)
			}
			break
		}
		worth := int(s.work)
		if s.gen == t.gen.now {
			worth += 256
		}
		if worth < least {
			victim, least = s, worth
		}
	}
	*victim = slot{
		key: key, bounds: e.Bounds, depth: e.Depth, best: e.Best, hasMove: e.HasMove,
		gen: t.gen.now, work: work,
	}
	return how
}
