package rbg

import (
	"oxo"
	"oxo/game/rules"
	"oxo/game/rules/digits"
)

// Symmetries implements [oxo.Symmetric].
func (p *position) Symmetries() int { return max(1, len(p.g.symmetries)) }

// Canonical implements [oxo.Symmetric]: it returns the least key of the images.
func (p *position) Canonical() (oxo.Key, int) {
	rest := p.g.packing.rest(p, p.hub, p.at)
	least, by := digits.Sum(p.board, rest), 0
	for i := range p.images {
		s := &p.g.symmetries[i+1]
		hub, at := s.spot(p.g.program, p.hub, p.at, p.over)
		here := rest
		if hub != p.hub || at != p.at {
			here = p.g.packing.rest(p, hub, at)
		}
		if k := digits.Sum(p.images[i], here); k.Hi < least.Hi || k.Hi == least.Hi && k.Lo < least.Lo {
			least, by = k, i+1
		}
	}
	if p.g.packing.bits == 0 {
		least = oxo.Key{Lo: least.Hash()}
	}
	return least, by
}

// spot returns the place in the rules and on the board that becomes of another.
func (s *symmetry) spot(p *program, hub int32, at uint16, over bool) (int32, uint16) {
	if !over && !p.hubs[hub].free {
		at = uint16(s.squares[at])
	}
	return s.hubs[hub], at
}

// MapMove implements [oxo.Symmetric].
func (p *position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if m == rules.Pass || symmetry == 0 {
		return m
	}
	n, s := p.g.numbering, &p.g.symmetries[symmetry]
	r, items := n.items(m)
	hub, at := s.spot(p.g.program, r.hub, r.at, false)
	for i, it := range items {
		items[i] = item{s.ops[it.op], uint16(s.squares[it.square])}
	}
	return n.number(n.root(p.g.program, hub, at), items)
}

// UnmapMove implements [oxo.Symmetric].
func (p *position) UnmapMove(m oxo.Move, symmetry int) oxo.Move {
	if symmetry == 0 {
		return m
	}
	return p.MapMove(m, p.g.symmetries[symmetry].back)
}

// weigh changes the keys of the images: another piece is on a square.
func (p *position) weigh(square uint16, before, after uint8) {
	at := int(square) * p.g.packing.pieces
	for i := range p.images {
		w := p.g.symmetries[i+1].weights
		p.images[i] = digits.Sum(digits.Difference(p.images[i], w[at+int(before)]), w[at+int(after)])
	}
}

// imagine computes the keys of the images.
func (p *position) imagine() {
	p.images = p.images[:0]
	for i := range p.g.symmetries {
		if i == 0 {
			continue
		}
		var k oxo.Key
		for v, piece := range p.state.board {
			k = digits.Sum(k, p.g.symmetries[i].weights[v*p.g.packing.pieces+int(piece)])
		}
		p.images = append(p.images, k)
	}
}
