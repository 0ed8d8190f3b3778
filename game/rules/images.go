package rules

import (
	"oxo"
	"oxo/game/rules/digits"
)

// This file keeps the keys of a position's images under the symmetries of its game.

// symmetry maps fluents and moves.
type symmetry struct {
	fluents []int32
	moves   []int32   // of role 0, then of role 1
	back    []int32   // the inverse of moves
	digits  []oxo.Key // of each fluent: what its image adds to a key
}

// Symmetries implements [oxo.Symmetric].
func (p *position) Symmetries() int { return len(p.g.symmetries) }

// Canonical implements [oxo.Symmetric]: it returns the least key of the images.
func (p *position) Canonical() (oxo.Key, int) {
	least, by := p.key, 0
	for i, k := range p.images {
		if k.Hi < least.Hi || k.Hi == least.Hi && k.Lo < least.Lo {
			least, by = k, i+1
		}
	}
	k := p.withTurn(least)
	if p.g.packing.bits == 0 {
		k = oxo.Key{Lo: k.Hash()}
	}
	return k, by
}

// MapMove implements [oxo.Symmetric].
func (p *position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if m == Pass || symmetry == 0 {
		return m
	}
	return oxo.Move(p.g.symmetries[symmetry].moves[m])
}

// UnmapMove implements [oxo.Symmetric].
func (p *position) UnmapMove(m oxo.Move, symmetry int) oxo.Move {
	if m == Pass || symmetry == 0 {
		return m
	}
	return oxo.Move(p.g.symmetries[symmetry].back[m])
}

// accountImages adds or removes a fluent in the keys of the images.
func (p *position) accountImages(f int32, is bool) {
	for i := range p.images {
		d := p.g.symmetries[i+1].digits[f]
		if is {
			p.images[i] = digits.Sum(p.images[i], d)
		} else {
			p.images[i] = digits.Difference(p.images[i], d)
		}
	}
}
