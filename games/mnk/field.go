package mnk

import "math/bits"

// A fieldSpot says which shapes a stone on one square would make, for both sides. A sum has 32 bits
// for each side, the low ones for X: the weight of all shapes, and above it the counts of the strongest.
//
//	30  28 27     25 24  22 21       19 18    16 15      0
//	| five | openFour | four | openThree | closed | weight |
type fieldSpot struct {
	codes  [4]uint32 // in each direction; X's code is the low half
	sum    uint64
	empty  uint64   // all bits are set if the square is empty, else no bit
	shapes [4]uint8 // in each direction; X's shape is in the low bits
	flags  uint16   // X's flags are the low byte; a taken square keeps its flags from before the stone
}

// Units and masks of a sum.
const (
	weightMask = 1<<16 - 1
	closedUnit = 1 << 16
	threeUnit  = 1 << 19
	fourUnit   = 1 << 22
	openUnit   = 1 << 25
	fiveUnit   = 1 << 28
	countMask  = 7
)

// The flags of a square say what a stone there would make for a side. The field has a set of squares
// for each of the first flagSets flags.
const (
	isNear   = iota // more than lines without a stone
	isBuild         // three stones of a line at least: it makes a four with one more
	isThree         // an open three
	isFour          // a four, or more
	isTwice         // an open four, two fours, or a complete line
	isFive          // a complete line
	isDouble        // two open threes
	isFork          // a four and an open three
	flagKinds

	flagSets = isFive + 1
	setWords = (maxSide*maxSide + 63) / 64
)

// fieldSquares is the size of the list of spots: a power of two, so that a masked number needs no
// check of its range.
const fieldSquares = 512

// field keeps the shapes of a board. A stone changes the squares around it. The field stores their
// earlier content, so taking the stone back only restores it.
type field struct {
	t       *patterns
	spots   [fieldSquares]fieldSpot
	sets    [setWords][2 * flagSets]uint64 // the empty squares with each flag, X's sets first
	words   int                            // of the board
	total   uint64                         // the worth of the empty squares, 32 bits for each side
	changes []change
	marks   []mark
}

// change is a spot as it was before a stone.
type change struct {
	sum       uint64
	at        int16
	direction uint8
	shape     uint8
	flags     uint16
}

// mark holds values of the field from before a stone.
type mark struct {
	total   uint64
	changes int
}

// maxLinks is the greatest number of squares that a stone changes.
const maxLinks = 4 * 2 * maxRadius

func newField(t *patterns) *field {
	f := &field{t: t, words: (len(t.links) + 63) / 64}
	for sq := range t.links {
		s := &f.spots[sq]
		for d := range 4 {
			s.codes[d] = t.edges[sq][d]
			s.shapes[d] = t.shapesOf(s.codes[d])
			s.sum += t.sums[s.shapes[d]]
			f.total += t.worths[s.shapes[d]]
		}
		s.flags, s.empty = f.flagsOf(s.sum), ^uint64(0)
		f.toggle(sq, s.flags)
	}
	return f
}

func (f *field) clone() *field {
	c := *f
	c.changes = append(make([]change, 0, cap(f.changes)), f.changes...)
	c.marks = append(make([]mark, 0, cap(f.marks)), f.marks...)
	return &c
}

// minShape is the least weight, for one side, of a square that a selective search looks at: more
// than the weight of lines without a stone.
const minShape = 7

// flagsOf returns the flags of both sides. It has no branch, since it is called for all squares
// around a stone.
func (f *field) flagsOf(sum uint64) uint16 {
	a, b := uint32(sum), uint32(sum>>32)
	x := f.t.flags[a>>16&(flagCodes-1)] | uint8((minShape-1-int32(a&weightMask))>>31)&(1<<isNear)
	o := f.t.flags[b>>16&(flagCodes-1)] | uint8((minShape-1-int32(b&weightMask))>>31)&(1<<isNear)
	return uint16(x) | uint16(o)<<8
}

// toggle adds a square to the sets of its flags, or removes it.
func (f *field) toggle(sq int, flags uint16) {
	sets, at := &f.sets[uint(sq)>>6], uint(sq)&63
	x, o := uint64(flags), uint64(flags>>8)
	for i := range flagSets { // no branch: the processor would guess it wrong too often
		sets[i] ^= x >> i & 1 << at
		sets[flagSets+i] ^= o >> i & 1 << at
	}
}

