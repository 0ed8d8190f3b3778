package checkers

import (
	"math/bits"

	"oxo"
)

// guide orders moves, and knows what a single move can decide.
type guide struct {
	p     *position
	moves []oxo.Move
}

// Guide returns the knowledge about this position.
func (p *position) Guide() oxo.Guide { return &guide{p: p} }

// bounds returns the bounds of an ongoing game: a side loses by having no move on its turn, so
// a loss takes at least two plies, and a win at least one.
func (p *position) bounds() oxo.Bounds { return oxo.Between(oxo.Loss(2), oxo.Win(1)) }

// The weights of the move order, in sixteenths of a winning threat.
const (
	takenOrder   = 32
	crownOrder   = 48
	exposedOrder = -40
	opensOrder   = -24 // it opens another jump for the other side
	guardOrder   = -6  // it leaves the home row
)

// Expand lists the moves. A jump is obligatory, so they are all jumps or all steps.
func (gd *guide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := gd.p
	gd.moves = p.Moves(gd.moves[:0])
	if len(gd.moves) == 0 {
		return buf, oxo.Exactly(oxo.Final(p))
	}
	b := p.bounds()
	if b.Decide(alpha, beta) {
		return buf, b
	}
	for i, m := range gd.moves {
		buf = append(buf, oxo.Child{Move: m, Bounds: b, Order: p.order(m) - int32(i&7)})
	}
	return buf, b
}

// order puts captures of many men and of kings first, then steps that make a king or lose
// nothing, and last the steps that let the other side jump.
func (p *position) order(m oxo.Move) (order int32) {
	from, _ := fromAndTo(m)
	if captures(m) {
		taken := p.taken(m)
		order += takenOrder*int32(bits.OnesCount64(taken)) + takenOrder/2*int32(bits.OnesCount64(taken&p.kings))
	}
	if p.crowns(m) {
		order += crownOrder
	}
	if p.kings>>from&1 == 0 && p.g.last[p.turn.Opponent()&1]>>from&1 != 0 {
		order += guardOrder
	}
	return order + p.danger(m)
}

// danger returns the penalty for what the other side can jump after a move.
func (p *position) danger(m oxo.Move) (order int32) {
	_, to := fromAndTo(m)
	p.Make(m)
	if p.canJump() {
		order = opensOrder
		if p.attacked(to) {
			order = exposedOrder
		}
	}
	p.Unmake(m)
	return order
}
