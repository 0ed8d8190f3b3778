package chess

import (
	"math/bits"
	"strings"

	"oxo"
)

// This file numbers the positions with few men (census.Ender), for tables of endings: all
// positions of up to four men, pawns included, on each board. The board is seen by the side to
// move, as if that were white. A position and its images have one number: see endingBoard.
//
// A number has one digit for both kings together, and one for each other man, in the order of
// forces; two equal men share a digit. A pawn that can be taken en passant has a square number
// of its own, as if it were on the last row.

const maxEnding = 4

// forces holds the men of both sides without the kings, most valuable first; the side to move
// comes first.
type forces [2][2]uint8

func (m forces) swapped() forces { return forces{m[1], m[0]} }

// index returns a different number for each forces.
func (m forces) index() int {
	return int(m[0][0]&7) | int(m[0][1]&7)<<3 | int(m[1][0]&7)<<6 | int(m[1][1]&7)<<9
}

func (m forces) men() (n int) {
	for _, s := range m {
		for _, kind := range s {
			n += min(int(kind), 1)
		}
	}
	return n + 2
}

// alike reports whether a side has two men of one kind.
func (m forces) alike(s int) bool { return m[s][0] != none && m[s][0] == m[s][1] }

// endingMen numbers the positions with given men, for one side to move.
type endingMen struct {
	forces
	class, begin, size int       // its numbers in the class start at begin
	kings              int       // index in endingBoard.kings
	radix              [2][2]int // number of values of each digit; 0 for no digit
}

// endings numbers all sets of men. A class is one of them with either side to move.
type endings struct {
	endingBoard
	materials []endingMen
	classes   []int          // the first material of each class; the other one, if any, follows it
	of        [1 << 12]int16 // the material + 1, by forces.index
}

func newEndings(t *tables, bishops bool) *endings {
	e := &endings{endingBoard: newEndingBoard(t)}
	men := []uint8{knight, bishop, rook, queen}
	if !bishops {
		men = []uint8{knight, rook, queen}
	}
	e.add(forces{})
	for _, kind := range append(men, pawn) { // a promotion leads to an earlier class
		e.add(forces{{kind}})
	}
	for i, first := range men {
		for _, second := range men[:i+1] {
			e.add(forces{{first, second}})
			e.add(forces{{first}, {second}})
		}
	}
	for _, kind := range append(men, pawn) {
		e.add(forces{{kind, pawn}})
		e.add(forces{{kind}, {pawn}})
	}
	return e
}

// add makes the class of a set of men.
func (e *endings) add(m forces) {
	e.classes = append(e.classes, len(e.materials))
	begin := 0
	for _, m := range []forces{m, m.swapped()} {
		if e.of[m.index()] != 0 {
			break // both sides have the same men
		}
		a := endingMen{forces: m, class: len(e.classes) - 1, begin: begin}
		if m[0][0] == pawn || m[0][1] == pawn || m[1][0] == pawn || m[1][1] == pawn {
			a.kings = pawnPairs
		}
		a.size = len(e.kings[a.kings].squares)
		for s := range m {
			for i, kind := range m[s] {
				a.radix[s][i] = e.places[kind]
			}
			if n := a.radix[s][0]; m.alike(s) {
				a.radix[s] = [2]int{n * (n - 1) / 2}
			}
		}
		if e.passant && m == (forces{{pawn}, {pawn}}) {
			a.radix[1][0] += e.columns
		}
		for s := range m {
			a.size *= max(a.radix[s][0], 1) * max(a.radix[s][1], 1)
		}
		e.materials = append(e.materials, a)
		e.of[m.index()] = int16(len(e.materials))
		begin = a.size
	}
}

// Endings implements census.Ender.
func (p *position) Endings(men int) (sizes []int) {
	e := p.g.endings
	if men > maxEnding {
		return nil
	}
	for _, first := range e.classes {
		m := &e.materials[first]
		if m.men() > men {
			break
		}
		n := m.size
		if m.forces != m.swapped() {
			n *= 2
		}
		sizes = append(sizes, n)
	}
	return sizes
}

// EndingName implements census.Ender: KRK, KRPK, KQKR.
func (p *position) EndingName(class int) string {
	e := p.g.endings
	var name strings.Builder
	for _, s := range e.materials[e.classes[class]].forces {
		for _, kind := range [...]uint8{king, s[0], s[1]} {
			if kind != none {
				name.WriteByte(letters[kind] &^ 0x20)
			}
		}
	}
	return name.String()
}

