package chess

import (
	"math/bits"

	"oxo"
)

// The parameters of the evaluation on 8x8 squares, for a program that tunes them: first the
// value of a man of each kind on each square, mirrored to the left half of the board, then the
// other weights.
const (
	halfBoard   = 32
	placesCount = (kinds - 1) * halfBoard
	// ParametersCount is the number of parameters. Each has a value for the middlegame and one
	// for the endgame.
	ParametersCount = placesCount + int(weightsCount)
)

// placeOf returns the parameter of a man on a square.
func placeOf(kind int, s oxo.Side, sq int) int {
	if s == oxo.Second {
		sq ^= 7 * side
	}
	return (kind-1)*halfBoard + sq>>3*4 + min(sq&7, 7-sq&7)
}

// Parameters returns the values of the parameters in centipawns, with and without tuning.
func Parameters() (now, before [ParametersCount][2]int) {
	t := newTables(side, side, true)
	corrections := tuned()
	for kind := pawn; kind < kinds; kind++ {
		for sq := range 64 {
			v := t.worth[oxo.First][kind][sq]
			now[placeOf(kind, oxo.First, sq)] = [2]int{v.middle(), v.end()}
		}
	}
	for i, v := range t.weights {
		now[placesCount+i] = [2]int{v.middle(), v.end()}
	}
	for i, v := range now {
		before[i] = [2]int{v[0] - int(corrections[i][0]), v[1] - int(corrections[i][1])}
	}
	return now, before
}

// Assessment holds the counts of the evaluation for a position, white minus black.
type Assessment struct {
	Counts [ParametersCount]int
	// Middle is the weight of the middlegame values, 0 to 1. Chances is the part of the sum
	// that counts. ToMove is added for the side to move, in centipawns.
	Middle, Chances, ToMove float64
}

// Assess returns what [oxo.Evaluator] adds up for a position of chess on 8x8 squares.
func Assess(p oxo.Position) *Assessment {
	b := p.(*position)
	var counts [weightsCount]int
	t := tally{weights: b.g.weights, counts: &counts, sum: b.worth}
	b.assess(&t)
	a := &Assessment{Middle: float64(b.phase()) / full, Chances: float64(b.chances(b.blend(t.sum))) / certain, ToMove: tempo}
	if b.turn == oxo.Second {
		a.ToMove = -tempo
	}
	copy(a.Counts[placesCount:], counts[:])
	for men := b.sides[0] | b.sides[1]; men != 0; men &= men - 1 {
		sq := bits.TrailingZeros64(men)
		s := oxo.Side(b.square[sq] >> 3)
		a.Counts[placeOf(int(b.square[sq]&7), s, sq)] += 1 - 2*int(s)
	}
	return a
}
