package connect4

import "math/bits"

// The functions of this file take the height of the board, which says how far
// apart neighbours are. The guide calls them with a height that the compiler
// knows, which makes every shift a constant, and them twice as fast.

// heights are the boards' heights as types: the length of the array, 0 for any.
type heights interface {
	[0]byte | [4]byte | [5]byte | [6]byte | [7]byte | [8]byte | [9]byte | [10]byte | [11]byte | [12]byte | [13]byte | [14]byte | [15]byte
}

// wins returns the squares that would complete a line of a side's stones,
// occupied ones and ones beside the board among them.
func wins(own uint64, h int) uint64 {
	return gaps(own, h) | gaps(own, h+1) | gaps(own, h+2) | onTop(own)
}

// gaps returns the squares that complete a line along a direction: three of
// four in a row with the gap at either end or inside. Neighbours are d bits
// apart.
func gaps(own uint64, d int) uint64 {
	up := own << (d & 63) & (own << (2 * d & 63))
	down := own >> (d & 63) & (own >> (2 * d & 63))
	return up&(own<<(3*d&63)|own>>(d&63)) | // X X X _ and X X _ X
		down&(own<<(d&63)|own>>(3*d&63)) // X _ X X and _ X X X
}

// onTop returns the squares on top of three.
func onTop(own uint64) uint64 { return own << 1 & (own << 2) & (own << 3) }

// directions are the distances, in bits, of neighbours in a column, along a
// falling diagonal, a row and a rising diagonal.
func directions(h int) [4]int { return [4]int{1, h, h + 1, h + 2} }

// along returns the first squares of the fours in a row along a direction.
func along(squares uint64, d int) uint64 {
	pairs := squares & (squares >> (d & 63))
	return pairs & (pairs >> (2 * d & 63))
}

// hasLine reports whether a set of squares has four in a row.
func hasLine(squares uint64, h int) bool {
	return along(squares, 1)|along(squares, h)|along(squares, h+1)|along(squares, h+2) != 0
}

// hasLine is the function hasLine for the guide's height.
func (g *guide[H]) hasLine(squares uint64) bool {
	return along(squares, 1)|along(squares, g.h())|along(squares, g.h()+1)|along(squares, g.h()+2) != 0
}

// lines returns how many fours in a row a set of squares has.
func (g *guide[H]) lines(squares uint64) int {
	a, b, c, d := along(squares, 1), along(squares, g.h()), along(squares, g.h()+1), along(squares, g.h()+2)
	if a|b|c|d == 0 {
		return 0
	}
	return bits.OnesCount64(a) + bits.OnesCount64(b) + bits.OnesCount64(c) + bits.OnesCount64(d)
}

// twos returns how many fours in a row of a set of squares have two stones at
// least.
func (g *guide[H]) twos(stones, squares uint64) int {
	n := 0
	for _, d := range [4]int{1, g.h(), g.h() + 1, g.h() + 2} {
		second, third, fourth := stones>>(d&63), stones>>(2*d&63), stones>>(3*d&63)
		two := stones&second | third&fourth | (stones|second)&(third|fourth)
		n += bits.OnesCount64(along(squares, d) & two)
	}
	return n
}
