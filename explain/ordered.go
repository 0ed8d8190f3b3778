package explain

import (
	"cmp"
	"slices"

	"oxo"
)

// ordered is a position whose moves come in its guide's order, but which has no guide
// itself. It shows what good order alone is worth.
type ordered struct {
	oxo.Position
	guide    oxo.Guide
	children []oxo.Child
}

// orderedKeyed and orderedSymmetric are ordered positions that keep their keys.
type orderedKeyed struct {
	ordered
	keyed oxo.Keyed
}

type orderedSymmetric struct {
	orderedKeyed
	symmetric oxo.Symmetric
}

func newOrdered(p oxo.Position) oxo.Position {
	guided, ok := p.(oxo.Guided)
	if !ok {
		return p // the game itself lists its likeliest moves first
	}
	o := ordered{Position: p, guide: guided.Guide()}
	keyed, ok := p.(oxo.Keyed)
	if !ok {
		return &o
	}
	k := orderedKeyed{o, keyed}
	if s, ok := p.(oxo.Symmetric); ok {
		return &orderedSymmetric{k, s}
	}
	return &k
}

// Moves lists the guide's moves, best first, then the legal moves that the guide left
// out.
func (o *ordered) Moves(buf []oxo.Move) []oxo.Move {
	start := len(buf)
	all := o.Position.Moves(nil)
	if len(all) == 0 {
		return buf
	}
	o.children, _ = o.guide.Expand(-oxo.Infinity, oxo.Infinity, o.children[:0])
	slices.SortStableFunc(o.children, func(a, b oxo.Child) int {
		return cmp.Or(cmp.Compare(b.Lo(), a.Lo()), cmp.Compare(b.Order, a.Order))
	})
	for _, c := range o.children {
		buf = append(buf, c.Move)
	}
	for _, m := range all {
		if !slices.Contains(buf[start:], m) {
			buf = append(buf, m)
		}
	}
	return buf
}

func (o *orderedKeyed) Key() oxo.Key { return o.keyed.Key() }
func (o *orderedKeyed) KeyBits() int { return o.keyed.KeyBits() }

func (o *orderedSymmetric) Symmetries() int { return o.symmetric.Symmetries() }

func (o *orderedSymmetric) Canonical() (oxo.Key, int) { return o.symmetric.Canonical() }

func (o *orderedSymmetric) MapMove(m oxo.Move, symmetry int) oxo.Move {
	return o.symmetric.MapMove(m, symmetry)
}

func (o *orderedSymmetric) UnmapMove(m oxo.Move, symmetry int) oxo.Move {
	return o.symmetric.UnmapMove(m, symmetry)
}
