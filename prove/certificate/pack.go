package certificate

import (
	"math/bits"

	"oxo"
)

// pack is a set of squares of a board with 128 at most.
type pack struct{ lo, hi uint64 }

// packed is how many squares such a board has at most.
const packed = 128

func (s pack) and(o pack) pack     { return pack{s.lo & o.lo, s.hi & o.hi} }
func (s pack) or(o pack) pack      { return pack{s.lo | o.lo, s.hi | o.hi} }
func (s pack) without(o pack) pack { return pack{s.lo &^ o.lo, s.hi &^ o.hi} }
func (s pack) within(o pack) bool  { return s.lo&^o.lo|s.hi&^o.hi == 0 }
func (s pack) empty() bool         { return s.lo|s.hi == 0 }
func (s pack) count() int          { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// two reports whether a set has two squares at least.
func (s pack) two() bool { return s.count() >= 2 }

// one is the set of a square.
func one(sq int) pack {
	if sq < 64 {
		return pack{lo: 1 << sq}
	}
	return pack{hi: 1 << (sq - 64)}
}

// next takes the first square out of a set that is not empty.
func (s *pack) next() (sq int) {
	if s.lo == 0 {
		sq, s.hi = 64+bits.TrailingZeros64(s.hi), s.hi&(s.hi-1)
	} else {
		sq, s.lo = bits.TrailingZeros64(s.lo), s.lo&(s.lo-1)
	}
	return sq
}

// unpacked returns a set as one of any board.
func (s pack) unpacked() squares { return squares{s.lo, s.hi} }

// packOf returns a set without the squares from 128 on.
func packOf(s *squares) pack { return pack{s[0], s[1]} }

// kin is the lines of a board as sets, and which of them share two squares. Two lines that do not, and that lack two
// squares each, have nothing in common: what the one lacks is no part of what the other lacks, and no pair stops both.
type kin struct {
	lines  []pack
	before [][]int16 // of each line: those before it that share two squares with it, the nearest first
	after  [][]int16 // and those after it
}

// mostLines is how many lines a board has at most where leaves are looked for.
const mostLines = 1 << 11

// newKin returns nil for a board that is too large.
func newKin(lines [][]oxo.Move, squares int) *kin {
	if squares > packed || len(lines) > mostLines {
		return nil
	}
	k := &kin{make([]pack, len(lines)), make([][]int16, len(lines)), make([][]int16, len(lines))}
	for i, line := range lines {
		for _, m := range line {
			k.lines[i] = k.lines[i].or(one(int(m)))
		}
		for j := i - 1; j >= 0; j-- {
			if k.lines[i].and(k.lines[j]).two() {
				k.before[i] = append(k.before[i], int16(j))
				k.after[j] = append(k.after[j], int16(i))
			}
		}
	}
	return k
}
