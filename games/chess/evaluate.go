package chess

import (
	"math/bits"

	"oxo"
)

// tempo is the value of being to move, in centipawns.
const tempo = 14

// full is the phase with all pieces on the board: a knight or bishop counts 1, a rook 2, a
// queen 4.
const full = 24

// Evaluate returns an estimate in centipawns for the side to move: the values of men on their
// squares, mobility, pawns and kings. Each has a middlegame and an endgame value, blended by
// the pieces left. The sum is scaled down in drawish endings.
func (p *position) Evaluate() oxo.Score {
	t := tally{weights: p.g.weights, sum: p.worth}
	p.assess(&t)
	value := p.blend(t.sum)
	value = value * p.chances(value) / certain
	if p.turn == oxo.Second {
		value = -value
	}
	return oxo.Score(value + tempo)
}

// blend weighs the middlegame and the endgame value by the pieces left.
func (p *position) blend(t tapered) int {
	phase := p.phase()
	return (t.middle()*phase + t.end()*(full-phase)) / full
}

func (p *position) phase() int {
	return min(full, bits.OnesCount64(p.kinds[knight]|p.kinds[bishop])+2*bits.OnesCount64(p.kinds[rook])+4*bits.OnesCount64(p.kinds[queen]))
}

// certain is the full weight, in 64ths, of an advantage that can be won.
const certain = 64

// chances returns how much of an advantage counts, in 64ths: little if the better side has no
// pawn and is at most a minor piece ahead, half if there are only bishops, on squares of
// different colours.
func (p *position) chances(value int) int {
	better := oxo.First
	if value < 0 {
		better = oxo.Second
	}
	own, opp := p.sides[better], p.sides[better^1]
	if p.kinds[pawn]&own == 0 {
		if more := p.pieces(own) - p.pieces(opp); more < 400 {
			return 6
		} else if p.kinds[pawn]&opp == 0 && p.kinds[rook]|p.kinds[queen]|p.kinds[bishop] == 0 {
			return 1 // two knights
		}
		return certain
	}
	const light = 0x55aa55aa55aa55aa
	if b := p.kinds[bishop]; p.kinds[knight]|p.kinds[rook]|p.kinds[queen] == 0 &&
		bits.OnesCount64(b&own) == 1 && bits.OnesCount64(b&opp) == 1 && bits.OnesCount64(b&light) == 1 {
		return certain / 2
	}
	return certain
}

// pieces returns a rough sum of the values of pieces, in centipawns.
func (p *position) pieces(men uint64) int {
	return 320*bits.OnesCount64((p.kinds[knight]|p.kinds[bishop])&men) + 500*bits.OnesCount64(p.kinds[rook]&men) + 950*bits.OnesCount64(p.kinds[queen]&men)
}

// tally adds up weights, white's minus black's.
type tally struct {
	weights *weights
	sum     tapered
	counts  *[weightsCount]int // records the counts, if not nil
	sign    int
}

func (t *tally) add(what, n int) {
	t.sum += t.weights[what] * tapered(n*t.sign)
	if t.counts != nil {
		t.counts[what] += n * t.sign
	}
}

// half holds the facts that the evaluation has computed about one side.
type half struct {
	side             oxo.Side
	own, opp         uint64
	pawns, oppPawns  uint64
	attacks, oppHits uint64 // of this side's pawns and the other side's
	king, oppKing    int
	ring             uint64 // around the other side's king
	all              uint64 // squares attacked by any man
	minor, rook      uint64 // squares attacked by knights and bishops, by rooks
	guarded          uint64 // squares attacked by any man except the king
	units            int    // strength of the attack on the other side's king
	attackers        int
}

// assess counts everything except the men on their squares.
func (p *position) assess(t *tally) {
	var h [2]half
	for s := range oxo.Side(2) {
		h[s] = p.half(s)
	}
	for s := range oxo.Side(2) {
		t.sign = 1 - 2*int(s)
		p.assessPieces(t, &h[s])
		p.assessPawns(t, &h[s])
		p.assessShield(t, &h[s])
	}
	for s := range oxo.Side(2) {
		t.sign = 1 - 2*int(s)
		p.assessThreats(t, &h[s], &h[s^1])
	}
}

