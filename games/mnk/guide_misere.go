package mnk

import (
	"math/bits"

	"oxo"
)

// misereGuide is the knowledge about a position where k in a row loses. A side without live
// lines cannot lose any more. A square that completes a line of its own is played only if
// nothing else is left. misere.go has the rest.
type misereGuide struct{ p *word }

// Expand finds the values that are certain without a search, and sorts the other moves:
// squares that bring an own line on least come first.
func (g *misereGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := g.p
	empty := p.t.all &^ (p.stones[0] | p.stones[1])
	// 1. The game is over.
	if p.lined {
		return buf, oxo.Exactly(oxo.Win(0))
	}
	if empty == 0 {
		return buf, oxo.Exactly(oxo.Draw)
	}
	var own, opp lineScan
	mine, theirs := p.stones[p.ply&1], p.stones[1-p.ply&1]
	p.t.scan(mine, theirs, &own, &opp)
	losing, _ := p.t.wins(mine, theirs)
	safe := empty &^ losing // squares that complete no own line
	// 2. Every move loses at once.
	if safe == 0 {
		return decided(buf, first(empty), oxo.Loss(1))
	}
	// 3. Bounds from the lines and symmetries.
	b := p.g.misereBounds(own.sideLines, opp.sideLines, bits.OnesCount64(empty))
	if b.Hi() > oxo.Draw && p.mirrored() {
		b = oxo.Between(b.Lo(), oxo.Draw)
	}
	var mirroring uint64
	if b.Lo() < oxo.Draw {
		if mirroring = p.mirroring(); mirroring != 0 {
			b = oxo.Between(oxo.Draw, b.Hi())
		}
	}
	if b.Decide(alpha, beta) {
		return buf, b
	}
	if alpha >= oxo.Draw { // a draw is not enough
		mirroring = 0
	}
	return p.orderMisere(buf, safe, mirroring, b), b
}

// orderMisere appends the safe squares. A square that mirrors comes first; a square with more
// own lines through it comes later.
func (p *word) orderMisere(buf []oxo.Child, safe, mirroring uint64, b oxo.Bounds) []oxo.Child {
	var weights [wordSquares]int32
	if mirroring != 0 {
		weights[first(mirroring)&63] = 1 << 20
	}
	var live uint64
	mine, theirs := p.stones[p.ply&1], p.stones[1-p.ply&1]
	for i, line := range p.t.lines {
		ownLive := line&theirs == 0 && p.t.mayEnd(i, mine)
		if ownLive {
			for rest := line & safe; rest != 0; rest &= rest - 1 {
				weights[first(rest)&63] -= 1 << bits.OnesCount64(line&mine)
			}
		}
		if ownLive || line&mine == 0 && p.t.mayEnd(i, theirs) {
			live |= line
		}
	}
	live |= p.liveEnds()
	from, dead := len(buf), false
	for _, sq := range p.g.order {
		if safe>>(sq&63)&1 != 0 {
			buf = appendMove(buf, sq, weights[sq&63], oxo.Bounds{}, live>>(sq&63)&1 == 0, &dead)
		}
	}
	boundAll(buf[from:], b)
	return buf
}
