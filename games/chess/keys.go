package chess

import (
	"math/bits"

	"oxo"
)

// An exact key has, from the lowest bit: the occupied squares, one bit each, then the turn,
// then four bits for each man from a1 on, up to 15 men on 64 squares:
//
//	1 pawn   2 knight   3 bishop   4 rook   5 queen   6 king
//	7 rook that may castle   0 pawn that can be taken en passant   +8 for black
//
// With more men the key is the hash.
const (
	castlingRook, passantPawn = 7, 0

	bitsOfMan = 4
)

// Key returns an exact key, or the hash if there are too many men.
func (p *position) Key() oxo.Key {
	if p.KeyBits() == 0 {
		return oxo.Key{Lo: p.hash}
	}
	var k oxo.Key
	var at uint
	add := func(value uint64, width uint) {
		if at < 64 {
			k.Lo |= value << at
			k.Hi |= value >> (64 - at) // nothing if at is 0
		} else {
			k.Hi |= value << (at - 64)
		}
		at += width
	}
	all := p.sides[0] | p.sides[1]
	for row := range p.g.rows {
		add(all>>(side*row)&0xff, uint(p.g.columns))
	}
	add(uint64(p.turn&1), 1)
	passed := uint64(0)
	if p.passant != 0 {
		passed = bit(int(p.passant) ^ side)
	}
	for ; all != 0; all &= all - 1 {
		sq := bits.TrailingZeros64(all)
		man := uint64(p.square[sq&63])
		switch {
		case p.rights>>sq&1 != 0:
			man = man&blackMan | castlingRook
		case passed>>sq&1 != 0:
			man = man&blackMan | passantPawn
		}
		add(man, bitsOfMan)
	}
	return k
}

// KeyBits returns the size of a key: the number of men never grows.
func (p *position) KeyBits() int {
	n := p.g.columns*p.g.rows + 1 + bitsOfMan*p.men()
	if n > 128 {
		return 0
	}
	return n
}

// men counts the men on the board.
func (p *position) men() int { return bits.OnesCount64(p.sides[0] | p.sides[1]) }
