package othello

import "math/bits"

// A disc is stable if no move can ever turn it. Discs on an edge turn only along it, so a table
// gives the stable discs of each state of an edge, whatever is played later. A disc that is not
// on an edge cannot turn in a direction if its line is full, or if its neighbour on either side
// is the border or a stable disc of its own side. A disc that is safe in all four directions is
// stable.

// edgeTable has the stable discs of both sides on an edge, by the ternary number of the edge:
// the sum of 3^i for each disc of the first side, and twice that for the second.
type edgeTable [6561]uint8

// ternary has, for each byte, the sum of 3^i over its bits.
type ternary [256]uint16

func newTernary() *ternary {
	t := new(ternary)
	for x := 1; x < 256; x++ {
		low := bits.TrailingZeros(uint(x))
		power := uint16(1)
		for range low {
			power *= 3
		}
		t[x] = t[x&(x-1)] + power
	}
	return t
}

// newEdgeTable computes the stable discs of edges of a length. On a full edge all discs are stable.
// On another edge a disc is stable if no disc that either side puts on an empty square, legal or
// not, turns it, and if it is still stable on the edge that results.
func newEdgeTable(length int, powers *ternary) *edgeTable {
	t, known := new(edgeTable), new([6561]bool)
	whole := uint8(1)<<length - 1 // all ones if the length is 8
	var stable func(own, opp uint8) uint8
	stable = func(own, opp uint8) uint8 {
		at := powers[own] + 2*powers[opp]
		if known[at] {
			return t[at]
		}
		keep := own | opp
		for empty := whole &^ (own | opp); empty != 0 && keep != 0; empty &= empty - 1 {
			square := empty & -empty
			turned := turnsOnEdge(own, opp, square)
			keep &= stable(own|turned|square, opp&^turned) &^ turned
			turned = turnsOnEdge(opp, own, square)
			keep &= stable(own&^turned, opp|turned|square) &^ turned
		}
		t[at], known[at] = keep, true
		return keep
	}
	for own := range 1 << length {
		for opp := range 1 << length {
			if own&opp == 0 {
				stable(uint8(own), uint8(opp))
			}
		}
	}
	return t
}

func turnsOnEdge(own, opp, square uint8) uint8 {
	up, down, at := uint8(0), uint8(0), square<<1
	for ; at&opp != 0; at <<= 1 {
		up |= at
	}
	if at&own == 0 {
		up = 0
	}
	for at = square >> 1; at&opp != 0; at >>= 1 {
		down |= at
	}
	if at&own == 0 {
		down = 0
	}
	return up | down
}

// columnByte gathers the squares of a column, the first in bit 0.
func columnByte(x uint64, column int) uint8 {
	return uint8(x >> (column & 7) & 0x0101010101010101 * 0x0102040810204080 >> 56)
}

// columnOf spreads a byte over a column.
func columnOf(x uint8, column int) uint64 {
	return (uint64(x&0x7f)*0x0002040810204081&0x0101010101010101 | uint64(x&0x80)<<49) << (column & 7)
}

// stableOnEdges returns stable discs of both sides on the four edges.
func (g *game) stableOnEdges(own, opp uint64) uint64 {
	p := &g.powers
	low := 8 * (g.rows - 1)
	s := uint64(g.rowEdge[p[uint8(own)]+2*p[uint8(opp)]])
	s |= uint64(g.rowEdge[p[uint8(own>>(low&63))]+2*p[uint8(opp>>(low&63))]]) << (low & 63)
	for _, column := range [2]int{0, g.columns - 1} {
		s |= columnOf(g.columnEdge[p[columnByte(own, column)]+2*p[columnByte(opp, column)]], column)
	}
	return s
}

// fullLines returns, for each of four directions, the squares whose line has no empty square. A
// square at the border without a neighbour on one side counts too.
func (g *game) fullLines(own, opp uint64) (full [4]uint64) {
	empty := g.all &^ (own | opp)
	row := empty | empty>>4
	row |= row >> 2
	row = (row | row>>1) & 0x0101010101010101 * 0xff
	column := empty | empty>>32
	column |= column >> 16
	column = (column | column>>8) & 0xff * 0x0101010101010101
	rising, falling := uint64(0), uint64(0)
	for ; empty != 0; empty &= empty - 1 {
		d := &g.diagonals[bits.TrailingZeros64(empty)&63]
		rising |= d[0]
		falling |= d[1]
	}
	return [4]uint64{^row | g.border[0], ^column | g.border[1], ^rising | g.border[0] | g.border[1], ^falling | g.border[0] | g.border[1]}
}

// stable returns discs in own that no move can turn, but not all such discs.
func (g *game) stable(own, opp uint64) uint64 {
	s := g.stableOnEdges(own, opp) & own
	full := g.fullLines(own, opp)
	inside := own &^ (g.border[0] | g.border[1])
	s |= full[0] & full[1] & full[2] & full[3] & inside
	for s != 0 {
		more := inside &^ s & (full[0] | s<<1 | s>>1) & (full[1] | s<<8 | s>>8) & (full[2] | s<<7 | s>>7) & (full[3] | s<<9 | s>>9)
		if more == 0 {
			break
		}
		s |= more
	}
	return s
}