// set returns the empty squares with a flag for a side.
func (f *field) set(side, flag int) (s squareSet) {
	i := side&1*flagSets + flag
	for w := range f.words {
		s[w] = f.sets[w][i]
	}
	return s
}

// any reports whether an empty square has a flag for a side.
func (f *field) any(side, flag int) bool {
	i, all := side&1*flagSets+flag, uint64(0)
	for w := range f.words {
		all |= f.sets[w][i]
	}
	return all != 0
}

// two returns up to two of the empty squares with a flag for a side.
func (f *field) two(side, flag int) (a, b int) {
	i := side&1*flagSets + flag
	a, b = none, none
	for w := range f.words {
		for word := f.sets[w][i]; word != 0; word &= word - 1 {
			if a != none {
				return a, w<<6 | bits.TrailingZeros64(word)
			}
			a = w<<6 | bits.TrailingZeros64(word)
		}
	}
	return a, b
}

// signOf returns what a stone of a side adds to both codes, times its place.
func signOf(side int) uint32 {
	if side == 0 {
		return 0xffff0001 // 1 - 1<<16
	}
	return 1<<16 - 1
}

// shapesOf returns the shapes of both sides for their codes.
func (t *patterns) shapesOf(codes uint32) uint8 {
	return t.made[uint16(codes)] | t.made[codes>>16]<<4
}

// put sets a stone and reports whether it completes a line.
func (f *field) put(side, sq int) bool {
	s := &f.spots[sq&(fieldSquares-1)]
	n := len(f.changes)
	f.marks = append(f.marks, mark{total: f.total, changes: n})
	for cap(f.changes) < n+maxLinks+1 {
		f.changes = append(f.changes[:cap(f.changes)], change{})
	}
	changes := f.changes[:n+maxLinks+1]
	t, sign, total := f.t, signOf(side), f.total
	for _, both := range s.shapes {
		total -= t.worths[both]
	}
	s.empty = 0
	f.toggle(sq, s.flags)
	for _, l := range t.links[sq] {
		o := &f.spots[l.at&(fieldSquares-1)]
		d := l.direction & 3
		code := o.codes[d] + uint32(l.place)*sign
		o.codes[d] = code
		// The change is always written, and kept only if the shape has changed: the processor would
		// guess a branch wrong half of the time.
		after, before := t.shapesOf(code), o.shapes[d]
		c := &changes[n]
		c.sum, c.at, c.direction, c.shape, c.flags = o.sum, l.at, d, before, o.flags
		differs := after ^ before
		n += int((differs | -differs) >> 7)
		sum := o.sum + t.sums[after] - t.sums[before]
		total += (t.worths[after] - t.worths[before]) & o.empty
		o.shapes[d], o.sum = after, sum
		if flags := f.flagsOf(sum); flags != o.flags && o.empty != 0 {
			f.toggle(int(l.at), flags^o.flags)
			o.flags = flags
		}
	}
	f.changes, f.total = changes[:n], total
	return s.flags>>(8*(side&1)+isFive)&1 != 0
}

// lift removes the stone that was put last.
func (f *field) lift(side, sq int) {
	sign := signOf(side)
	for _, l := range f.t.links[sq] {
		f.spots[l.at&(fieldSquares-1)].codes[l.direction&3] -= uint32(l.place) * sign
	}
	m := f.marks[len(f.marks)-1]
	for i := len(f.changes) - 1; i >= m.changes; i-- {
		c := &f.changes[i]
		o := &f.spots[c.at&(fieldSquares-1)]
		o.shapes[c.direction&3], o.sum = c.shape, c.sum
		if o.flags != c.flags {
			f.toggle(int(c.at), o.flags^c.flags)
			o.flags = c.flags
		}
	}
	f.changes, f.marks, f.total = f.changes[:m.changes], f.marks[:len(f.marks)-1], m.total
	s := &f.spots[sq&(fieldSquares-1)]
	s.empty = ^uint64(0)
	f.toggle(sq, s.flags)
}

// flag reports whether a square has a flag for a side.
func (f *field) flag(side, sq, flag int) bool {
	return f.spots[sq&(fieldSquares-1)].flags>>(8*(side&1)+flag)&1 != 0
}

// totalOf returns the worth of all empty squares for a side.
func (f *field) totalOf(side int) int32 { return int32(f.total >> (32 * side & 63)) }

// completing returns up to two different squares that complete a line of a side.
func (f *field) completing(side int) (a, b int) { return f.two(side, isFive) }
