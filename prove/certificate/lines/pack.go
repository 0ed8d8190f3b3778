package lines

import (
	"math/bits"

	"oxo"
)

// Pack is a set of squares of a board with at most 128 squares.
type Pack struct{ lo, hi uint64 }

// MaxPacked is the number of squares of the largest board for a [Pack].
const MaxPacked = 128

// And returns the squares that both sets have.
func (s Pack) And(o Pack) Pack     { return Pack{s.lo & o.lo, s.hi & o.hi} }
func (s Pack) or(o Pack) Pack      { return Pack{s.lo | o.lo, s.hi | o.hi} }
func (s Pack) without(o Pack) Pack { return Pack{s.lo &^ o.lo, s.hi &^ o.hi} }
func (s Pack) within(o Pack) bool  { return s.lo&^o.lo|s.hi&^o.hi == 0 }
func (s Pack) empty() bool         { return s.lo|s.hi == 0 }

// Count returns the number of squares.
func (s Pack) Count() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// two reports whether a set has at least two squares.
func (s Pack) two() bool { return s.Count() >= 2 }

// one returns the set of one square.
func one(sq int) Pack {
	if sq < 64 {
		return Pack{lo: 1 << sq}
	}
	return Pack{hi: 1 << (sq - 64)}
}

// next removes and returns the first square of a set, which must not be empty.
func (s *Pack) next() (sq int) {
	if s.lo == 0 {
		sq, s.hi = 64+bits.TrailingZeros64(s.hi), s.hi&(s.hi-1)
	} else {
		sq, s.lo = bits.TrailingZeros64(s.lo), s.lo&(s.lo-1)
	}
	return sq
}

// Unpacked returns a set as [Squares].
func (s Pack) Unpacked() Squares { return Squares{s.lo, s.hi} }

// PackOf returns a set without the squares from 128 on.
func PackOf(s *Squares) Pack { return Pack{s[0], s[1]} }

// Kin holds the lines of a board as sets, and the lines that share two squares. Two lines that do not share two
// squares, and that lack two squares each, do not affect each other: the squares that one lacks are never all among
// the squares that the other lacks, and no pair stops both.
type Kin struct {
	lines  []Pack
	before [][]int16 // for each line, the earlier lines that share two squares with it, the nearest first
	after  [][]int16 // and the later lines
}

// maxLines bounds the number of lines of a board with kin.
const maxLines = 1 << 11

// NewKin returns nil for a board that is too large.
func NewKin(lines [][]oxo.Move, squares int) *Kin {
	if squares > MaxPacked || len(lines) > maxLines {
		return nil
	}
	k := &Kin{make([]Pack, len(lines)), make([][]int16, len(lines)), make([][]int16, len(lines))}
	for i, line := range lines {
		for _, m := range line {
			k.lines[i] = k.lines[i].or(one(int(m)))
		}
		for j := i - 1; j >= 0; j-- {
			if k.lines[i].And(k.lines[j]).two() {
				k.before[i] = append(k.before[i], int16(j))
				k.after[j] = append(k.after[j], int16(i))
			}
		}
	}
	return k
}
