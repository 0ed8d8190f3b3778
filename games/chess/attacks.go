package chess

import (
	"math/bits"

	"oxo"
)

// attacked reports whether a side attacks a square.
func (p *position) attacked(by oxo.Side, sq int, occupied uint64) bool {
	men := p.sides[by&1]
	sq &= 63
	if p.g.knights[sq]&p.kinds[knight]&men != 0 || p.g.pawns[by&1^1][sq]&p.kinds[pawn]&men != 0 || p.g.kings[sq]&p.kinds[king]&men != 0 {
		return true
	}
	straight, slanting := (p.kinds[rook]|p.kinds[queen])&men, (p.kinds[bishop]|p.kinds[queen])&men
	return p.g.lines[0][sq]&straight != 0 && p.g.rooks[sq].at(occupied|p.g.wall)&straight != 0 ||
		p.g.lines[1][sq]&slanting != 0 && p.g.bishops[sq].at(occupied|p.g.wall)&slanting != 0
}

// attackers returns the men of a side that attack a square.
func (p *position) attackers(by oxo.Side, sq int, occupied uint64) uint64 {
	return p.allAttackers(sq, occupied) & p.sides[by&1]
}

// allAttackers returns the men of both sides that attack a square.
func (p *position) allAttackers(sq int, occupied uint64) uint64 {
	sq &= 63
	return p.g.knights[sq]&p.kinds[knight] | p.g.kings[sq]&p.kinds[king] |
		p.g.pawns[oxo.Second][sq]&p.kinds[pawn]&p.sides[oxo.First] | p.g.pawns[oxo.First][sq]&p.kinds[pawn]&p.sides[oxo.Second] |
		p.g.rooks[sq].at(occupied|p.g.wall)&(p.kinds[rook]|p.kinds[queen]) |
		p.g.bishops[sq].at(occupied|p.g.wall)&(p.kinds[bishop]|p.kinds[queen])
}

// look finds the men that give check to the side to move, and its men that may only move in
// line with their king.
func (p *position) look() {
	if p.looked {
		return
	}
	us := p.turn & 1
	own, opp := p.sides[us], p.sides[us^1]
	k := p.king(us) & 63
	checkers := p.g.knights[k]&p.kinds[knight]&opp | p.g.pawns[us][k]&p.kinds[pawn]&opp
	pins := uint64(0)
	snipers := opp & (p.g.lines[0][k]&(p.kinds[rook]|p.kinds[queen]) | p.g.lines[1][k]&(p.kinds[bishop]|p.kinds[queen]))
	for ; snipers != 0; snipers &= snipers - 1 {
		sq := bits.TrailingZeros64(snipers)
		switch men := p.g.between[k][sq] & (own | opp); {
		case men == 0:
			checkers |= bit(sq)
		case men&(men-1) == 0:
			pins |= men & own
		}
	}
	p.checkers, p.pins, p.looked = checkers, pins, true
}
