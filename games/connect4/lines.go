package connect4

import "math/bits"

// The functions of this file take the height of the board, from which the distance of
// neighbours follows. The guide calls them with a height known to the compiler. Then every
// shift is a constant, and they are twice as fast.

// heights is the board's height as a type: the length of the array, 0 for any height.
type heights interface {
	[0]byte | [4]byte | [5]byte | [6]byte | [7]byte | [8]byte | [9]byte | [10]byte | [11]byte | [12]byte | [13]byte | [14]byte | [15]byte
}

// wins returns the squares that complete a line of a side's stones. It includes occupied
// squares and squares off the board.
func wins(own uint64, h int) uint64 {
	return gaps(own, h) | gaps(own, h+1) | gaps(own, h+2) | onTop(own)
}

// gaps returns the squares that complete a line in a direction: three of four in a row with the
// gap at either end or inside. Neighbours are d bits apart.
func gaps(own uint64, d int) uint64 {
	up := own << (d & 63) & (own << (2 * d & 63))
	down := own >> (d & 63) & (own >> (2 * d & 63))
	return up&(own<<(3*d&63)|own>>(d&63)) | // X X X _ and X X _ X
		down&(own<<(d&63)|own>>(3*d&63)) // X _ X X and _ X X X
}

// onTop returns the squares on top of three.
func onTop(own uint64) uint64 { return own << 1 & (own << 2) & (own << 3) }

// directions returns the distances, in bits, of neighbours in a column, on a falling diagonal,
// in a row and on a rising diagonal.
func directions(h int) [4]int { return [4]int{1, h, h + 1, h + 2} }

// along returns the first squares of the fours in a row in a direction.
func along(squares uint64, d int) uint64 {
	pairs := squares & (squares >> (d & 63))
	return pairs & (pairs >> (2 * d & 63))
}

// hasLine reports whether a set of squares has four in a row.
func hasLine(squares uint64, h int) bool {
	return along(squares, 1)|along(squares, h)|along(squares, h+1)|along(squares, h+2) != 0
}

// hasLine calls the function hasLine with the guide's height.
func (g *guide[H]) hasLine(squares uint64) bool {
	return along(squares, 1)|along(squares, g.h())|along(squares, g.h()+1)|along(squares, g.h()+2) != 0
}

// lines counts the fours in a row within a set of squares.
func (g *guide[H]) lines(squares uint64) int {
	a, b, c, d := along(squares, 1), along(squares, g.h()), along(squares, g.h()+1), along(squares, g.h()+2)
	if a|b|c|d == 0 {
		return 0
	}
	return bits.OnesCount64(a) + bits.OnesCount64(b) + bits.OnesCount64(c) + bits.OnesCount64(d)
}

// twos counts the fours in a row within a set of squares that have at least two stones.
func (g *guide[H]) twos(stones, squares uint64) int {
	n := 0
	for _, d := range [4]int{1, g.h(), g.h() + 1, g.h() + 2} {
		second, third, fourth := stones>>(d&63), stones>>(2*d&63), stones>>(3*d&63)
		two := stones&second | third&fourth | (stones|second)&(third|fourth)
		n += bits.OnesCount64(along(squares, d) & two)
	}
	return n
}
