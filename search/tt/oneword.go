package tt

import (
	"math/bits"
	"sync/atomic"

	"oxo"
	"oxo/internal/largepages"
)

// oneWord is the layout for keys that leave room: an entry is one word, read and written whole,
// so that threads need no lock; a bucket is eight entries, one cache line. A key is mixed by a
// bijection of its bits. The top bits of the result are the number of the bucket, the rest is
// the tag, so bucket and tag together identify the key.
//
//	 63            24+moveBits        24   21     16   8    0
//	| tag of the key | move + 1 or 0 | gen | work | hi | lo |
//
// A bound is stored as 127-n for a win in n, n-127 for a loss in n, 0 for a draw, and 127 or
// -127 for no bound. In a game that ends by a margin, a win by n is n up to 126, and a loss by
// n is -n.
type oneWord struct {
	slots     []uint64
	keyBits   int
	tagBits   int
	tagShift  int
	tagUnit   uint64 // the lowest bit of a tag
	tagMask   uint64 // the tag's bits of a mixed key
	keyMask   uint64 // keyBits ones
	half      int    // half of keyBits, rounded up
	moveLimit uint64 // moves from here on do not fit
	startBits int    // bits that number the buckets of an empty table
	touched   int    // slots that may hold something, valid or not
	far       bool   // more than nearSlots are in use, so prefetching pays
	coding    coding // of bounds
	lowBits   int    // if not 0, entries are pairs (twoword.go), and keyBits counts the bits above
	lowMask   uint64 // lowBits ones
	allBits   int    // bits that number the buckets of the whole memory
}

const (
	ways           = 8 // words of a bucket: a cache line
	hiShift        = 8
	workShift      = 16
	workMask       = 31
	genShift       = 21
	moveShift      = 24
	oneWordLastGen = 1<<(moveShift-genShift) - 1
	unknown        = 127 // the code of no bound; of ends farther away only the sign is kept

	// Odd constants for mixing keys, from the golden ratio and from splitmix64.
	mixBy  = 0x9e3779b97f4a7c15
	stirBy = 0xbf58476d1ce4e5b9
)

// make allocates the memory and uses a first part of it; start is the size of this part in
// bytes. It reports false if keys of this length do not fit into a table of this size.
func (t *oneWord) make(bytes, start int64, keyBits int, margins bool) bool {
	keyBits, lowBits := splitKey(keyBits)
	indexBits := min(indexBitsOf(bytes), keyBits)
	tagMost := 64 - moveShift
	if keyBits-indexBits > tagMost {
		return false
	}
	*t = oneWord{slots: []uint64{}, allBits: indexBits, keyBits: keyBits, lowBits: lowBits}
	t.coding = codingOf(margins)
	t.keyMask, t.half = ^uint64(0)>>(64-keyBits), (keyBits+1)/2
	t.lowMask = 1<<lowBits - 1
	t.startBits = max(min(indexBits, indexBitsOf(start)), keyBits-tagMost)
	t.use(t.startBits)
	return true
}

// restart shrinks the table to its first size. Entries beyond are of a generation that is no
// longer valid; if the generations are used up, all memory is cleared.
func (t *oneWord) restart(usedUp bool) {
	t.use(t.startBits)
	if usedUp {
		clear(t.slots[:t.touched])
		t.touched = t.used()
	}
}

// indexBitsOf returns how many bits number the buckets that fit.
func indexBitsOf(bytes int64) int { return bits.Len64(uint64(max(bytes/(ways*8), 1))) - 1 }

// nearSlots is the number of slots that fit into the cache of one core, 1 MB.
const nearSlots = 1 << 20 / 8

// use lays out 1<<indexBits buckets.
func (t *oneWord) use(indexBits int) {
	t.slots = largepages.Grow(t.slots, ways<<indexBits, ways<<t.allBits)
	t.tagBits = t.keyBits - indexBits
	moveBits := min(64-moveShift-t.tagBits, 8)
	t.tagShift, t.moveLimit = moveShift+moveBits, 1<<moveBits-1
	t.tagUnit, t.tagMask = 1<<t.tagShift, 1<<t.tagBits-1
	t.touched = max(t.touched, t.used())
	t.far = t.used() > nearSlots
}

