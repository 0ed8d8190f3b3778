package tt

import (
	"sync/atomic"

	"oxo"
)

// Pairs are the layout for keys of more than 64 bits, as far as there is room:
// up to 104 and those that number the buckets. Two words are an entry: one as in
// [oneWord], and the low bits of the key. The bits above are mixed with those,
// which can be undone by who knows them, and make place and tag. A cache line
// is four words of the one kind, and then, in the same order, four of the other.
const (
	pairs = ways / 2 // entries of a bucket of pairs
	// fewestMixed is how many bits are mixed at least: fewer would not number
	// the buckets of a large table.
	fewestMixed = 32
	// busy is the word of a pair that somebody is writing; as its work is 0,
	// it is not valid.
	busy = 1
)

// splitKey returns how many bits of a key are mixed, and how many below are
// kept as they are: none where entries are one word.
func splitKey(keyBits int) (mixed, low int) {
	if keyBits <= 64 {
		return keyBits, 0
	}
	low = min(64, keyBits-fewestMixed)
	return keyBits - low, low
}

func (t *oneWord) paired() bool { return t.lowBits > 0 }

// perBucket returns how many entries a bucket has.
func (t *oneWord) perBucket() uint64 {
	if t.paired() {
		return pairs
	}
	return ways
}

// mixPair returns the low bits of a key, and a bijection of those above.
func (t *oneWord) mixPair(key oxo.Key) (low, mixed uint64) {
	low = key.Lo & t.lowMask
	high := key.Lo>>1>>((t.lowBits-1)&63) | key.Hi<<((64-t.lowBits)&63) // there are 32 to 64 low bits
	stir := (low ^ low>>32) * stirBy
	return low, t.mix(high ^ stir>>((64-t.keyBits)&63))
}

// probePair is probe for pairs. The low word is another's only where somebody
// wrote in between, and then the first word has changed; or it has not, because
// what is there now is the same of the other position, which the low word says
// is the one that was asked for.
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

// putPair stores into a bucket of pairs.
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
		return refused // somebody else was quicker
	}
	atomic.StoreUint64(&bucket[at+pairs], low)
	atomic.StoreUint64(&bucket[at], word)
	return how
}

// placePair is place for pairs. It passes by what somebody is writing, if it can.
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

// renumberPairs is renumber for pairs: low words stay.
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
