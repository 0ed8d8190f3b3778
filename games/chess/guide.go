package chess

import (
	"oxo"
)

// guide knows which moves give check, for proofs of mates: only a check can mate, so after any
// other move a win is at least three plies away. A selective search does not need it.
type guide struct {
	p     *position
	moves []oxo.Move
}

// Guide implements [oxo.Guided].
func (p *position) Guide() oxo.Guide { return &guide{p: p} }

// The order of moves, in sixteenths of a winning threat.
const (
	orderCheck   = 16
	orderVictim  = 2 // for each step of the victim above a pawn
	orderPromote = 10
)

// Expand implements [oxo.Guide]. If a move mates at once, the value is known and that move is
// the only child.
func (g *guide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := g.p
	if g.moves = p.Moves(g.moves[:0]); len(g.moves) == 0 {
		return buf, oxo.Exactly(oxo.Final(p))
	}
	begin := len(buf)
	for _, m := range g.moves {
		c := oxo.Child{Move: m, Order: int32(victim(m)) * orderVictim}
		if promotion(m) == queen {
			c.Order += orderPromote
		}
		p.Make(m)
		if check := p.Threatened(); !check {
			c.Bounds = oxo.Between(-oxo.Infinity, oxo.Win(3))
		} else if c.Order += orderCheck; !p.movable() {
			p.Unmake(m)
			return append(buf[:begin], oxo.Child{Move: m, Bounds: oxo.Exactly(oxo.Win(1))}), oxo.Exactly(oxo.Win(1))
		}
		p.Unmake(m)
		buf = append(buf, c)
	}
	return buf, oxo.Bounds{}
}