// used returns how many slots are in use.
func (t *oneWord) used() int {
	if t.slots == nil {
		return 0
	}
	return ways << (t.keyBits - t.tagBits)
}

// nearBuckets is the number of buckets that fit into the caches near a processor, 8 MB. An
// entry beyond takes several times as long to reach, and finds little: a result that was
// expensive to find survives in a small table too. So beyond it a table grows by only one
// farShare-th of the request. (With 16 Connect Four's empty board takes 1.5% more nodes in less
// time, and 2048 to the tile 16 takes 1.5 times the nodes; with 1, 10x4 takes 0.78 of the
// nodes, and the empty 7x6 takes 1.05 of the time.) If even that part exceeds allBuckets, 64
// MB, the search is a long one, and the table grows by the whole request: 10x4 takes 0.88 of
// the nodes.
const (
	nearBuckets = 8 << 20 / (8 * ways)
	farShare    = 4
	allBuckets  = 8 * nearBuckets
)

// reserve makes room for a number of entries. Bucket and tag of an entry give its mixed key,
// which gives its new place.
func (t *oneWord) reserve(entries uint64, gen *generations) {
	buckets := max(entries/t.perBucket(), 1)
	if some := nearBuckets + (buckets-nearBuckets)/farShare; buckets > nearBuckets && some <= allBuckets {
		buckets = some
	}
	want := min(bits.Len64(buckets)-1, t.allBits)
	if want <= t.keyBits-t.tagBits {
		return
	}
	used, before := t.used()/ways, *t
	t.use(want)
	// Bucket i is spread over the buckets from i << (bits gained) on. Going from the last to
	// the first, each finds its new places free.
	for i := used - 1; i >= 0; i-- {
		bucket := (*[ways]uint64)(t.slots[i*ways : (i+1)*ways])
		if t.paired() {
			t.spreadPairs(bucket, i, &before, gen)
		} else {
			t.spread(bucket, i, &before, gen)
		}
	}
}

// spread moves the entries of bucket i to their new places.
func (t *oneWord) spread(bucket *[ways]uint64, i int, before *oneWord, gen *generations) {
	words := *bucket
	clear(bucket[:])
	for _, word := range words {
		if !t.valid(word, gen.first) {
			continue
		}
		mixed := uint64(i)<<before.tagBits | word>>(before.tagShift&63)
		to, tag := t.at(mixed)
		t.put(to, tag, before.entry(word), uint8(word>>workShift&workMask), gen, false)
	}
}

// at returns the bucket of a mixed key, and its tag in position.
func (t *oneWord) at(mixed uint64) (*[ways]uint64, uint64) {
	at := mixed >> (t.tagBits & 63) * ways
	return (*[ways]uint64)(t.slots[at : at+ways]), mixed & t.tagMask << (t.tagShift & 63)
}

// mix is a bijection of the numbers of keyBits bits whose top bits depend on all bits. Both its
// steps can be inverted: a xor with a shifted copy, and a product with an odd number.
func (t *oneWord) mix(key uint64) uint64 {
	key ^= key >> (t.half & 63)
	return key * mixBy & t.keyMask
}

func (t *oneWord) valid(word uint64, first uint32) bool {
	return word>>workShift&workMask != 0 && uint32(word>>genShift)&oneWordLastGen >= first
}

// probe returns the word of a position, or 0.
func (t *oneWord) probe(key uint64, first uint32) uint64 {
	bucket, tag := t.at(t.mix(key))
	for i := range bucket {
		word := atomic.LoadUint64(&bucket[i])
		if word^tag < t.tagUnit && t.valid(word, first) {
			return word
		}
	}
	return 0
}

// entry decodes a word.
func (t *oneWord) entry(word uint64) Entry {
	e := Entry{Bounds: t.coding.bounds(word), Depth: Proven}
	if m := word >> moveShift & t.moveLimit; m != 0 {
		e.Best, e.HasMove = oxo.Move(m-1), true
	}
	return e
}

func (t *oneWord) store(key uint64, e Entry, work uint8, gen *generations, shared bool) stored {
	bucket, tag := t.at(t.mix(key))
	return t.put(bucket, tag, e, work, gen, shared)
}

