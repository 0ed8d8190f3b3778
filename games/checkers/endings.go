package checkers

import (
	"math/bits"

	"oxo"
)

// This file numbers the positions with few men (census.Ender), for tables of endings. The board
// is seen by the side to move, as if that were the first side: so a position and its image with
// the sides exchanged have one number. A class is the material of both sides, whichever side
// moves: kings can move back and forth, so positions with either side to move belong to one
// class.

// maxEnding limits the pieces of such positions, and maxNumbers the numbers of a class: on
// larger boards the limit is fewer pieces.
const (
	maxEnding  = 8
	maxNumbers = 1 << 30
)

// material is the number of men and kings of two sides.
type material [2]struct{ men, kings int }

func (m *material) swapped() material { return material{m[1], m[0]} }

// kinds is the number of possible counts of pieces of one kind.
const kinds = maxEnding + 1

// index returns a different number for each material.
func (m *material) index() int {
	return ((m[0].men*kinds+m[0].kings)*kinds+m[1].men)*kinds + m[1].kings
}

// endings numbers the materials.
type endings struct {
	classes []material
	pieces  []int                                        // of each class, for both sides together
	sizes   []uint64                                     // numbers with one given side to move
	number  [kinds * kinds * kinds * kinds]int16         // by material.index: the class + 1, for both orders of the sides
	choose  [maxSide*maxSide/2 + 1][maxEnding + 1]uint64 // binomial coefficients
}

func newEndings(y *geometry) *endings {
	e := &endings{}
	for n := range e.choose {
		e.choose[n][0] = 1
		for k := 1; k <= maxEnding && n > 0; k++ {
			e.choose[n][k] = e.choose[n-1][k-1] + e.choose[n-1][k]
		}
	}
	for pieces := 2; pieces <= maxEnding; pieces++ {
		for men := range pieces + 1 {
			e.add(y, pieces, men)
		}
	}
	return e
}

// add lists the classes with a number of pieces, by the number of men: a capture leads to a
// class with fewer pieces, and a promotion to one with fewer men.
func (e *endings) add(y *geometry, pieces, men int) {
	for first := 1; first < pieces; first++ {
		for own := range men + 1 {
			m := material{{own, first - own}, {men - own, pieces - first - (men - own)}}
			if m[0].kings < 0 || m[1].kings < 0 {
				continue
			}
			if e.number[m.index()] != 0 {
				continue
			}
			e.classes, e.pieces = append(e.classes, m), append(e.pieces, pieces)
			swapped := m.swapped()
			e.number[m.index()], e.number[swapped.index()] = int16(len(e.classes)), int16(len(e.classes))
			size := uint64(1)
			for _, side := range m {
				size *= e.choose[y.squares-y.half][side.men] * e.choose[y.squares][side.kings]
			}
			e.sizes = append(e.sizes, size)
		}
	}
}

// Endings implements census.Ender.
func (p *position) Endings(men int) (sizes []int) {
	e := p.g.endings
	if men > maxEnding || p.g.fewKings {
		return nil // a number does not include the count of few kings
	}
	for class, m := range e.classes {
		if e.pieces[class] > men {
			break
		}
		size := e.sizes[class]
		if m != m.swapped() {
			size *= 2
		}
		if size > maxNumbers {
			return nil
		}
		sizes = append(sizes, int(size))
	}
	return sizes
}

// Ending implements census.Ender.
func (p *position) Ending(men int) (class, number int, ok bool) {
	if all := bits.OnesCount64(p.pieces[0] | p.pieces[1]); all > men || all > maxEnding || p.g.fewKings {
		return 0, 0, false
	}
	e, y := p.g.endings, &p.g.geometry
	own, opp, kings := p.pieces[0], p.pieces[1], p.kings
	if p.turn == oxo.Second {
		own, opp, kings = y.turned(p.pieces[1]), y.turned(p.pieces[0]), y.turned(p.kings)
	}
	sets := [4]uint64{own &^ kings, own & kings, opp &^ kings, opp & kings}
	m := material{
		{bits.OnesCount64(sets[0]), bits.OnesCount64(sets[1])},
		{bits.OnesCount64(sets[2]), bits.OnesCount64(sets[3])},
	}
	if class = int(e.number[m.index()]) - 1; class < 0 {
		return 0, 0, false // a side has no pieces left
	}
	men0 := y.squares - y.half
	n := e.rank(y, sets[0], 0)
	n = n*e.choose[y.squares][m[0].kings] + e.rank(y, sets[1], 0)
	n = n*e.choose[men0][m[1].men] + e.rank(y, sets[2], y.half)
	n = n*e.choose[y.squares][m[1].kings] + e.rank(y, sets[3], 0)
	if m != e.classes[class] {
		n += e.sizes[class]
	}
	return class, int(n), true
}

// rank returns the number of a set among all sets of its size: the sum of binomial coefficients
// of its squares, counted from a given square.
func (e *endings) rank(y *geometry, set uint64, from int) (n uint64) {
	for k := 1; set != 0; set &= set - 1 {
		n += e.choose[y.square(bits.TrailingZeros64(set))-from][k]
		k++
	}
	return n
}

// unrank inverts rank for sets of k squares.
func (e *endings) unrank(y *geometry, n uint64, k, from int) (set uint64) {
	for sq := y.squares - 1 - from; k > 0; k-- {
		for e.choose[sq][k] > n {
			sq--
		}
		n -= e.choose[sq][k]
		set |= 1 << y.bit(sq+from)
	}
	return set
}

// SetEnding implements census.Ender.
func (p *position) SetEnding(class, number int) bool {
	e, y := p.g.endings, &p.g.geometry
	m := e.classes[class]
	n := uint64(number)
	if n >= e.sizes[class] {
		n, m = n-e.sizes[class], m.swapped()
	}
	var sets [4]uint64
	for i := 3; i >= 0; i-- {
		squares, k, from := y.squares, m[i/2].kings, 0
		if i%2 == 0 {
			squares, k, from = y.squares-y.half, m[i/2].men, y.half*(i/2)
		}
		size := e.choose[squares][k]
		sets[i] = e.unrank(y, n%size, k, from)
		n /= size
	}
	p.pieces = [2]uint64{sets[0] | sets[1], sets[2] | sets[3]}
	p.kings, p.turn, p.past = sets[1]|sets[3], oxo.First, p.past[:0]
	p.quiet, p.few = 0, 0
	all := m[0].men + m[0].kings + m[1].men + m[1].kings
	return bits.OnesCount64(p.pieces[0]|p.pieces[1]) == all
}

// EndingName implements census.Ender: players have no names for the classes.
func (p *position) EndingName(int) string { return "" }
