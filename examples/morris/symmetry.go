package morris

import (
	"slices"

	"oxo"
)

// findSymmetries returns the ways to map points onto points that keep all lines, the one that changes nothing first. On two
// squares or more these are the turns, the mirror images, and the swap of the outer square and the inner one.
func (g *Game) findSymmetries() (all [][]int) {
	to := make([]int, 0, len(g.points))
	var extend func()
	extend = func() {
		at := len(to)
		if at == len(g.points) {
			if g.keepsMills(to) {
				all = append(all, slices.Clone(to))
			}
			return
		}
		for image := range g.points {
			if !slices.Contains(to, image) && g.keepsNeighbours(to, image) {
				to = append(to, image)
				extend()
				to = to[:at]
			}
		}
	}
	extend()
	return all
}

// keepsNeighbours reports whether the next point may go to an image: it must be a neighbour of the images of the point's
// neighbours, and of no other image.
func (g *Game) keepsNeighbours(to []int, image int) bool {
	at := len(to)
	for before, its := range to {
		if g.neighbours[at]>>before&1 != g.neighbours[image]>>its&1 {
			return false
		}
	}
	return true
}

func (g *Game) keepsMills(to []int) bool {
	for _, m := range g.mills {
		if !slices.Contains(g.mills, mapped(m, to)) {
			return false
		}
	}
	return true
}

// mapped returns the image of a set of points.
func mapped(points uint32, to []int) (image uint32) {
	for at, its := range to {
		image |= points >> at & 1 << its
	}
	return image
}

// Symmetries implements [oxo.Symmetric].
func (p *Position) Symmetries() int { return len(p.g.symmetries) }

// Canonical implements [oxo.Symmetric]: it returns the least key of all images.
func (p *Position) Canonical() (oxo.Key, int) {
	least, by := p.Key(), 0
	for i, to := range p.g.symmetries[1:] {
		if k := p.keyOf(mapped(p.on[0], to), mapped(p.on[1], to)); k.Lo < least.Lo {
			least, by = k, i+1
		}
	}
	return least, by
}

// MapMove implements [oxo.Symmetric].
func (p *Position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	from, to, taken := parts(m)
	image := append(slices.Clone(p.g.symmetries[symmetry]), make([]int, none+1-len(p.g.points))...)
	image[none] = none
	return move(image[from], image[to], image[taken])
}

// UnmapMove implements [oxo.Symmetric].
func (p *Position) UnmapMove(m oxo.Move, symmetry int) oxo.Move {
	to := p.g.symmetries[symmetry]
	inverse := slices.IndexFunc(p.g.symmetries, func(back []int) bool {
		for at := range to {
			if back[to[at]] != at {
				return false
			}
		}
		return true
	})
	return p.MapMove(m, inverse)
}
