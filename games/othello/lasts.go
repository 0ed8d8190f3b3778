package othello

import "math/bits"

// lastTable has the number of discs that turn when the only empty square of a line of eight
// is taken, by that square and by the discs of the side that takes it; all other squares have
// discs of the other side.
type lastTable [8][256]uint8

func newLastTable() *lastTable {
	t := new(lastTable)
	for square := range 8 {
		for own := range 256 {
			if own>>square&1 != 0 {
				continue
			}
			if up := own >> (square + 1); up != 0 {
				t[square][own] += uint8(bits.TrailingZeros(uint(up)))
			}
			if down := own & (1<<square - 1); down != 0 {
				t[square][own] += uint8(square - bits.Len(uint(down)))
			}
		}
	}
	return t
}

// last returns how many discs turn when the side with the discs own takes the last
// empty square.
func (g *game) last(own uint64, square int) int {
	column, row := square&7, square>>3&7
	d, t := &g.diagonals[square&63], &g.lasts
	return int(t[column][uint8(own>>(8*row))]) + int(t[row][columnByte(own, column)]) +
		int(t[column][own&d[0]*0x0101010101010101>>56]) + int(t[column][own&d[1]*0x0101010101010101>>56])
}

// one returns the margin with one empty square, for the side with the discs own. This side
// takes the square if it can, otherwise the other side if it can.
func (g *game) one(own uint64, square int) int {
	margin := 2*bits.OnesCount64(own) - g.squares + 1
	if n := g.last(own, square); n > 0 {
		return margin + 2*n + 1
	}
	if n := g.last(g.all&^own&^(1<<(square&63)), square); n > 0 {
		return margin - 2*n - 1
	}
	return margin
}

// two returns the margin with two empty squares, fail-soft.
func (g *game) two(own, opp uint64, alpha, beta, a, b int) int {
	best := -unknown
	if opp&g.near[a&63] != 0 {
		if t := g.turns(own, opp, a); t != 0 {
			if best = -g.one(opp^t, b); best >= beta {
				return best
			}
		}
	}
	if opp&g.near[b&63] != 0 {
		if t := g.turns(own, opp, b); t != 0 {
			best = max(best, -g.one(opp^t, a))
		}
	}
	if best > -unknown {
		return best
	}
	// A pass.
	best = unknown
	if t := g.turns(opp, own, a); t != 0 {
		if best = g.one(own^t, b); best <= alpha {
			return best
		}
	}
	if t := g.turns(opp, own, b); t != 0 {
		best = min(best, g.one(own^t, a))
	}
	if best < unknown {
		return best
	}
	return bits.OnesCount64(own) - bits.OnesCount64(opp)
}
