package lines

import (
	"math/bits"
	"slices"

	"oxo"
)

// Lined is a position of a game of lines. Both sides take squares in turn. The first side that has all squares of one
// of the sets has won. If no side does, the game is drawn. A move is the number of the square that it takes.
type Lined interface {
	oxo.Position
	// WinningSets returns the sets, or nil if the rules are different. The caller must not change them.
	WinningSets() [][]oxo.Move
	// LosingSets returns the sets that lose, or nil: the first side that has all squares of one has lost. The caller
	// must not change them.
	LosingSets() [][]oxo.Move
	// Owner returns the side that has a square, if it is taken.
	Owner(m oxo.Move) (oxo.Side, bool)
}

// MaxSquares is the number of squares of the largest board for a prevention.
const MaxSquares = 448

// Squares is a set of squares.
type Squares [MaxSquares / 64]uint64

// Add adds a square below [MaxSquares]. It panics for a larger one, as Remove and Has
// do.
func (s *Squares) Add(m oxo.Move) { s[m/64] |= 1 << (m % 64) }

// Remove removes a square.
func (s *Squares) Remove(m oxo.Move) { s[m/64] &^= 1 << (m % 64) }

// Has reports whether a square is in the set.
func (s *Squares) Has(m oxo.Move) bool { return s[m/64]>>(m%64)&1 != 0 }

// Union adds all squares of another set.
func (s *Squares) Union(o *Squares) {
	for i := range s {
		s[i] |= o[i]
	}
}

// Intersect removes all squares that are not in another set.
func (s *Squares) Intersect(o *Squares) {
	for i := range s {
		s[i] &= o[i]
	}
}

// AllSquares returns the set of all squares.
func AllSquares() (s Squares) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	return s
}

// Count returns the number of squares.
func (s *Squares) Count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// first returns the first square, or MaxSquares for the empty set.
func (s *Squares) first() int {
	for i, word := range s {
		if word != 0 {
			return i*64 + bits.TrailingZeros64(word)
		}
	}
	return MaxSquares
}

// within reports whether a set is part of another.
func (s *Squares) within(o *Squares) bool {
	for i := range s {
		if s[i]&^o[i] != 0 {
			return false
		}
	}
	return true
}

// Each calls f for every square, in order.
func (s *Squares) Each(f func(m oxo.Move)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			f(oxo.Move(i*64 + bits.TrailingZeros64(word)))
		}
	}
}

// Board is the board of a prevention: the squares, the sets that the other side wants, and the owner of each square.
type Board struct {
	Count    int // squares
	Lines    [][]oxo.Move
	Owner    []int8    // -1 empty, 0 the preventing side, 1 the other side
	Threats  bool      // lines of the preventing side count too
	Kin      *Kin      // of all lines, before Narrow; nil if no leaf is searched
	counting *counting // work space of Counted and Loose; nil on a board that is used only once
	numbers  []int16   // the number of each line in Kin; nil if Narrow has removed none
}

// number returns the number of a line in Kin.
func (b *Board) number(i int) int16 {
	if b.numbers == nil {
		return int16(i)
	}
	return b.numbers[i]
}

// NewBoard reads the board of a position for the preventing side. It reports false if there are no lines or too many
// squares.
func NewBoard(p Lined, side oxo.Side) (*Board, bool) {
	b := &Board{Lines: p.WinningSets()}
	for _, line := range b.Lines {
		for _, m := range line {
			b.Count = max(b.Count, int(m)+1)
		}
	}
	if len(b.Lines) == 0 || b.Count > MaxSquares {
		return nil, false
	}
	for m := range b.Count {
		owner := int8(-1)
		if s, ok := p.Owner(oxo.Move(m)); ok {
			owner = 1
			if s == side {
				owner = 0
			}
		}
		b.Owner = append(b.Owner, owner)
	}
	return b, true
}

// Clone returns a copy of a board that shares its lines.
func (b *Board) Clone() *Board {
	c := *b
	c.Owner, c.counting = slices.Clone(b.Owner), &counting{}
	return &c
}

// Empty reports whether a move is an empty square of the board.
func (b *Board) Empty(m oxo.Move) bool { return int(m) < b.Count && b.Owner[m] < 0 }

