package chess

import (
	"math/bits"
	"slices"

	"oxo"
)

// The numbers of positions with few men (census.Ender), for tables of endings on 8x8
// squares: all of up to three men, and those of four without pawns. The board is seen
// by the side to move, as if that were white. A position and its images have one
// number: the king of the side to move is brought into a corner of ten squares by
// turning and mirroring the board, or with a pawn to its left half by mirroring.

const (
	mostEnding = 4
	corner     = 10 // squares a1, b1, b2, c1... d4
)

// forces is the men of the side to move and of the other besides the kings, the
// most valuable first.
type forces [2][2]uint8

func (m forces) swapped() forces { return forces{m[1], m[0]} }

func (m forces) pawns() bool { return m[0][0] == pawn || m[1][0] == pawn }

func (m forces) men() (n int) {
	for _, s := range m {
		for _, kind := range s {
			n += min(int(kind), 1)
		}
	}
	return n + 2
}

// endings numbers what men there are; a class is one of them with either side to move.
type endings struct {
	classes  []forces
	number   map[forces]int
	triangle [64]int // the place in the corner, or -1
}

func newEndings() *endings {
	e := &endings{number: map[forces]int{}}
	for sq := range e.triangle {
		column, row := sq&7, sq>>3
		e.triangle[sq] = -1
		if column < 4 && row <= column {
			e.triangle[sq] = column*(column+1)/2 + row
		}
	}
	add := func(own, opp [2]uint8) {
		m := forces{own, opp}
		if _, ok := e.number[m.swapped()]; !ok {
			e.number[m] = len(e.classes)
			e.classes = append(e.classes, m)
		}
	}
	add([2]uint8{}, [2]uint8{})
	for _, kind := range []uint8{knight, bishop, rook, queen, pawn} { // promotions lead back
		add([2]uint8{kind}, [2]uint8{})
	}
	for first := uint8(knight); first <= queen; first++ {
		for second := uint8(knight); second <= first; second++ {
			add([2]uint8{first, second}, [2]uint8{})
			add([2]uint8{first}, [2]uint8{second})
		}
	}
	return e
}

// size is how many numbers the men have with one of the sides to move.
func (m forces) size() int {
	n := corner
	if m.pawns() {
		n = halfBoard
	}
	return n << (6 * (m.men() - 1))
}

// Endings implements census.Ender.
func (p *position) Endings(men int) (sizes []int) {
	if men > mostEnding || !p.g.castles {
		return nil
	}
	for _, m := range p.g.endings.classes {
		if m.men() > men {
			break
		}
		n := m.size()
		if m != m.swapped() {
			n *= 2
		}
		sizes = append(sizes, n)
	}
	return sizes
}

// Ending implements census.Ender.
func (p *position) Ending(men int) (class, number int, ok bool) {
	if n := p.men(); n > men || n > mostEnding || p.rights != 0 || !p.g.castles {
		return 0, 0, false
	}
	turned := 7 * side * int(p.turn&1)
	squares := [mostEnding]int{p.king(p.turn) ^ turned, p.king(p.turn^1) ^ turned}
	var m forces
	n := 2
	for s := range 2 {
		at := 0
		for kind := queen; kind >= pawn; kind-- {
			for men := p.kinds[kind] & p.sides[(p.turn^oxo.Side(s))&1]; men != 0; men &= men - 1 {
				if at == len(m[s]) {
					return 0, 0, false // three men against a king
				}
				m[s][at], squares[n] = uint8(kind), bits.TrailingZeros64(men)^turned
				at, n = at+1, n+1
			}
		}
	}
	e := p.g.endings
	begin := 0
	class, ok = e.number[m]
	if !ok {
		if class, ok = e.number[m.swapped()]; !ok {
			return 0, 0, false
		}
		begin = m.size()
	}
	return class, begin + e.least(m, squares[:n]), true
}

// least is the lowest of the numbers of all images.
func (e *endings) least(m forces, squares []int) int {
	images := 8
	if m.pawns() {
		images = 2
	}
	best := -1
	for image := range images {
		var to [mostEnding]int
		for i, sq := range squares {
			to[i] = imageOf(sq, image)
		}
		k := e.triangle[to[0]]
		if m.pawns() {
			k = to[0]>>3*4 + to[0]&7
			if to[0]&7 >= 4 {
				k = -1
			}
		}
		if k < 0 {
			continue
		}
		if m[0][0] == m[0][1] && m[0][0] != none || m[1][0] == m[1][1] && m[1][0] != none {
			slices.Sort(to[2:len(squares)]) // two men that are alike
		}
		for _, sq := range to[1:len(squares)] {
			k = k<<6 | sq
		}
		if best < 0 || k < best {
			best = k
		}
	}
	return best
}

// imageOf mirrors and turns a square.
func imageOf(sq, image int) int {
	if image&1 != 0 {
		sq ^= 7
	}
	if image&2 != 0 {
		sq ^= 7 * side
	}
	if image&4 != 0 {
		sq = sq&7*side | sq>>3
	}
	return sq
}

// SetEnding implements census.Ender. Of the images of a position only the one of the
// least number is there.
func (p *position) SetEnding(class, number int) bool {
	e := p.g.endings
	m := e.classes[class]
	n := number
	if n >= m.size() {
		n, m = n-m.size(), m.swapped()
	}
	men := m.men()
	var squares [mostEnding]int
	for i := men - 1; i > 0; i-- {
		squares[i] = n & 63
		n >>= 6
	}
	if squares[0] = n>>2*side | n&3; !m.pawns() {
		squares[0] = slices.Index(e.triangle[:], n)
	}
	if !p.setMen(m, squares) {
		return false
	}
	if p.kinds[pawn]&(p.g.last[0]|p.g.last[1]) != 0 || p.attacked(oxo.First, squares[1], p.sides[0]|p.sides[1]) {
		return false
	}
	begin := 0
	if m != e.classes[class] {
		begin = m.size()
	}
	return begin+e.least(m, squares[:men]) == number
}

// setMen puts men on an empty board, white to move, and reports whether each has a
// square of its own.
func (p *position) setMen(m forces, squares [mostEnding]int) bool {
	*p = position{g: p.g, stack: p.stack[:0]}
	at := 0
	put := func(kind uint8, s oxo.Side) bool {
		free := p.square[squares[at]] == none
		if free {
			p.put(int(kind), s, squares[at])
		}
		at++
		return free
	}
	if !put(king, oxo.First) || !put(king, oxo.Second) {
		return false
	}
	for s, kinds := range m {
		for _, kind := range kinds {
			if kind != none && !put(kind, oxo.Side(s)) {
				return false
			}
		}
	}
	return true
}
