package chess

import (
	"math/bits"

	"oxo"
)

// pawnMoves appends captures, and stores promotions and steps in position.calm.
func (p *position) pawnMoves(buf []oxo.Move, w *work) []oxo.Move {
	us := p.turn & 1
	men := p.kinds[pawn] & w.own
	// No pawn is on the first or last row, so no shift wraps around the board.
	step, left, right := side, side-1, side+1
	if us == oxo.Second {
		step, left, right = -side, -side-1, -side+1
	}
	last := p.g.last[us]
	buf = p.pawnHits(buf, w, bits.RotateLeft64(men&^fileA, left)&w.opp&w.target, left, last)
	buf = p.pawnHits(buf, w, bits.RotateLeft64(men&^fileH, right)&w.opp&w.target, right, last)
	if p.passant != 0 {
		to := int(p.passant)
		for from := p.g.pawns[us^1][to&63] & men; from != 0; from &= from - 1 {
			if sq := bits.TrailingZeros64(from); p.mayTake(us, sq, to) {
				buf = append(buf, newMove(pawn, sq, to)|pawn<<victimShift|enPassant)
			}
		}
	}
	ones := bits.RotateLeft64(men, step) &^ w.occupied
	p.promotions(w, ones&last&w.target, step)
	if w.all {
		twos := bits.RotateLeft64(ones&p.g.third[us], step) &^ w.occupied & w.target
		p.steps(w, ones&^last&w.target, step, 0)
		p.steps(w, twos, 2*step, doubleStep)
	}
	return buf
}

// leaves reports whether a pinned man would leave its line.
func (p *position) leaves(w *work, from, to int) bool {
	return w.pins>>(from&63)&1 != 0 && p.g.line[w.king&63][from&63]>>(to&63)&1 == 0
}

// pawnHits appends the pawn captures to targets by one distance.
func (p *position) pawnHits(buf []oxo.Move, w *work, targets uint64, distance int, last uint64) []oxo.Move {
	for ; targets != 0; targets &= targets - 1 {
		to := bits.TrailingZeros64(targets)
		from := to - distance
		if p.leaves(w, from, to) {
			continue
		}
		m := newMove(pawn, from, to) | oxo.Move(p.square[to&63]&7)<<victimShift
		if last>>to&1 == 0 {
			buf = append(buf, m)
			continue
		}
		for _, kind := range p.g.promotions {
			buf = append(buf, m|oxo.Move(kind)<<promotionShift)
		}
	}
	return buf
}

// promotions stores promotions without a capture in position.calm; if not all moves are wanted,
// only to queens.
func (p *position) promotions(w *work, targets uint64, step int) {
	list := p.g.promotions
	if !w.all {
		list = list[:1]
	}
	for ; targets != 0; targets &= targets - 1 {
		to := bits.TrailingZeros64(targets)
		if p.leaves(w, to-step, to) {
			continue
		}
		for _, kind := range list {
			p.calm[w.calm&255] = newMove(pawn, to-step, to) | oxo.Move(kind)<<promotionShift
			w.calm++
		}
	}
}

func (p *position) steps(w *work, targets uint64, distance int, flag oxo.Move) {
	n := w.calm
	for ; targets != 0; targets &= targets - 1 {
		to := bits.TrailingZeros64(targets)
		if from := to - distance; !p.leaves(w, from, to) {
			p.calm[n&255] = newMove(pawn, from, to) | flag
			n++
		}
	}
	w.calm = n
}
