package gogame

import (
	"math/bits"

	"oxo"
)

// exactPoints is the largest board whose states fit into a key: two bits per point, the turn,
// the passes and six bits for the ko point.
const exactPoints = 59

// Bits of a key other than the stones.
const (
	turnBits = 1
	passBits = 2
	koBits   = 6
)

// Key has black's stones in its low bits, white's above them, and then the rest. On larger
// boards it is the hash.
func (p *position) Key() oxo.Key {
	if p.KeyBits() == 0 {
		return oxo.Key{Lo: p.Hash()}
	}
	return p.g.key(p.bits, p.g.rest(p.turn, p.passes, p.ko))
}

// KeyBits returns the number of bits of the stones, the turn, the passes and the ko point.
func (p *position) KeyBits() int {
	if p.g.points > exactPoints {
		return 0
	}
	return 2*p.g.points + turnBits + passBits + koBits
}

// rest returns the part of the state other than the stones; ko points are numbered from 1.
func (g *game) rest(turn oxo.Side, passes, ko int) uint64 {
	x := uint64(turn) | uint64(passes)<<turnBits
	if ko != 0 {
		x |= uint64(g.squares[ko]+1) << (turnBits + passBits)
	}
	return x
}

func (g *game) key(stones [2]uint64, rest uint64) oxo.Key {
	n := uint(g.points)
	k := oxo.Key{Lo: stones[0] | stones[1]<<n, Hi: stones[1] >> (64 - n)}
	if at := 2 * n; at < 64 {
		k.Lo |= rest << at
		k.Hi |= rest >> (64 - at)
	} else {
		k.Hi |= rest << (at - 64)
	}
	return k
}

// Symmetries returns eight for square boards and four for other boards.
func (p *position) Symmetries() int { return len(p.g.images) }

// Canonical returns the key of the image with the least hash: hashes of images are quick to
// compute, and only one key is made. (Two images with equal hashes would only cost a second
// entry.)
func (p *position) Canonical() (oxo.Key, int) {
	best, symmetry := p.imageHash(0), 0
	for s := 1; s < len(p.g.images); s++ {
		if h := p.imageHash(s); h < best {
			best, symmetry = h, s
		}
	}
	if p.KeyBits() == 0 {
		return oxo.Key{Lo: p.g.stateHash(best, p.turn, p.passes, 0)}, symmetry // it includes the ko point
	}
	ko := 0
	if at := p.ko; at != 0 {
		ko = int(p.g.images[symmetry][at])
	}
	stones := p.bits
	if symmetry != 0 {
		stones = [2]uint64{p.g.mapped(p.bits[0], symmetry), p.g.mapped(p.bits[1], symmetry)}
	}
	return p.g.key(stones, p.g.rest(p.turn, p.passes, ko)), symmetry
}

// imageHash returns the hash of the stones of an image, and its ko point.
func (p *position) imageHash(symmetry int) (h uint64) {
	g, image := p.g, p.g.images[symmetry]
	if at := p.ko; at != 0 {
		h = g.zobrist[none][image[at]]
	}
	if g.points <= wordPoints {
		for side, stones := range p.bits {
			for ; stones != 0; stones &= stones - 1 {
				h ^= g.zobrist[side+1][image[g.cells[bits.TrailingZeros64(stones)]]]
			}
		}
		return h
	}
	for _, at := range g.cells {
		if c := p.cells[at].colour; c != none {
			h ^= g.zobrist[c][image[at]]
		}
	}
	return h
}

// mapped maps a set of points.
func (g *game) mapped(x uint64, symmetry int) (to uint64) {
	for ; x != 0; x &= x - 1 {
		to |= 1 << g.squares[g.images[symmetry][g.cells[bits.TrailingZeros64(x)]]]
	}
	return to
}

func (p *position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	return oxo.Move(p.g.images[symmetry][m]) // a pass is a cell of the rim, which stays
}

func (p *position) UnmapMove(m oxo.Move, symmetry int) oxo.Move {
	return p.MapMove(m, p.g.inverse[symmetry])
}
