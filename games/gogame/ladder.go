package gogame

import "slices"

// reader finds out whether chains with one or two liberties can be taken, on a board of its
// own. It reads ladders only: the attacker puts the chain into atari with every move, and the
// defender extends it or takes a neighbouring chain.
type reader struct {
	field
	before []cell   // the boards before each stone it has put
	points [][2]int // ko and last at those times
	left   int      // stones it may still put before it stops
}

// maxRead limits the stones put to read one chain.
const maxRead = 120

// begin copies the board of a position.
func (r *reader) begin(f *field) {
	cells := append(r.cells[:0], f.cells...)
	r.field = *f
	r.cells, r.before, r.points = cells, r.before[:0], r.points[:0]
}

// try puts a stone, unless the rules forbid it.
func (r *reader) try(c colour, at int) bool {
	if at == r.ko || !r.legal(c, at) {
		return false
	}
	r.left--
	r.before = append(r.before, r.cells...)
	r.points = append(r.points, [2]int{r.ko, r.last})
	r.place(c, at)
	return true
}

// back removes the last stone. It does not restore fields that the reader does not use.
func (r *reader) back() {
	start, last := len(r.before)-len(r.cells), len(r.points)-1
	copy(r.cells, r.before[start:])
	r.ko, r.last = r.points[last][0], r.points[last][1]
	r.before, r.points = r.before[:start], r.points[:last]
}

// falls reports whether the other side, moving first, takes a chain.
func (r *reader) falls(of int) bool {
	libs, n := r.liberties(of)
	switch n {
	case 1:
		return libs[0] != r.ko
	case 2:
		return r.fallsBy(of, libs[0]) || r.fallsBy(of, libs[1])
	}
	return false
}

// fallsBy reports whether the other side takes a chain by a ladder that starts at a point.
func (r *reader) fallsBy(of, at int) bool {
	if r.left <= 0 || !r.try(r.cells[of].colour.other(), at) {
		return false
	}
	defer r.back()
	return !r.escapes(of)
}

// escapes reports whether a chain in atari escapes if its side moves first.
func (r *reader) escapes(of int) bool {
	if r.escapesBy(of, r.head(of).liberty()) {
		return true
	}
	var tries [8]int
	for _, at := range r.takers(r.cells[of].colour, of, tries[:0]) {
		if r.escapesBy(of, at) {
			return true
		}
	}
	return false
}

// escapesBy reports whether a chain cannot be taken any more after a stone of its side.
func (r *reader) escapesBy(of, at int) bool {
	if r.left <= 0 {
		return true
	}
	if !r.try(r.cells[of].colour, at) {
		return false
	}
	defer r.back()
	return !r.falls(of)
}

// liberties returns the liberties of a chain, at most three.
func (f *field) liberties(of int) (libs [3]int, n int) {
	near := f.g.near()
	for stone := of; ; {
		for _, d := range near {
			at := stone + d
			if f.cells[at].colour != none || slices.Contains(libs[:n], at) {
				continue
			}
			libs[n] = at
			if n++; n == len(libs) {
				return libs, n
			}
		}
		if stone = int(f.cells[stone].next); stone == of {
			return libs, n
		}
	}
}
