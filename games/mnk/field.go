package mnk

import (
	"encoding/binary"
	"math/bits"
)

// A fieldSpot says which shapes a stone on one square would make, for both sides. A sum has 32 bits
// for each side, the low ones for X: the weight of all shapes, and above it the counts of the strongest.
//
//	30  28 27     25 24  22 21       19 18    16 15      0
//	| five | openFour | four | openThree | closed | weight |
type fieldSpot struct {
	codes  [4]uint32 // in each direction; X's code is the low half
	sum    uint64
	shapes [4]uint8 // in each direction; X's shape is in the low bits
	empty  uint8    // all bits are set if the square is empty, else no bit
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

// The flags of a square say what a stone there would make for a side.
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
)

// fieldSquares is the size of the list of spots: a power of two, so that a masked number needs no
// check of its range.
const fieldSquares = 512

// field keeps the shapes of a board. A stone changes the squares around it. The field stores their
// earlier content, so taking the stone back only restores it.
type field struct {
	t       *patterns
	spots   [fieldSquares]fieldSpot
	flags   [2][fieldSquares]uint8 // of each side; a taken square has none
	counts  [2]uint64              // of the squares with the flags that have a count
	changes []change
	marks   []mark
}

// change is a spot as it was before a stone.
type change struct {
	sum       uint64
	at        int16
	direction uint8
	shape     uint8
	x, o      uint8 // the flags
}

// mark holds values of the field from before a stone, and the flags of its square.
type mark struct {
	counts  [2]uint64
	changes int32
	flags   [2]uint8
}

// The number of squares with isFour, isTwice and isFive is known at any time: 16 bits each.
const (
	firstCounted = isFour
	lastCounted  = isFive
	countBits    = 16
)

// newFlagCounts returns what each set of flags adds to the counts.
func newFlagCounts() *[256]uint64 {
	t := &[256]uint64{}
	for flags := range t {
		for flag := firstCounted; flag <= lastCounted; flag++ {
			t[flags] |= uint64(flags>>flag&1) << (countBits * (flag - firstCounted))
		}
	}
	return t
}

// maxLinks is the greatest number of squares that a stone changes.
const maxLinks = 4 * 2 * maxRadius

