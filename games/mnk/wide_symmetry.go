package mnk

import (
	"cmp"
	"slices"

	"oxo"
)

// torusImages finds the canonical image of a position on a torus. A board of 20x20 has 3200
// symmetries. Trying them all took longer than searching the position, and a second at the
// first move, which compares 400 positions. So each stone gets a number that no symmetry
// changes, and only those symmetries are tried that take a stone of the rarest number to the
// first square: eight, if no two stones share that number.
type torusImages struct {
	columns, rows int
	kinds         int // mirrors and turns; the symmetries have each of them followed by every translation
	// weights[side][across*rows+down] is a random number for a stone at that distance
	// from another one. Distances that a symmetry maps onto each other have the same
	// number.
	weights [2][]uint64
}

// newTorusImages returns nil if the board is not a torus, or if its symmetries are not numbered
// by translation and kind.
func newTorusImages(r rules, symmetries int) *torusImages {
	t := &torusImages{columns: r.Columns, rows: r.Rows, kinds: len(pointSymmetries(r))}
	if !r.Torus || symmetries != r.Columns*r.Rows*t.kinds {
		return nil
	}
	for side := range t.weights {
		for across := range r.Columns {
			for down := range r.Rows {
				a, b := uint64(min(across, r.Columns-across)), uint64(min(down, r.Rows-down))
				if r.Columns == r.Rows {
					a, b = min(a, b), max(a, b)
				}
				t.weights[side] = append(t.weights[side], oxo.Key{Hi: uint64(side + 1), Lo: a<<32 | b + 1}.Hash())
			}
		}
	}
	return t
}

// placed is a stone with a number that no symmetry changes.
type placed struct {
	x, y, side int
	number     uint64
}

// anchors numbers the stones, and returns the stones with the rarest number.
func (t *torusImages) anchors(stones []placed) []placed {
	for i := range stones {
		a := &stones[i]
		a.number = uint64(a.side)
		for j := range stones {
			b := &stones[j]
			across, down := a.x-b.x, a.y-b.y
			if across < 0 {
				across += t.columns
			}
			if down < 0 {
				down += t.rows
			}
			a.number += t.weights[b.side][across*t.rows+down]
		}
	}
	slices.SortFunc(stones, func(a, b placed) int { return cmp.Compare(a.number, b.number) })
	var rarest []placed
	for rest := stones; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].number == rest[0].number {
			n++
		}
		if rarest == nil || n < len(rarest) {
			rarest = rest[:n]
		}
		rest = rest[n:]
	}
	return rarest
}

// image returns the least hash among the images that take an anchor to the first square, and
// the symmetry that makes it.
func (p *wide) image(t *torusImages, stones []placed) (best uint64, symmetry int) {
	found := false
	for _, a := range t.anchors(stones) {
		from := a.y*t.columns + a.x
		for kind := range t.kinds {
			to := int(p.g.symmetries[kind][from]) // without a translation
			dx, dy := (t.columns-to%t.columns)%t.columns, (t.rows-to/t.columns)%t.rows
			s := (dy*t.columns+dx)*t.kinds + kind
			if h := p.hashOf(s, stones); !found || h < best {
				best, symmetry, found = h, s, true
			}
		}
	}
	return best, symmetry
}

// hashOf returns the hash of an image.
func (p *wide) hashOf(symmetry int, stones []placed) (h uint64) {
	squares := p.g.symmetries[symmetry]
	for i := range stones {
		at := &stones[i]
		h ^= p.t.zobrist[at.side][squares[at.y*p.g.rules.Columns+at.x]]
	}
	return h
}

// stones lists the stones, in memory of the position.
func (p *wide) stones() []placed {
	p.listed = p.listed[:0]
	columns := p.g.rules.Columns
	for sq, side := range p.cells {
		if side != none {
			p.listed = append(p.listed, placed{x: sq % columns, y: sq / columns, side: int(side)})
		}
	}
	return p.listed
}

// Canonical returns the least hash over all symmetries, on a torus over the symmetries of
// [torusImages].
func (p *wide) Canonical() (oxo.Key, int) {
	if p.ply == 0 {
		return oxo.Key{Lo: p.hash}, 0
	}
	stones := p.stones()
	if t := p.t.images; t != nil {
		best, symmetry := p.image(t, stones)
		return oxo.Key{Lo: best}, symmetry
	}
	best, symmetry := p.hash, 0
	for s := 1; s < len(p.g.symmetries); s++ {
		if h := p.hashOf(s, stones); h < best {
			best, symmetry = h, s
		}
	}
	return oxo.Key{Lo: best}, symmetry
}
