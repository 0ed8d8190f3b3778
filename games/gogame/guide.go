package gogame

import (
	"math/bits"

	"oxo"
)

// guide knows which points are certain, if the board fits into a word, and the value of
// passing.
type guide struct {
	p      *position
	safety safety
	priors []float32
	moves  []oxo.Move
}

// Guide returns the knowledge about this position.
func (p *position) Guide() oxo.Guide {
	p.guide.safety.g = p.g
	return &p.guide
}

// Expand lists all moves: even a move that loses points may be better than a pass, which lets
// the other side end the game.
func (gd *guide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := gd.p
	if p.passes >= lastPass {
		return buf, oxo.Exactly(oxo.By(p.Margin()))
	}
	b := gd.bounds()
	if b.Decide(alpha, beta) {
		return buf, b
	}
	gd.moves = p.Moves(gd.moves[:0])
	gd.priors = p.weigh(gd.priors[:0], p.nextTo) // with ladders the solver visited more positions
	for i, m := range gd.moves {
		buf = append(buf, oxo.Child{Move: m, Order: gd.order(i)})
	}
	return buf, b
}

// order converts the weight of a move to its Order.
func (gd *guide) order(i int) int32 {
	if gd.moves[i] == pass && gd.p.passes > 0 && gd.p.Margin() > 0 {
		return maxOrder // it wins at once
	}
	return int32(orderOfWeight*gd.priors[i]) - int32(i)
}

const (
	maxOrder      = 1 << 12
	orderOfWeight = 16
)

// bounds combines the certain points of each side and, after a pass, the result if this side
// passes too.
func (gd *guide) bounds() oxo.Bounds {
	p, g := gd.p, gd.p.g
	least, most := [2]int{0, g.points}, [2]int{g.points, 0} // points of each side, at worst and at best
	if g.points <= wordPoints {
		own, opp := p.bits[p.turn], p.bits[p.turn.Opponent()]
		if n := bits.OnesCount64(gd.safety.certain(own, opp)); n > 0 {
			least = [2]int{n, g.points - n}
		}
		if n := bits.OnesCount64(gd.safety.certain(opp, own)); n > 0 {
			most = [2]int{g.points - n, n}
		}
	}
	lo, hi := g.marginFor(least, p.turn), g.marginFor(most, p.turn)
	if p.passes > 0 { // this side may end the game before stones in certain regions are taken
		now := p.Margin()
		lo, hi = max(lo, now), max(hi, now)
	}
	return oxo.Between(oxo.By(lo), oxo.By(hi))
}

// marginFor returns the margin of a side, given both sides' points.
func (g *game) marginFor(points [2]int, side oxo.Side) int {
	if side == oxo.Second {
		points[0], points[1] = points[1], points[0]
	}
	return g.margin(points, side)
}