// Full reports whether no square is empty.
func (b *Board) Full() bool { return !slices.Contains(b.Owner, -1) }

// Alive reports whether the preventing side has no square of a line.
func (b *Board) Alive(line []oxo.Move) bool {
	for _, m := range line {
		if b.Owner[m] == 0 {
			return false
		}
	}
	return true
}

// Image holds all of a board that a prevention depends on: the squares of the lines that are alive, and the squares
// among them that the other side has. Where threats count, it also has all squares of each side.
type Image struct{ Live, Taken, Own Squares }

// Fits reports whether the proof of an earlier node with a zone proves this position too (lemma 3): every line that
// is alive here was alive there, and within the zone the other side has no square here that it did not have there.
// Where threats count, the two images must be equal.
func (i *Image) Fits(before *Image, zone *Squares, threats bool) bool {
	if threats {
		return *i == *before
	}
	within := i.Taken
	within.Intersect(zone)
	return i.Live.within(&before.Live) && within.within(&before.Taken)
}

// Key returns a hash of an image, of 128 bits. The writer stores these: if two different images had the same hash,
// the checker would refuse the file.
func (i *Image) Key() (k oxo.Key) {
	for _, set := range [...]*Squares{&i.Live, &i.Taken, &i.Own} {
		for _, word := range set {
			k.Hi, k.Lo = oxo.Key{Hi: k.Hi ^ word, Lo: k.Lo}.Hash(), oxo.Key{Hi: ^k.Lo, Lo: k.Hi + word}.Hash()
		}
	}
	return k
}

// Image returns the image of a board. The function turn maps each square to its place in the image.
func (b *Board) Image(turn func(oxo.Move) oxo.Move) (i Image) {
	for _, line := range b.Lines {
		if !b.Alive(line) {
			continue
		}
		for _, m := range line {
			to := turn(m)
			i.Live.Add(to)
			if b.Owner[m] == 1 {
				i.Taken.Add(to)
			}
		}
	}
	if b.Threats {
		for m, owner := range b.Owner {
			switch owner {
			case 0:
				i.Own.Add(turn(oxo.Move(m)))
			case 1:
				i.Taken.Add(turn(oxo.Move(m)))
			}
		}
	}
	return i
}

// Completed reports whether the preventing side has a complete line, if the square counts as its own.
func (b *Board) Completed(with oxo.Move) bool {
	for _, line := range b.Lines {
		whole := true
		for _, m := range line {
			whole = whole && (b.Owner[m] == 0 || m == with)
		}
		if whole {
			return true
		}
	}
	return false
}

// Mates holds pairs of squares: for each square 1 plus its partner, or 0. A square after the last entry is in no
// pair.
type Mates []uint16

// Has reports whether a square is in a pair.
func (p Mates) Has(m oxo.Move) bool { return int(m) < len(p) && p[m] != 0 }

// Of returns the partner of a square.
func (p Mates) Of(m oxo.Move) (other oxo.Move, ok bool) {
	if !p.Has(m) {
		return 0, false
	}
	return oxo.Move(p[m]) - 1, true
}

// Join makes two squares a pair.
func (p *Mates) Join(a, b oxo.Move) {
	if more := int(max(a, b)) + 1 - len(*p); more > 0 {
		*p = append(*p, make(Mates, more)...)
	}
	(*p)[a], (*p)[b] = uint16(b)+1, uint16(a)+1
}

// NoSquare is a move that is not a square.
const NoSquare = oxo.Move(1<<32 - 1)

// PartnersOf returns pairs as [Mates]. No square may be in two pairs.
func PartnersOf(pairs [][2]oxo.Move) Mates {
	var partner Mates
	for _, pair := range pairs {
		partner.Join(pair[0], pair[1])
	}
	return partner
}

// Prepare makes a board ready for the tree of a prevention: it finds which lines share squares. If threats is true,
// lines of the preventing side count too.
func (b *Board) Prepare(threats bool) {
	b.Threats, b.Kin, b.counting = threats, NewKin(b.Lines, b.Count), &counting{}
}
