package tt

import (
	"sync/atomic"

	"oxo"
)

// Pairs are the layout for keys of more than 64 bits, up to 104 plus the bits that number the
// buckets. An entry is two words: one as in [oneWord], and one with the low bits of the key.
// The bits above are mixed with the low ones, reversibly if the low ones are known, and give
// bucket and tag. A cache line has four first words and then, in the same order, four second
// words.
const (
	pairs = ways / 2 // entries of a bucket of pairs
	// minMixed is the least number of bits mixed: fewer could not number the buckets of a large
	// table.
	minMixed = 32
	// busy marks the word of a pair that a thread is writing; as its work is 0, it is not
	// valid.
	busy = 1
)

// splitKey returns how many high bits of a key are mixed, and how many low bits are kept unchanged.
// If an entry is one word, there are no low bits.
func splitKey(keyBits int) (mixed, low int) {
	if keyBits <= 64 {
		return keyBits, 0
	}
	low = min(64, keyBits-minMixed)
	return keyBits - low, low
}

func (t *oneWord) paired() bool { return t.lowBits > 0 }

// perBucket returns the number of entries of a bucket.
func (t *oneWord) perBucket() uint64 {
	if t.paired() {
		return pairs
	}
	return ways
}

// mixPair returns the low bits of a key, and a bijection of the bits above.
func (t *oneWord) mixPair(key oxo.Key) (low, mixed uint64) {
	low = key.Lo & t.lowMask
	high := key.Lo>>1>>((t.lowBits-1)&63) | key.Hi<<((64-t.lowBits)&63) // there are 32 to 64 low bits
	stir := (low ^ low>>32) * stirBy
	return low, t.mix(high ^ stir>>((64-t.keyBits)&63))
}

// probePair is probe for pairs. The low word can be of another position only if a thread wrote
// in between. Then the first word has changed too, or it is the same for the other position; in
// that case the low word shows that the other position is the requested one.
func (t *oneWord) probePair(key oxo.Key, first uint32) (Entry, bool) {
	low, mixed := t.mixPair(key)
	bucket, tag := t.at(mixed)
	for i := range pairs {
		word := atomic.LoadUint64(&bucket[i])
		if (word^tag)>>(t.tagShift&63) == 0 && t.valid(word, first) &&
			atomic.LoadUint64(&bucket[i+pairs]) == low && atomic.LoadUint64(&bucket[i]) == word {
			return t.entry(word), true
		}
	}
	return Entry{}, false
}

func (t *oneWord) storePair(key oxo.Key, e Entry, work uint8, gen *generations, shared bool) stored {
	low, mixed := t.mixPair(key)
	bucket, tag := t.at(mixed)
	return t.putPair(bucket, tag, low, e, work, gen, shared)
}

// putPair stores an entry in a bucket of pairs.
func (t *oneWord) putPair(bucket *[ways]uint64, tag, low uint64, e Entry, work uint8, gen *generations, shared bool) stored {
	at, before, how := placePair(bucket, tag, low, t.tagUnit, gen)
	if before != 0 {
		e.Bounds = e.And(t.coding.bounds(before))
	} else {
		before = atomic.LoadUint64(&bucket[at])
	}
	word := tag | t.pack(e, work, gen)
	if !shared {
		bucket[at], bucket[at+pairs] = word, low
		return how
	}
	if before == busy || !atomic.CompareAndSwapUint64(&bucket[at], before, busy) {
		return refused // another thread was faster
	}
	atomic.StoreUint64(&bucket[at+pairs], low)
	atomic.StoreUint64(&bucket[at], word)
	return how
}

// placePair is place for pairs. It avoids a pair that another thread is writing, if it can.
func placePair(bucket *[ways]uint64, tag, low, tagUnit uint64, gen *generations) (at int, old uint64, how stored) {
	first, now, least := uint64(gen.first), uint64(gen.now), uint64(1<<63)
	for i := range pairs {
		word := atomic.LoadUint64(&bucket[i])
		worth, from := word>>workShift&workMask, word>>genShift&oneWordLastGen
		if word^tag < tagUnit && worth != 0 && from >= first && atomic.LoadUint64(&bucket[i+pairs]) == low {
			return i, word, placed
		}
		worth = aged(worth, word, from, first, now)
		if word == busy {
			worth = 2*workMask + 2
		}
		least = min(least, worth*pairs+uint64(i))
	}
	how = displaced
	if least < pairs {
		how = placed
	}
	return int(least % pairs), 0, how
}

// spreadPairs is spread for pairs.
func (t *oneWord) spreadPairs(bucket *[ways]uint64, i int, before *oneWord, gen *generations) {
	words := *bucket
	clear(bucket[:])
	for j, word := range words[:pairs] {
		if !t.valid(word, gen.first) {
			continue
		}
		mixed := uint64(i)<<before.tagBits | word>>(before.tagShift&63)
		to, tag := t.at(mixed)
		t.putPair(to, tag, words[j+pairs], before.entry(word), uint8(word>>workShift&workMask), gen, false)
	}
}

// renumberPairs is renumber for pairs; low words do not change.
func (t *oneWord) renumberPairs(first uint32) {
	for i, word := range t.slots[:t.touched] {
		if i%ways >= pairs {
			continue
		}
		if !t.valid(word, first) {
			word = 0
		}
		t.slots[i] = word &^ (oneWordLastGen << genShift)
	}
}
