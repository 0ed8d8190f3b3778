package mnk

import "math/bits"

// set is a set of squares: bit i of low is square i. Squares from 64 on are in high. For a
// board of up to 64 squares high is empty, and six openings of (8,8,5) take 0.9 of the time.
// The loops over high run once or never, which the compiler knows, and the methods are short
// enough to be inlined. (Without inlining nothing was gained.)
type set[H high] struct {
	high H // first, since a struct that ends with an empty field is a word longer
	low  uint64
}

// high is the second word of a set, or nothing.
type high interface{ narrow | broad }

type (
	narrow = [0]uint64 // for up to 64 squares
	broad  = [1]uint64 // for up to 128
)

func (s set[H]) empty() bool {
	for i := range len(s.high) {
		if s.high[i] != 0 {
			return false
		}
	}
	return s.low == 0
}

func (s set[H]) and(o set[H]) set[H] {
	s.low &= o.low
	for i := range len(s.high) {
		s.high[i] &= o.high[i]
	}
	return s
}

func (s set[H]) or(o set[H]) set[H] {
	s.low |= o.low
	for i := range len(s.high) {
		s.high[i] |= o.high[i]
	}
	return s
}

func (s set[H]) without(o set[H]) set[H] {
	s.low &^= o.low
	for i := range len(s.high) {
		s.high[i] &^= o.high[i]
	}
	return s
}

func (s set[H]) count() int {
	n := bits.OnesCount64(s.low)
	for i := range len(s.high) {
		n += bits.OnesCount64(s.high[i])
	}
	return n
}

// several reports whether a set has at least two squares.
func (s set[H]) several() bool {
	for i := range len(s.high) {
		if h := s.high[i]; h&(h-1) != 0 || h != 0 && s.low != 0 {
			return true
		}
	}
	return s.low&(s.low-1) != 0
}

// less orders sets as numbers of 128 bits.
func (s set[H]) less(o set[H]) bool {
	for i := range len(s.high) {
		if s.high[i] != o.high[i] {
			return s.high[i] < o.high[i]
		}
	}
	return s.low < o.low
}

func (s *set[H]) add(sq int) {
	if len(s.high) == 0 || sq < 64 {
		s.low |= 1 << (sq & 63)
	} else {
		s.high[len(s.high)-1] |= 1 << (sq & 63)
	}
}

func (s *set[H]) remove(sq int) {
	if len(s.high) == 0 || sq < 64 {
		s.low &^= 1 << (sq & 63)
	} else {
		s.high[len(s.high)-1] &^= 1 << (sq & 63)
	}
}

func (s set[H]) has(sq int) bool {
	if len(s.high) == 0 || sq < 64 {
		return s.low>>(sq&63)&1 != 0
	}
	return s.high[len(s.high)-1]>>(sq&63)&1 != 0
}

// first returns the lowest square of a set that is not empty.
func (s set[H]) first() int {
	if len(s.high) == 0 || s.low != 0 {
		return bits.TrailingZeros64(s.low)
	}
	return 64 + bits.TrailingZeros64(s.high[len(s.high)-1])
}

// next returns the lowest square and removes it.
func (s *set[H]) next() int {
	if len(s.high) == 0 || s.low != 0 {
		sq := bits.TrailingZeros64(s.low)
		s.low &= s.low - 1
		return sq
	}
	return s.nextHigh()
}

func (s *set[H]) nextHigh() int {
	h := &s.high[len(s.high)-1]
	sq := 64 + bits.TrailingZeros64(*h)
	*h &= *h - 1
	return sq
}

// words returns both words of a set.
func (s set[H]) words() (low, high uint64) {
	for i := range len(s.high) {
		high = s.high[i]
	}
	return s.low, high
}

// turner maps sets by one symmetry, eight squares at a time.
type turner[H high] [][256]set[H]

func newTurner[H high](permutation []uint16) turner[H] {
	t := make(turner[H], (len(permutation)+7)/8)
	for chunk := range t {
		for value := 1; value < 256; value++ {
			low := bits.TrailingZeros8(uint8(value))
			to := t[chunk][value&(value-1)]
			if sq := 8*chunk + low; sq < len(permutation) {
				to.add(int(permutation[sq]))
			}
			t[chunk][value] = to
		}
	}
	return t
}

func (t turner[H]) apply(s set[H]) (to set[H]) {
	low, high := s.words()
	for chunk := range t {
		word := low
		if chunk >= 8 {
			word = high
		}
		to = to.or(t[chunk][word>>(8*chunk&63)&255])
	}
	return to
}
