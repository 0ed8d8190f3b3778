package chess

import (
	"math/bits"

	"oxo"
)

// tempo is what the move is worth, in centipawns.
const tempo = 14

// full is the phase of a game with all its pieces: a knight or bishop counts 1, a
// rook 2, a queen 4.
const full = 24

// Evaluate returns an estimate in centipawns for the side to move: what the men are
// worth on their squares, the moves they have, pawns and kings, weighed between
// middlegame and endgame by the pieces left, and less where such endings are drawn.
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

// blend weighs the two values by the pieces on the board.
func (p *position) blend(t tapered) int {
	phase := p.phase()
	return (t.middle()*phase + t.end()*(full-phase)) / full
}

func (p *position) phase() int {
	return min(full, bits.OnesCount64(p.kinds[knight]|p.kinds[bishop])+2*bits.OnesCount64(p.kinds[rook])+4*bits.OnesCount64(p.kinds[queen]))
}

// certain is the chance, in 64ths, of an advantage that can be made a win of.
const certain = 64

// chances returns how much of an advantage counts, in 64ths: little where the better
// side has no pawn and at most a minor piece more, half with bishops on squares of
// different colours and nothing else.
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

// pieces adds up pieces roughly, in centipawns.
func (p *position) pieces(men uint64) int {
	return 320*bits.OnesCount64((p.kinds[knight]|p.kinds[bishop])&men) + 500*bits.OnesCount64(p.kinds[rook]&men) + 950*bits.OnesCount64(p.kinds[queen]&men)
}

// tally adds up weights for white, less those for black.
type tally struct {
	weights *weights
	sum     tapered
	counts  *[weightsCount]int // where it is to say what was counted
	sign    int
}

func (t *tally) add(what, n int) {
	t.sum += t.weights[what] * tapered(n*t.sign)
	if t.counts != nil {
		t.counts[what] += n * t.sign
	}
}

// half is what the evaluation knows of one side.
type half struct {
	side             oxo.Side
	own, opp         uint64
	pawns, oppPawns  uint64
	attacks, oppHits uint64 // of the pawns of each
	king, oppKing    int
	ring             uint64 // around the other king
	all              uint64 // squares attacked by anything
	minor, rook      uint64 // squares attacked by knights and bishops, by rooks
	guarded          uint64 // squares attacked by anything but the king
	units            int    // attack on the other king
	attackers        int
}

// assess counts everything but the men on their squares.
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

// attackUnits is how much a piece that attacks squares around a king counts.
func attackUnits(kind int) int { return int(0x5_3_2_2_0_0 >> (4 * kind) & 15) }

// assessPieces counts the moves of pieces, their attack on the king, and their
// places.
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
		case bishop: // sees through queens
			at, table = p.g.bishops[sq].at(occupied&^(p.kinds[queen]&h.own)), bishopMoves
		case rook: // sees through queens and rooks
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

// assessRook counts files without pawns.
func (p *position) assessRook(t *tally, h *half, sq int) {
	switch file := fileA << (sq & 7); {
	case file&(h.pawns|h.oppPawns) == 0:
		t.add(openFile, 1)
	case file&h.pawns == 0:
		t.add(halfOpen, 1)
	}
}

// ahead returns squares and all before them, as a side goes.
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

func beside(x uint64) uint64 { return x&^fileA>>1 | x&^fileH<<1 }