// put stores an entry in a bucket.
func (t *oneWord) put(bucket *[ways]uint64, tag uint64, e Entry, work uint8, gen *generations, shared bool) stored {
	at, old, how := place(bucket, tag, t.tagUnit, uint64(gen.first), uint64(gen.now))
	if old != 0 {
		e.Bounds = e.And(t.coding.bounds(old))
	}
	word := tag | t.pack(e, work, gen)
	if shared {
		atomic.StoreUint64(&bucket[at], word)
	} else {
		bucket[at] = word // costs a fifth of an atomic store
	}
	return how
}

// place returns where to store: the word of the same position, which it also returns; else an
// empty word; else the least valuable word.
func place(bucket *[ways]uint64, tag, tagUnit, first, now uint64) (at int, old uint64, how stored) {
	least := uint64(1 << 63)
	for i := range bucket {
		word := atomic.LoadUint64(&bucket[i])
		worth, from := word>>workShift&workMask, word>>genShift&oneWordLastGen
		if word^tag < tagUnit && worth != 0 && from >= first {
			return i, word, placed
		}
		worth = aged(worth, word, from, first, now)
		least = min(least, worth*ways+uint64(i))
	}
	how = displaced
	if least < ways {
		how = placed
	}
	return int(least % ways), 0, how
}

// aged returns the value of keeping a word, by its work and its generation: 0 if it is empty
// or no longer valid.
func aged(work, word, from, first, now uint64) uint64 {
	if from == now {
		work += workMask + 1
	}
	if from < first {
		work = 0
	}
	if word == 0 {
		work = 0
	}
	return work
}

// pack encodes an entry without its tag.
func (t *oneWord) pack(e Entry, work uint8, gen *generations) uint64 {
	word := uint64(gen.now)<<genShift | uint64(min(work, workMask))<<workShift |
		t.coding.code(e.Hi(), 1)<<hiShift | t.coding.code(e.Lo(), 0)
	if e.HasMove && uint64(e.Best) < t.moveLimit {
		word |= (uint64(e.Best) + 1) << moveShift
	}
	return word
}

// renumber sets the generation of every valid entry to 0, and removes the others.
func (t *oneWord) renumber(first uint32) {
	if t.paired() {
		t.renumberPairs(first)
		return
	}
	for i, word := range t.slots[:t.touched] {
		if !t.valid(word, first) {
			word = 0
		}
		t.slots[i] = word &^ (oneWordLastGen << genShift)
	}
}

// byPlies is the score that a win with code 0 would have, in games that end by plies.
const byPlies = 1<<30 - unknown

// coding converts scores to codes. A win and a loss differ only in sign, and no branch depends
// on a score: processors predict such branches badly.
type coding struct {
	base oxo.Score // of a win: the score that its code counts from
	most oxo.Score // the largest code; with margins 126, or 127 where rounding goes away from the draw
	far  oxo.Score // with margins, the value that code 127 adds to base: no bound
}

func codingOf(margins bool) coding {
	if margins {
		return coding{base: oxo.MaxEstimate, most: unknown - 1, far: oxo.Win(0) - oxo.MaxEstimate - unknown}
	}
	return coding{base: byPlies, most: unknown}
}

// code encodes a bound in 8 bits. A score that does not fit is rounded to a weaker bound: down
// for a lower bound (up = 0), up for an upper bound (up = 1). A win or loss of the other kind,
// by margin or by plies, is out of range, so it is rounded too. With margins one code means no
// bound: a lower bound of a win never gets it, nor does an upper bound of a loss.
func (c *coding) code(s, up oxo.Score) uint64 {
	negative := s >> 31 // all ones, or 0
	size := s ^ negative - negative
	away := up ^ negative&1 // 1 if rounding goes away from the draw
	n := min(max(size-c.base, away), c.most|away)
	n &= -size >> 31 // a draw is 0
	return uint64(n^negative-negative) & 255
}

// score decodes a code.
func (c *coding) score(code uint64) oxo.Score {
	v := oxo.Score(int8(code))
	negative := v >> 31
	size := v ^ negative - negative
	size += (c.base + c.far&-((size+1)>>7)) & (-size >> 31)
	return size ^ negative - negative
}

// bounds decodes the bounds of a word.
func (c *coding) bounds(word uint64) oxo.Bounds {
	return oxo.Between(c.score(word), c.score(word>>hiShift))
}
