package othello

import (
	"math/bits"

	"oxo"
)

// Guide returns what the game knows of this position.
func (p *position) Guide() oxo.Guide { return guide{p} }

// guide orders moves: corners first, then those that leave the other side few
// replies.
type guide struct{ p *position }

// Expand lists the moves. Nobody can win by more discs than there are squares.
func (gd guide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p, g := gd.p, gd.p.g
	own, opp := p.sides()
	squares := g.legal(own, opp)
	if squares == 0 && g.legal(opp, own) == 0 {
		return buf, oxo.Exactly(oxo.By(p.Margin()))
	}
	most := bits.OnesCount64(g.all)
	b := oxo.Between(oxo.By(-most), oxo.By(most))
	if b.Decide(alpha, beta) {
		return buf, b
	}
	if squares == 0 {
		return append(buf, oxo.Child{Move: pass}), b
	}
	for ; squares != 0; squares &= squares - 1 {
		square := squares & -squares
		turned := g.turns(own, opp, bits.TrailingZeros64(square))
		replies := g.legal(opp&^turned, own|turned|square)
		order := -16 * int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&g.corners))
		if square&g.corners != 0 {
			order += 64
		}
		buf = append(buf, oxo.Child{Move: oxo.Move(bits.TrailingZeros64(squares)), Order: order})
	}
	return buf, b
}

// What the estimate counts, besides one for each disc.
const (
	cornerWorth = 100
	moveWorth   = 10
)

// Evaluate compares corners and moves, and discs a little.
func (p *position) Evaluate() oxo.Score {
	own, opp := p.sides()
	count := func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) }
	g := p.g
	return oxo.Score(cornerWorth*count(own&g.corners, opp&g.corners) + moveWorth*count(g.legal(own, opp), g.legal(opp, own)) + count(own, opp))
}
