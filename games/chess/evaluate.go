package chess

import (
	"math/bits"

	"oxo"
)

// tempo is what the move is worth, in centipawns.
const tempo = 12

// full is the phase of a game with all its pieces: a knight or bishop counts 1, a
// rook 2, a queen 4.
const full = 24

// Evaluate returns an estimate in centipawns for the side to move: what the men are
// worth on their squares, weighed between middlegame and endgame by the pieces left.
func (p *position) Evaluate() oxo.Score {
	value := p.blend(p.worth)
	if p.turn == oxo.Second {
		value = -value
	}
	return oxo.Score(value + tempo)
}

// blend weighs the two values by the pieces on the board.
func (p *position) blend(t tapered) int {
	phase := min(full, bits.OnesCount64(p.kinds[knight]|p.kinds[bishop])+2*bits.OnesCount64(p.kinds[rook])+4*bits.OnesCount64(p.kinds[queen]))
	return (t.middle()*phase + t.end()*(full-phase)) / full
}
