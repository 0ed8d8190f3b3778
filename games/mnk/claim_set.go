package mnk

import "math/bits"

// set is a set of up to 128 squares: bit i is square i, those from 64 on in hi.
type set struct{ lo, hi uint64 }

func (s set) empty() bool       { return s.lo|s.hi == 0 }
func (s set) and(o set) set     { return set{s.lo & o.lo, s.hi & o.hi} }
func (s set) or(o set) set      { return set{s.lo | o.lo, s.hi | o.hi} }
func (s set) without(o set) set { return set{s.lo &^ o.lo, s.hi &^ o.hi} }
func (s set) count() int        { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// several reports whether a set has two squares at least.
func (s set) several() bool {
	return s.lo&(s.lo-1) != 0 || s.hi&(s.hi-1) != 0 || s.lo != 0 && s.hi != 0
}

// less orders sets as numbers of 128 bits.
func (s set) less(o set) bool { return s.hi < o.hi || s.hi == o.hi && s.lo < o.lo }

func (s *set) add(sq int) {
	if sq < 64 {
		s.lo |= 1 << sq
	} else {
		s.hi |= 1 << (sq & 63)
	}
}

func (s *set) remove(sq int) {
	if sq < 64 {
		s.lo &^= 1 << sq
	} else {
		s.hi &^= 1 << (sq & 63)
	}
}

func (s set) has(sq int) bool {
	if sq < 64 {
		return s.lo>>sq&1 != 0
	}
	return s.hi>>(sq&63)&1 != 0
}

// first returns the lowest square of a set that is not empty.
func (s set) first() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)
}

// next returns the lowest square and removes it.
func (s *set) next() int {
	if s.lo != 0 {
		sq := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return sq
	}
	sq := 64 + bits.TrailingZeros64(s.hi)
	s.hi &= s.hi - 1
	return sq
}

// turner maps sets by one symmetry, eight squares at a time.
type turner [][256]set

func newTurner(permutation []uint16) turner {
	t := make(turner, (len(permutation)+7)/8)
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

func (t turner) apply(s set) set {
	var to set
	for chunk := range t {
		b := s.lo >> (8 * chunk & 63)
		if chunk >= 8 {
			b = s.hi >> (8 * chunk & 63)
		}
		to = to.or(t[chunk][b&255])
	}
	return to
}
