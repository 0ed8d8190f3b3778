package twenty48

import "oxo"

// guide orders moves by the estimate of the board after them.
type guide struct {
	p     *position
	moves []oxo.Move
}

// worth returns the estimate of a board for the slider.
func (g *game) worth(board uint64) int32 {
	w, sum := &g.rows.worth, int32(0)
	for _, b := range [...]uint64{board, transpose(board)} {
		sum += w[b&0xffff] + w[b>>16&0xffff] + w[b>>32&0xffff] + w[b>>48]
	}
	return sum
}

// Expand lists the moves; only a finished game has a known value.
func (gd *guide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := gd.p
	if p.Outcome() != oxo.Ongoing {
		return buf, oxo.Exactly(oxo.Final(p))
	}
	gd.moves = p.Moves(gd.moves[:0])
	here := p.g.worth(p.board)
	for _, m := range gd.moves {
		order := (p.g.worth(p.after(m)) - here) / orderUnit
		if p.turn == oxo.Second {
			order = -order
		}
		buf = append(buf, oxo.Child{Move: m, Order: order})
	}
	// The slider can win with the next slide at the earliest, the placer with the tile
	// after it.
	return buf, oxo.Between(oxo.Loss(2), oxo.Win(1))
}

// orderUnit converts differences of worth to the unit of [oxo.Child].
const orderUnit = 8

// Evaluate returns the worth of the board for the side to move.
func (p *position) Evaluate() oxo.Score {
	v := oxo.Score(p.g.worth(p.board))
	if p.turn == oxo.Second {
		v = -v
	}
	return max(min(v, oxo.MaxEstimate), -oxo.MaxEstimate)
}