// Ending implements census.Ender. A position with a right to castle has no number.
func (p *position) Ending(men int) (class, number int, ok bool) {
	if n := p.men(); n > men || n > maxEnding || p.rights != 0 {
		return 0, 0, false
	}
	e := p.g.endings
	var f forces
	var at [2][2]uint8
	us := p.turn & 1
	for s := range 2 {
		n := 0
		for men := p.sides[us^oxo.Side(s)] &^ p.kinds[king]; men != 0; men &= men - 1 {
			sq := bits.TrailingZeros64(men)
			f[s][n&1], at[s][n&1] = p.square[sq&63]&7, e.seen[us][sq&63]
			n++
		}
		if f[s][0] < f[s][1] {
			f[s][0], f[s][1], at[s][0], at[s][1] = f[s][1], f[s][0], at[s][1], at[s][0]
		}
	}
	if p.passant != 0 { // then each side has a pawn, and no other man
		at[1][0] = e.passed(at[1][0])
	}
	material := e.of[f.index()]
	if material == 0 {
		return 0, 0, false
	}
	m := &e.materials[material-1]
	own, other := e.seen[us][p.king(us)&63], e.seen[us][p.king(us^1)&63]
	return m.class, m.begin + e.number(m, own, other, &at), true
}

// number returns the lowest number of all images.
func (e *endings) number(m *endingMen, own, other uint8, at *[2][2]uint8) int {
	pair := e.kings[m.kings].pairs[int(own)<<6|int(other)]
	best := -1
	for images := pair.images; images != 0; images &= images - 1 {
		image := &e.images[bits.TrailingZeros8(images)]
		n := int(pair.number)
		for s := range 2 {
			kinds, radix := m.forces[s], &m.radix[s]
			first := int(e.place[kinds[0]&7][image[at[s][0]&63]])
			second := int(e.place[kinds[1]&7][image[at[s][1]&63]])
			switch {
			case kinds[0] == none:
			case kinds[1] == none:
				n = n*radix[0] + first
			case kinds[0] == kinds[1]:
				first, second = min(first, second), max(first, second)
				n = n*radix[0] + second*(second-1)/2 + first
			default:
				n = (n*radix[0]+first)*radix[1] + second
			}
		}
		if best < 0 || n < best {
			best = n
		}
	}
	return best
}

// SetEnding implements census.Ender. Among the images of a position only the one with the least
// number exists.
func (p *position) SetEnding(class, number int) bool {
	e := p.g.endings
	m := &e.materials[e.classes[class]]
	if number >= m.size {
		m = &e.materials[e.classes[class]+1]
		number -= m.begin
	}
	n := number
	var at [2][2]uint8
	for s := 1; s >= 0; s-- {
		n, at[s] = e.men(m, s, n)
	}
	squares := e.kings[m.kings].squares[n]
	if !p.setMen(m, squares, &at) || p.attacked(oxo.First, int(squares[1]), p.sides[0]|p.sides[1]) {
		return false
	}
	pair := e.kings[m.kings].pairs[int(squares[0])<<6|int(squares[1])]
	return pair.images&(pair.images-1) == 0 || e.number(m, squares[0], squares[1], &at) == number
}

// men extracts the squares of a side's men from a number.
func (e *endings) men(m *endingMen, s, n int) (rest int, at [2]uint8) {
	if m.alike(s) {
		second := 1
		place := n % m.radix[s][0]
		for place >= second {
			place -= second
			second++
		}
		square := &e.square[m.forces[s][0]]
		return n / m.radix[s][0], [2]uint8{square[place], square[second]}
	}
	for i := 1; i >= 0; i-- {
		if radix := m.radix[s][i]; radix > 0 {
			at[i] = e.square[m.forces[s][i]][n%radix]
			n /= radix
		}
	}
	return n, at
}

// setMen puts men on an empty board, white to move. It reports whether each man has a square of
// its own, and a pawn that is marked for en passant can be taken.
func (p *position) setMen(m *endingMen, kings [2]uint8, at *[2][2]uint8) bool {
	p.kinds, p.sides, p.square, p.state = [8]uint64{}, [2]uint64{}, [64]uint8{}, state{}
	p.turn, p.before, p.stack = oxo.First, 0, p.stack[:0]
	p.put(king, oxo.First, int(kings[0]))
	p.put(king, oxo.Second, int(kings[1]))
	passing := -1 // the square that a pawn has passed in a double step
	for s, kinds := range m.forces {
		for i, kind := range kinds {
			sq := int(at[s][i])
			if kind == none {
				break
			}
			if kind == pawn && p.g.last[oxo.First]>>sq&1 != 0 {
				passing = sq - 2*side
				sq = passing ^ side
			}
			if p.square[sq] != none {
				return false
			}
			p.put(int(kind), oxo.Side(s), sq)
		}
	}
	if passing < 0 {
		return true
	}
	if p.square[passing] == none && p.square[passing+side] == none {
		p.step(oxo.Second, passing)
	}
	return p.passant != 0
}
