package certificate

import (
	"math/bits"
	"slices"

	"oxo"
)

// Lined is a position of a game that is all about lines: both sides take squares in
// turn, and the first that has all squares of one of the sets has won; where nobody
// does, the game is drawn. A move is the square that it takes.
type Lined interface {
	oxo.Position
	// WinningSets returns the sets, or nil where the rules are others. Nobody changes
	// them.
	WinningSets() [][]oxo.Move
	// Owner returns whose a square is.
	Owner(m oxo.Move) (oxo.Side, bool)
}

// maxSquares is the largest board that a prevention can be about.
const maxSquares = 448

// squares is a set of squares.
type squares [maxSquares / 64]uint64

func (s *squares) add(m oxo.Move)      { s[m/64] |= 1 << (m % 64) }
func (s *squares) remove(m oxo.Move)   { s[m/64] &^= 1 << (m % 64) }
func (s *squares) has(m oxo.Move) bool { return s[m/64]>>(m%64)&1 != 0 }

func (s *squares) union(o *squares) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s *squares) intersect(o *squares) {
	for i := range s {
		s[i] &= o[i]
	}
}

// allSquares returns the set of all squares.
func allSquares() (s squares) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	return s
}

func (s *squares) count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// first returns the first square, or maxSquares of the empty set.
func (s *squares) first() int {
	for i, word := range s {
		if word != 0 {
			return i*64 + bits.TrailingZeros64(word)
		}
	}
	return maxSquares
}

// within reports whether a set is part of another.
func (s *squares) within(o *squares) bool {
	for i := range s {
		if s[i]&^o[i] != 0 {
			return false
		}
	}
	return true
}

// each calls f for every square, in order.
func (s *squares) each(f func(m oxo.Move)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			f(oxo.Move(i*64 + bits.TrailingZeros64(word)))
		}
	}
}

// board is what a prevention is about: the squares, the sets that the other side wants,
// and who has what.
type board struct {
	count    int // squares
	lines    [][]oxo.Move
	owner    []int8    // -1 nobody, 0 the side that prevents, 1 the other
	threats  bool      // lines of the preventing side count too
	kin      *kin      // of the lines as they were at first; nil where no leaf is looked for
	counting *counting // what counts the lines as they are; nil where a board is looked at once
	numbers  []int16   // of each line, its number there; nil: lines are as they were
}

// number returns the number that a line has in kin.
func (b *board) number(i int) int16 {
	if b.numbers == nil {
		return int16(i)
	}
	return b.numbers[i]
}

// newBoard reads the board of a position for the side that prevents.
func newBoard(p Lined, side oxo.Side) (*board, bool) {
	b := &board{lines: p.WinningSets()}
	for _, line := range b.lines {
		for _, m := range line {
			b.count = max(b.count, int(m)+1)
		}
	}
	if len(b.lines) == 0 || b.count > maxSquares {
		return nil, false
	}
	for m := range b.count {
		owner := int8(-1)
		if s, ok := p.Owner(oxo.Move(m)); ok {
			owner = 1
			if s == side {
				owner = 0
			}
		}
		b.owner = append(b.owner, owner)
	}
	return b, true
}

// clone returns a copy of a board. Its lines are shared.
func (b *board) clone() *board {
	c := *b
	c.owner, c.counting = slices.Clone(b.owner), &counting{}
	return &c
}

func (b *board) empty(m oxo.Move) bool { return int(m) < b.count && b.owner[m] < 0 }

func (b *board) full() bool { return !slices.Contains(b.owner, -1) }

// alive reports whether the preventing side has no square of a line.
func (b *board) alive(line []oxo.Move) bool {
	for _, m := range line {
		if b.owner[m] == 0 {
			return false
		}
	}
	return true
}

// image is all of a board that a prevention depends on: the squares of the lines that
// are alive, and which of them the other side has; where threats count, what each has.
type image struct{ live, taken, own squares }

// fits reports whether the proof of an earlier node with a zone proves this position too (lemma 3): every line that
// is alive here was alive there, and the other side has no square of the zone here that it did not have there. Where threats
// count the two images have to be equal.
func (i *image) fits(before *image, zone *squares, threats bool) bool {
	if threats {
		return *i == *before
	}
	within := i.taken
	within.intersect(zone)
	return i.live.within(&before.live) && within.within(&before.taken)
}

// key is a hash of 128 bits of an image. The writer remembers these: if two were equal, the checker would refuse the file.
func (i *image) key() (k oxo.Key) {
	for _, set := range [...]*squares{&i.live, &i.taken, &i.own} {
		for _, word := range set {
			k.Hi, k.Lo = oxo.Key{Hi: k.Hi ^ word, Lo: k.Lo}.Hash(), oxo.Key{Hi: ^k.Lo, Lo: k.Hi + word}.Hash()
		}
	}
	return k
}

func (b *board) image(turn func(oxo.Move) oxo.Move) (i image) {
	for _, line := range b.lines {
		if !b.alive(line) {
			continue
		}
		for _, m := range line {
			to := turn(m)
			i.live.add(to)
			if b.owner[m] == 1 {
				i.taken.add(to)
			}
		}
	}
	if b.threats {
		for m, owner := range b.owner {
			switch owner {
			case 0:
				i.own.add(turn(oxo.Move(m)))
			case 1:
				i.taken.add(turn(oxo.Move(m)))
			}
		}
	}
	return i
}

// completed reports whether the preventing side has a line, where the square is its own.
func (b *board) completed(with oxo.Move) bool {
	for _, line := range b.lines {
		whole := true
		for _, m := range line {
			whole = whole && (b.owner[m] == 0 || m == with)
		}
		if whole {
			return true
		}
	}
	return false
}

// mates are pairs of squares: for each square the other one of its pair, plus 1, or 0. Squares
// behind the last are in none.
type mates []uint16

func (p mates) has(m oxo.Move) bool { return int(m) < len(p) && p[m] != 0 }

// of returns the other square of a pair.
func (p mates) of(m oxo.Move) (other oxo.Move, ok bool) {
	if !p.has(m) {
		return 0, false
	}
	return oxo.Move(p[m]) - 1, true
}

// join makes two squares a pair.
func (p *mates) join(a, b oxo.Move) {
	if more := int(max(a, b)) + 1 - len(*p); more > 0 {
		*p = append(*p, make(mates, more)...)
	}
	(*p)[a], (*p)[b] = uint16(b)+1, uint16(a)+1
}
