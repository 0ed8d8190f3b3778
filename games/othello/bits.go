package othello

import "math/bits"

// Boards of all sizes are in the top left corner of 8x8, with a byte for each row. A smaller
// board has squares next to it that are neither empty nor taken; every run of discs ends there.
// So the same operations serve all sizes.

const (
	notFirst = 0xfefefefefefefefe // squares outside the first column of 8x8
	notLast  = 0x7f7f7f7f7f7f7f7f
	inner    = notFirst & notLast
)

// reach returns the squares where the side with the discs own may put a disc, and some squares
// that are not empty. In each of eight directions it extends runs of discs of opp that begin
// next to a disc of own, to one disc, then up to two, four and six, all at once: a parallel
// prefix, after Kogge and Stone.
func reach(own, opp uint64) uint64 {
	side := opp & inner
	return alongRows(own, side) | alongColumns(own, opp) | alongRising(own, side) | alongFalling(own, side)
}

func alongRows(own, opp uint64) uint64 {
	up, down := opp&(own<<1), opp&(own>>1)
	up |= opp & (up << 1)
	down |= opp & (down >> 1)
	two := opp & (opp << 1)
	up |= two & (up << 2)
	down |= two >> 1 & (down >> 2)
	up |= two & (up << 2)
	down |= two >> 1 & (down >> 2)
	return up<<1 | down>>1
}

func alongColumns(own, opp uint64) uint64 {
	up, down := opp&(own<<8), opp&(own>>8)
	up |= opp & (up << 8)
	down |= opp & (down >> 8)
	two := opp & (opp << 8)
	up |= two & (up << 16)
	down |= two >> 8 & (down >> 16)
	up |= two & (up << 16)
	down |= two >> 8 & (down >> 16)
	return up<<8 | down>>8
}

func alongRising(own, opp uint64) uint64 {
	up, down := opp&(own<<7), opp&(own>>7)
	up |= opp & (up << 7)
	down |= opp & (down >> 7)
	two := opp & (opp << 7)
	up |= two & (up << 14)
	down |= two >> 7 & (down >> 14)
	up |= two & (up << 14)
	down |= two >> 7 & (down >> 14)
	return up<<7 | down>>7
}

func alongFalling(own, opp uint64) uint64 {
	up, down := opp&(own<<9), opp&(own>>9)
	up |= opp & (up << 9)
	down |= opp & (down >> 9)
	two := opp & (opp << 9)
	up |= two & (up << 18)
	down |= two >> 9 & (down >> 18)
	up |= two & (up << 18)
	down |= two >> 9 & (down >> 18)
	return up<<9 | down>>9
}

// around returns the neighbours of squares.
func around(x uint64) uint64 {
	x |= x<<8 | x>>8
	return x | x&notLast<<1 | x&notFirst>>1
}

// transposed mirrors a board at the diagonal from the top left, swapping squares of four, two
// and one [Warren12].
func transposed(x uint64) uint64 {
	t := 0x0f0f0f0f00000000 & (x ^ x<<28)
	x ^= t ^ t>>28
	t = 0x3333000033330000 & (x ^ x<<14)
	x ^= t ^ t>>14
	t = 0x5500550055005500 & (x ^ x<<7)
	return x ^ t ^ t>>7
}

// rays holds the squares from a square on in the four directions of rising numbers and the four
// of falling ones, without the square.
type rays struct{ up, down [4]uint64 }

func raysFrom(square int) rays {
	var r rays
	column, row := square&7, square>>3
	for i, step := range [4][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}} {
		for n := 1; n < MaxSide; n++ {
			if c, w := column+n*step[0], row+n*step[1]; c >= 0 && c < MaxSide && w < MaxSide {
				r.up[i] |= 1 << (8*w + c)
			}
			if c, w := column-n*step[0], row-n*step[1]; c >= 0 && c < MaxSide && w >= 0 {
				r.down[i] |= 1 << (8*w + c)
			}
		}
	}
	return r
}

// turns returns the discs in opp that turn when the side with the discs own puts one where the
// rays begin. Upwards a carry runs through them to the first other square; downwards the
// highest bit finds it. If that square is in own, the discs in between turn.
func (r *rays) turns(own, opp uint64) uint64 {
	up, down := &r.up, &r.down
	return upwards(up[0], own, opp) | upwards(up[1], own, opp) | upwards(up[2], own, opp) | upwards(up[3], own, opp) |
		downwards(down[0], own, opp) | downwards(down[1], own, opp) | downwards(down[2], own, opp) | downwards(down[3], own, opp)
}

// upwards returns the discs that turn on a ray of rising numbers: a carry runs through opp.
func upwards(ray, own, opp uint64) uint64 {
	end := ((opp|^ray)+1)&ray&own - 1
	return ray & end &^ uint64(int64(end)>>63)
}

// downwards returns those on a ray of falling numbers, which has no square 63.
func downwards(ray, own, opp uint64) uint64 {
	return ray & -(1 << (bits.Len64(ray&^opp) & 63) & (own << 1))
}
