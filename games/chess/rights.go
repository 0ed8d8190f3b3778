package chess

import (
	"fmt"
	"math/bits"
	"strings"

	"oxo"
	"oxo/internal/words"
)

// readRights reads KQkq, and in Chess960 columns too, HAha.
func (p *position) readRights(text string) error {
	if text == "-" {
		return nil
	}
	for _, c := range []byte(text) {
		us := oxo.Side(c >> 5 & 1)
		sq, ok := p.castlingRook(us, c|0x20)
		if !ok || !p.g.castles {
			return fmt.Errorf("%q: %c is not a right to castle here: write KQkq for kings and rooks that have not moved, or -", words.Clip(text), c)
		}
		if p.rights&bit(sq) != 0 {
			return fmt.Errorf("%q names one rook twice: write each right to castle once", words.Clip(text))
		}
		p.rights |= bit(sq)
		p.hash ^= p.g.castling[sq]
	}
	for _, us := range []oxo.Side{oxo.First, oxo.Second} {
		own, k := p.rights&p.sides[us], p.king(us)
		if left, right := own&(bit(k)-1), own&^(bit(k)-1); left&(left-1)|right&(right-1) != 0 {
			return fmt.Errorf("%q has two rooks on one side of the king: want one", words.Clip(text))
		}
	}
	return nil
}

// castlingRook finds the rook of a right, on the king's row.
func (p *position) castlingRook(us oxo.Side, letter byte) (sq int, ok bool) {
	k := p.king(us)
	rooks := p.kinds[rook] & p.sides[us] & p.g.home[us]
	if p.g.home[us]>>k&1 == 0 || !p.g.any && k%side != 4 {
		return 0, false
	}
	left, right := rooks&(bit(k)-1), rooks&^(bit(k)-1)
	switch {
	case letter == 'k' && right != 0:
		sq = 63 - bits.LeadingZeros64(right)
	case letter == 'q' && left != 0:
		sq = bits.TrailingZeros64(left)
	case p.g.any && letter >= 'a' && letter <= 'h' && rooks>>(k&^7|int(letter-'a'))&1 != 0:
		sq = k&^7 | int(letter-'a')
	default:
		return 0, false
	}
	return sq, p.g.any || sq%side == 0 || sq%side == side-1
}

// readPassant reads the square passed by a pawn in a double step. It is kept only if the pawn
// can be taken.
func (p *position) readPassant(text string) error {
	if text == "-" {
		return nil
	}
	wrong := fmt.Errorf("%q is not a square en passant: want the square that a pawn of %s has just passed, or -", words.Clip(text), p.g.sideName(p.turn^1))
	if len(text) != 2 || !p.g.castles || !strings.Contains("abcdefgh", text[:1]) || text[1] != "63"[p.turn&1] {
		return wrong
	}
	sq := int(text[0]-'a') + side*int(text[1]-'1')
	stepped, from := sq^side, sq+side-2*side*int(p.turn) // where the pawn is, and where it was
	if p.square[stepped] != pawn|uint8(p.turn^1)*blackMan || p.square[sq] != none || p.square[from] != none {
		return wrong
	}
	p.step(p.turn^1, sq)
	return nil
}