func newField(t *patterns) *field {
	f := &field{t: t}
	for sq := range t.links {
		s := &f.spots[sq]
		for d := range 4 {
			s.codes[d] = t.edges[sq][d]
			s.shapes[d] = t.shapesOf(s.codes[d])
			s.sum += t.sums[s.shapes[d]]
		}
		s.empty = 255
		f.flags[0][sq], f.flags[1][sq] = t.flagsOf(s.sum)
		f.counts[0] += t.flagCounts[f.flags[0][sq]]
		f.counts[1] += t.flagCounts[f.flags[1][sq]]
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
func (t *patterns) flagsOf(sum uint64) (x, o uint8) {
	a, b := uint32(sum), uint32(sum>>32)
	x = t.flags[a>>16&(flagCodes-1)] | uint8((minShape-1-int32(a&weightMask))>>31)&(1<<isNear)
	o = t.flags[b>>16&(flagCodes-1)] | uint8((minShape-1-int32(b&weightMask))>>31)&(1<<isNear)
	return x, o
}

// Eight squares have their flags in one word.
const (
	eachSquare = 0x0101010101010101
	gatherBits = 0x0102040810204080 // a product with it has the lowest bits of all bytes in its highest byte
)

// eight returns the flags of eight squares of a side, from a square on.
func (f *field) eight(side, sq int) uint64 {
	return binary.LittleEndian.Uint64(f.flags[side&1][sq&(fieldSquares-8):])
}

// set returns the empty squares with a flag for a side.
func (f *field) set(side, flag int) (s squareSet) {
	for sq := 0; sq < len(f.t.links); sq += 8 {
		s[sq>>6] |= f.eight(side, sq) >> flag & eachSquare * gatherBits >> 56 << (sq & 63)
	}
	return s
}

// near returns the empty squares near stones.
func (f *field) near() (s squareSet) {
	for sq := 0; sq < len(f.t.links); sq += 8 {
		s[sq>>6] |= (f.eight(0, sq) | f.eight(1, sq)) >> isNear & eachSquare * gatherBits >> 56 << (sq & 63)
	}
	return s
}

// count returns the number of empty squares with a flag that has a count.
func (f *field) count(side, flag int) int {
	return int(f.counts[side&1] >> (countBits * (flag - firstCounted)) & (1<<countBits - 1))
}

// any reports whether an empty square has a flag, one that has a count, for a side.
func (f *field) any(side, flag int) bool { return f.count(side, flag) != 0 }

// two returns up to two of the empty squares with a flag that has a count.
func (f *field) two(side, flag int) (a, b int) {
	left := min(f.count(side, flag), 2)
	if left == 0 {
		return none, none
	}
	a = none
	for sq := 0; ; sq += 8 {
		for word := f.eight(side, sq) >> flag & eachSquare; word != 0; word &= word - 1 {
			found := sq + bits.TrailingZeros64(word)>>3
			if left--; left == 0 {
				if a == none {
					return found, none
				}
				return a, found
			}
			a = found
		}
	}
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
	// Step 1. The square.
	n, t, sign := len(f.changes), f.t, signOf(side)
	here := sq & (fieldSquares - 1)
	before := [2]uint8{f.flags[0][here], f.flags[1][here]}
	f.marks = append(f.marks, mark{counts: f.counts, changes: int32(n), flags: before})
	f.spots[here].empty, f.flags[0][here], f.flags[1][here] = 0, 0, 0
	x, o := f.counts[0]-t.flagCounts[before[0]], f.counts[1]-t.flagCounts[before[1]]
	for cap(f.changes) < n+maxLinks+1 {
		f.changes = append(f.changes[:cap(f.changes)], change{})
	}
	changes := f.changes[:n+maxLinks+1]
	// Step 2. The squares around it. There is no branch, since the processor would guess half of them wrong. So
	// a change is always written, and kept only if the shape has changed.
	for _, l := range t.links[sq] {
		at := l.at & (fieldSquares - 1)
		s, d, c := &f.spots[at], l.direction&3, &changes[n]
		code := s.codes[d] + uint32(l.place)*sign
		after, was := t.shapesOf(code), s.shapes[d]
		wasX, wasO := f.flags[0][at], f.flags[1][at]
		c.sum, c.at, c.direction, c.shape, c.x, c.o = s.sum, l.at, d, was, wasX, wasO
		differs := after ^ was
		n += int((differs | -differs) >> 7)
		sum := s.sum + t.sums[after] - t.sums[was]
		s.codes[d], s.shapes[d], s.sum = code, after, sum
		isX, isO := t.flagsOf(sum)
		isX, isO = isX&s.empty, isO&s.empty
		f.flags[0][at], f.flags[1][at] = isX, isO
		x += t.flagCounts[isX] - t.flagCounts[wasX]
		o += t.flagCounts[isO] - t.flagCounts[wasO]
	}
	f.changes, f.counts = changes[:n], [2]uint64{x, o}
	return before[side&1]>>isFive&1 != 0
}

// lift removes the stone that was put last.
func (f *field) lift(side, sq int) {
	sign := signOf(side)
	for _, l := range f.t.links[sq] {
		f.spots[l.at&(fieldSquares-1)].codes[l.direction&3] -= uint32(l.place) * sign
	}
	m := f.marks[len(f.marks)-1]
	for i := len(f.changes) - 1; i >= int(m.changes); i-- {
		c := &f.changes[i]
		at := c.at & (fieldSquares - 1)
		s := &f.spots[at]
		s.shapes[c.direction&3], s.sum = c.shape, c.sum
		f.flags[0][at], f.flags[1][at] = c.x, c.o
	}
	f.changes, f.marks, f.counts = f.changes[:m.changes], f.marks[:len(f.marks)-1], m.counts
	here := sq & (fieldSquares - 1)
	f.spots[here].empty, f.flags[0][here], f.flags[1][here] = 255, m.flags[0], m.flags[1]
}

// flag reports whether an empty square has a flag for a side.
func (f *field) flag(side, sq, flag int) bool {
	return f.flags[side&1][sq&(fieldSquares-1)]>>flag&1 != 0
}

// worths returns what the empty squares are worth for each side. It adds them up when it is asked, since most stones are put
// and lifted by searches for forced wins, which never ask.
func (f *field) worths() (x, o int32) {
	total := uint64(0)
	for sq := range f.t.links {
		if s := &f.spots[sq&(fieldSquares-1)]; s.empty != 0 {
			total += f.t.worths[s.shapes[0]] + f.t.worths[s.shapes[1]] + f.t.worths[s.shapes[2]] + f.t.worths[s.shapes[3]]
		}
	}
	return int32(uint32(total)), int32(total >> 32)
}

// completing returns up to two different squares that complete a line of a side.
func (f *field) completing(side int) (a, b int) { return f.two(side, isFive) }

// isEmpty reports whether a square has no stone.
func (f *field) isEmpty(sq int) bool { return f.spots[sq&(fieldSquares-1)].empty != 0 }