const (
	fileA uint64 = 0x0101010101010101
	fileH        = fileA << 7
)

// hits returns the squares that pawns attack.
func hits(s oxo.Side, pawns uint64) uint64 {
	if s == oxo.First {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

func (p *position) half(s oxo.Side) half {
	own, opp := p.sides[s], p.sides[s^1]
	h := half{side: s, own: own, opp: opp, pawns: p.kinds[pawn] & own, oppPawns: p.kinds[pawn] & opp, king: p.king(s), oppKing: p.king(s ^ 1)}
	h.attacks, h.oppHits = hits(s, h.pawns), hits(s^1, h.oppPawns)
	h.ring = p.g.kings[h.oppKing&63] | bit(h.oppKing)
	h.guarded = h.attacks
	return h
}

// attackUnits returns how much a piece counts for attacking squares around the king.
func attackUnits(kind int) int { return int(0x5_3_2_2_0_0 >> (4 * kind) & 15) }

// assessPieces counts the mobility of pieces, their attacks on the king, and their positions.
func (p *position) assessPieces(t *tally, h *half) {
	occupied := p.sides[0] | p.sides[1] | p.g.wall
	area := p.g.board &^ (h.oppHits | h.pawns | bit(h.king))
	for men := h.own & (p.kinds[knight] | p.kinds[bishop] | p.kinds[rook] | p.kinds[queen]); men != 0; men &= men - 1 {
		sq := bits.TrailingZeros64(men) & 63
		var at uint64
		kind, table := int(p.square[sq]&7), knightMoves
		switch kind {
		case knight:
			at = p.g.knights[sq]
		case bishop: // slides through queens
			at, table = p.g.bishops[sq].at(occupied&^(p.kinds[queen]&h.own)), bishopMoves
		case rook: // slides through queens and rooks
			at, table = p.g.rooks[sq].at(occupied&^((p.kinds[queen]|p.kinds[rook])&h.own)), rookMoves
			p.assessRook(t, h, sq)
		case queen:
			at, table = p.g.rooks[sq].at(occupied)|p.g.bishops[sq].at(occupied), queenMoves
		}
		at &= p.g.board
		h.guarded |= at
		if kind <= bishop {
			h.minor |= at
		} else if kind == rook {
			h.rook |= at
		}
		t.add(table+bits.OnesCount64(at&area), 1)
		if near := at & h.ring; near != 0 {
			h.attackers++
			h.units += attackUnits(kind) + bits.OnesCount64(near)
		}
	}
	h.all = h.guarded | p.g.kings[h.king&63]
	if bishops := p.kinds[bishop] & h.own; bishops&(bishops-1) != 0 {
		t.add(bishopPair, 1)
	}
	strong := (p.kinds[knight] | p.kinds[bishop]) & h.own & h.attacks &^ ahead(h.side^1, h.oppHits)
	if far := strong & p.g.far[h.side]; far != 0 {
		t.add(outpost, bits.OnesCount64(far))
	}
}

// assessRook counts a rook on a file without pawns.
func (p *position) assessRook(t *tally, h *half, sq int) {
	switch file := fileA << (sq & 7); {
	case file&(h.pawns|h.oppPawns) == 0:
		t.add(openFile, 1)
	case file&h.pawns == 0:
		t.add(halfOpen, 1)
	}
}

// ahead returns squares and all squares in front of them, as seen by a side.
func ahead(s oxo.Side, x uint64) uint64 {
	if s == oxo.First {
		x |= x << 8
		x |= x << 16
		return x | x<<32
	}
	x |= x >> 8
	x |= x >> 16
	return x | x>>32
}

func forward(s oxo.Side, x uint64) uint64 {
	if s == oxo.First {
		return x << 8
	}
	return x >> 8
}

func sideways(x uint64) uint64 { return x&^fileA>>1 | x&^fileH<<1 }
