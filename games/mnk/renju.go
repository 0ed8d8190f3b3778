package mnk

import "math/bits"

// In renju some moves are forbidden to black, the side that begins, by the rules of the Renju
// International Federation (9.1 to 9.3). A move that makes exactly five in a row wins, whatever
// else it makes. Any other move is forbidden if it makes
//
//   - an overline: six or more in a row;
//   - a double four: two fours through its square, where a four is four stones that one more
//     makes exactly five in a row. Four stones that two squares complete are one four; two fours
//     may be in one line, as X.X?X.X with ? for the move;
//   - a double three: two threes through its square, where a three is three stones that one more
//     stone makes a straight four, which is four in a row that two squares complete. The stone
//     must not make five in a row, and must itself be allowed. So the same question comes again,
//     with one stone more on the board.

// renjuRow is the length of the row that wins in renju.
const renjuRow = 5

// A direction is the squares up to five away from a square, before and after it, as a set: bit 5
// is the square itself.
//
//	bit      0  1  2  3  4  5  6  7  8  9 10
//	offset  -5 -4 -3 -2 -1  0 +1 +2 +3 +4 +5
const (
	reach      = renjuRow
	directions = 4
	here       = 1 << reach
	wholeLine  = 1<<(2*reach+1) - 1
)

// steps are the directions, as steps of columns and rows.
func steps() [directions][2]int { return [directions][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} }

// foul is the reason why a move is forbidden to black, or says that it makes five.
type foul uint8

const (
	allowed foul = iota
	makesFive
	overline
	doubleFour
	doubleThree
)

// words completes "h8 is forbidden to black: it makes".
func (f foul) words() string {
	return [...]string{"", "", "more than five in a row", "two fours at once", "two threes at once"}[f]
}

func (f foul) forbids() bool { return f > makesFive }

// renjuView has, for each square, the stones around it that the rules of black's moves look at.
type renjuView struct {
	at            [][directions][2 * reach]int16 // the squares of each direction, or none where the board ends
	black, closed [][directions]uint16           // black's stones; white's stones and the squares outside
}

func newRenjuView(g *game) *renjuView {
	v := &renjuView{
		at:    make([][directions][2 * reach]int16, g.squares),
		black: make([][directions]uint16, g.squares), closed: make([][directions]uint16, g.squares),
	}
	for sq := range v.at {
		for d, step := range steps() {
			for i := range 2 * reach {
				offset := offsetOf(i)
				x, y := sq%g.rules.Columns+offset*step[0], sq/g.rules.Columns+offset*step[1]
				if x < 0 || x >= g.rules.Columns || y < 0 || y >= g.rules.Rows {
					v.at[sq][d][i] = none
					v.closed[sq][d] |= 1 << (offset + reach)
					continue
				}
				v.at[sq][d][i] = int16(y*g.rules.Columns + x)
			}
		}
	}
	return v
}

// offsetOf returns the offset of the i-th square of a direction, which leaves out the square itself.
func offsetOf(i int) int {
	if i < reach {
		return i - reach
	}
	return i - reach + 1
}

// clone returns a copy that shares the squares.
func (v *renjuView) clone() *renjuView {
	c := *v
	c.black, c.closed = append(c.black[:0:0], v.black...), append(c.closed[:0:0], v.closed...)
	return &c
}

// turn puts a stone on a square, or removes it.
func (v *renjuView) turn(sets [][directions]uint16, sq int) {
	for d := range directions {
		for i, at := range v.at[sq][d] {
			if at >= 0 { // seen from there, the square has the opposite offset
				sets[at][d] ^= 1 << (reach - offsetOf(i))
			}
		}
	}
}

// made says what a black stone makes in one direction.
type made struct {
	run    int      // stones in a row through it
	fours  int      // up to 2
	fourth [2]uint8 // the squares, as bits of the direction, that make a three a straight four; 0 for none
}

// makes finds out what a black stone on a square makes in one direction.
func (v *renjuView) makes(sq, d int) (m made) {
	own := v.black[sq][d] | here
	empty := wholeLine &^ (own | v.closed[sq][d])
	before := bits.LeadingZeros16(^(own << (15 - reach)))
	m.run = before + bits.TrailingZeros16(^(own >> reach)) - 1
	if m.run >= renjuRow {
		return m
	}
	var last uint16
	for i := 1; i <= reach; i++ { // five squares from bit i on, without black stones next to them
		window := uint16(1<<renjuRow-1) << i
		if stones := own & window; bits.OnesCount16(stones) == renjuRow-1 && empty&window != 0 && own&(1<<(i-1)|1<<(i+renjuRow)) == 0 && stones != last {
			m.fours, last = m.fours+1, stones
		}
	}
	n := 0
	for i := 2; i <= reach; i++ { // four squares from bit i on
		window, ends := uint16(1<<(renjuRow-1)-1)<<i, uint16(1<<(i-1)|1<<(i+renjuRow-1))
		if bits.OnesCount16(own&window) == renjuRow-2 && empty&window != 0 && empty&ends == ends && own&(1<<(i-2)|1<<(i+renjuRow)) == 0 {
			m.fourth[n] = uint8(bits.TrailingZeros16(empty & window))
			n++
		}
	}
	return m
}

// foul judges a move of black on an empty square.
func (v *renjuView) foul(sq int) foul {
	most, busy := 0, 0
	for d := range directions {
		if n := bits.OnesCount16(v.black[sq][d]); n > 1 {
			most, busy = max(most, n), busy+1
		}
	}
	if busy < 2 && most < renjuRow-1 {
		return allowed // too few stones for anything
	}
	var all [directions]made
	longest, fours, threes := 0, 0, 0
	for d := range directions {
		if bits.OnesCount16(v.black[sq][d]) < 2 {
			continue
		}
		m := v.makes(sq, d)
		all[d] = m
		if m.run == renjuRow {
			return makesFive
		}
		longest, fours = max(longest, m.run), fours+m.fours
		if m.fourth[0] != 0 {
			threes++
		}
	}
	switch {
	case longest > renjuRow:
		return overline
	case fours > 1:
		return doubleFour
	case threes > 1 && v.threes(sq, &all) > 1:
		return doubleThree
	}
	return allowed
}

// threes counts the directions in which a stone on a square makes a three, that is, in which black
// may make the straight four.
func (v *renjuView) threes(sq int, all *[directions]made) (n int) {
	v.turn(v.black, sq)
	for d := range all {
		for _, bit := range all[d].fourth {
			if bit == 0 {
				continue
			}
			i := int(bit)
			if i > reach {
				i--
			}
			if v.foul(int(v.at[sq][d][i])) == allowed {
				n++
				break
			}
		}
	}
	v.turn(v.black, sq)
	return n
}
