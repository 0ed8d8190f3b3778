package results

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sort"
)

// list is a sorted list of different keys, with a mark for each. The keys are in blocks. A block
// has its first key in full, and the distances between the others. Lists of keys of one game
// take some seven bits a key, and two for the mark.
type list struct {
	n      int
	firsts store // the first key of each block: 8 bytes
	places store // the place of its distances: 4 bytes, in units of unit
	data   store // distances; no block is in two chunks
	marks  store // markBytes bytes for each block
	top    []uint64
}

const (
	blockKeys = 64
	firstSize = 8
	placeSize = 4
	markBytes = blockKeys / 4
	topBlocks = 256 // blocks for each key of top
	unit      = 4   // bytes
	// maxBlock is the size of the distances of a block, at most.
	maxBlock = (blockKeys-1)*maxNibbles/2 + 1
)

// mark is the result of a position for its side to move.
type mark uint8

// The marks. No mark is zero: it stands for a position that is not solved.
const (
	unknown mark = iota
	lost
	drawn
	won
)

// toParent returns the mark of a move to a position with this mark.
func (m mark) toParent() mark { return (4 - m) & 3 }

func (l *list) blocks() int { return (l.n + blockKeys - 1) / blockKeys }

// keysIn returns the number of keys of a block.
func (l *list) keysIn(block int) int { return min(l.n-block*blockKeys, blockKeys) }

// first returns the first key of a block.
func (l *list) first(block int) uint64 {
	return binary.LittleEndian.Uint64(l.firsts.at(block * firstSize))
}

// place returns the place of the distances of a block in the data.
func (l *list) place(block int) int {
	return unit * int(binary.LittleEndian.Uint32(l.places.at(block*placeSize)))
}

// distances returns the distances of a block.
func (l *list) distances(block int) []byte {
	if l.keysIn(block) == 1 {
		return nil
	}
	return l.data.at(l.place(block))
}

// mark returns the mark of a key by its number.
func (l *list) mark(i int) mark {
	return mark(l.marks.at(i / 4)[0]>>(i%4*2)) & 3
}

// setMark sets a mark, which must be unknown. Goroutines may set marks of different blocks.
func (l *list) setMark(i int, m mark) { l.marks.at(i / 4)[0] |= byte(m) << (i % 4 * 2) }

// find returns the number of a key.
func (l *list) find(key uint64) (int, bool) {
	high := sort.Search(len(l.top), func(i int) bool { return l.top[i] > key })
	if high == 0 {
		return 0, false
	}
	from, to := (high-1)*topBlocks, min(high*topBlocks, l.blocks())
	for to-from > 1 {
		mid := int(uint(from+to) / 2)
		if l.first(mid) <= key {
			from = mid
		} else {
			to = mid
		}
	}
	at, i, n := l.first(from), 0, l.keysIn(from)
	data, nibble := l.distances(from), 0
	for at < key {
		if i++; i == n {
			return 0, false
		}
		var distance uint64
		distance, nibble = distanceAt(data, nibble)
		at += distance
	}
	return from*blockKeys + i, at == key
}

// index fills top, from which a search for a key begins.
func (l *list) index() {
	l.top = l.top[:0]
	for b := 0; b < l.blocks(); b += topBlocks {
		l.top = append(l.top, l.first(b))
	}
	l.top = slices.Clip(l.top)
}

func (l *list) stores() []*store { return []*store{&l.firsts, &l.places, &l.marks, &l.data} }

func (l *list) releaseAll(to *pool) {
	for _, s := range l.stores() {
		s.releaseAll(to)
	}
	*l = list{}
}

// builder makes a list from keys in increasing order.
type builder struct {
	list
	pool   *pool
	last   uint64
	nibble int    // of the next distance in its block
	block  []byte // where its distances go
}

// add appends a key with its mark.
func (b *builder) add(key uint64, m mark) {
	if b.n%blockKeys == 0 {
		b.begin(key)
	} else {
		b.nibble = putDistance(b.block, b.nibble, key-b.last)
	}
	if m != unknown {
		b.setMark(b.n, m)
	}
	b.last = key
	b.n++
}

// begin begins a block.
func (b *builder) begin(key uint64) {
	b.end()
	first, _ := b.firsts.room(firstSize, b.pool)
	binary.LittleEndian.PutUint64(first, key)
	b.firsts.size += firstSize
	var at int
	b.block, at = b.data.room(maxBlock, b.pool)
	place, _ := b.places.room(placeSize, b.pool)
	binary.LittleEndian.PutUint32(place, uint32(at/unit))
	b.places.size += placeSize
	b.marks.room(markBytes, b.pool)
	b.marks.size += markBytes
}

// end ends a block.
func (b *builder) end() {
	b.data.size += (b.nibble/2 + unit) &^ (unit - 1) // more than the nibbles: the next byte is 0
	b.nibble = 0
	if b.n == 0 {
		b.data.size = 0
	}
}

// done returns the list.
func (b *builder) done() (*list, error) {
	b.end()
	if uint64(b.data.size)/unit > math.MaxUint32 {
		return nil, errors.New("the keys take more than 16 GB")
	}
	b.index()
	return &b.list, nil
}

// cursor reads the keys of a list from a block on.
type cursor struct {
	l      *list
	i      int // the number of the key
	end    int
	key    uint64
	data   []byte
	nibble int
	// If to is not nil, the cursor gives back what it has read.
	to *pool
}

// newCursor returns a cursor at the first key of a block. It ends before the block end.
func newCursor(l *list, block, end int) *cursor {
	c := &cursor{l: l, i: block*blockKeys - 1, end: min(end*blockKeys, l.n)}
	c.next()
	return c
}

// read returns a cursor over the whole list, which it gives back to a pool if that is not nil.
func (l *list) read(to *pool) *cursor {
	c := newCursor(l, 0, l.blocks())
	c.to = to
	return c
}

func (c *cursor) ended() bool { return c.i >= c.end }

// next goes to the next key.
func (c *cursor) next() {
	c.i++
	switch block := c.i / blockKeys; {
	case c.i >= c.end:
		if c.to != nil {
			c.l.releaseAll(c.to)
		}
	case c.i%blockKeys == 0:
		c.key, c.data, c.nibble = c.l.first(block), c.l.distances(block), 0
		if c.to != nil && block%topBlocks == 0 {
			c.release(block)
		}
	default:
		var distance uint64
		distance, c.nibble = distanceAt(c.data, c.nibble)
		c.key += distance
	}
}

// release gives back all before a block.
func (c *cursor) release(block int) {
	c.l.data.release(c.l.place(block), c.to)
	c.l.firsts.release(block*firstSize, c.to)
	c.l.places.release(block*placeSize, c.to)
	c.l.marks.release(block*markBytes, c.to)
}

func (c *cursor) mark() mark { return c.l.mark(c.i) }
