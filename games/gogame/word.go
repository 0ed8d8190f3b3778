package gogame

import "math/bits"

// wordPoints is the largest board whose points are also kept in a word.
const wordPoints = 64

// around returns the points next to a set, on boards that fit into a word. It may include
// points of the set itself.
func (g *game) around(x uint64) (near uint64) {
	for ; x != 0; x &= x - 1 {
		near |= g.inside[bits.TrailingZeros64(x)]
	}
	return near
}

// flood returns all points of a set, the argument within, that can be reached from some
// points, the argument from, by steps inside the set.
func (g *game) flood(from, within uint64) uint64 {
	reached := from
	for added := from; added != 0; reached |= added {
		added = g.around(added) & within &^ reached
	}
	return reached
}

// wordAreas returns the points of each side.
func (g *game) wordAreas(stones [2]uint64) [2]int {
	empty := ^uint64(0) >> (64 - g.points) &^ stones[0] &^ stones[1]
	var reached [2]uint64
	for side, s := range stones {
		reached[side] = g.flood(g.around(s)&empty, empty)
	}
	return [2]int{
		bits.OnesCount64(stones[0] | reached[0]&^reached[1]),
		bits.OnesCount64(stones[1] | reached[1]&^reached[0]),
	}
}
