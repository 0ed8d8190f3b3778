package steady

import (
	"fmt"
	"math/bits"
)

// Board is the size of a Connect Four board with its masks. Bit x*(Height+1)+y is the square of column x and row y,
// both from 0; the highest bit of a column is never a square.
type Board struct {
	Width, Height int
	full, bottom  uint64
	claims        [2]uint64 // squares of odd rows (1, 3, 5) and of even rows (2, 4, 6), counted from 1 at the bottom
}

// The largest board: the file has three bits for a column, and a board with a spare row has to fit into 64 bits.
const maxWidth, maxHeight = 7, 8

// NewBoard returns the board of a size.
func NewBoard(width, height int) (*Board, error) {
	if width < 4 || height < 4 || width > maxWidth || height > maxHeight {
		return nil, fmt.Errorf("board %dx%d: want 4x4 to %dx%d", width, height, maxWidth, maxHeight)
	}
	b := &Board{Width: width, Height: height}
	for x := range width {
		b.bottom |= 1 << (x * (height + 1))
	}
	b.full = b.bottom * (1<<height - 1)
	for y := range height {
		b.claims[y&1] |= b.bottom << y
	}
	return b, nil
}

// position is the stones of the side that has a strategy (own), and all stones.
type position struct{ own, all uint64 }

// key is different for different positions with the same side to move.
func (p position) key(b *Board) uint64 { return p.own + p.all + b.bottom }

func (b *Board) legal(p position) uint64 { return (p.all + b.bottom) & b.full }

// column returns the squares of a column.
func (b *Board) column(x int) uint64 { return (1<<b.Height - 1) << (x * (b.Height + 1)) }

// columnOf returns the column of a square.
func (b *Board) columnOf(square uint64) int { return bits.TrailingZeros64(square) / (b.Height + 1) }

// wins returns the squares that complete four in a row of the stones given, empty or not.
func (b *Board) wins(s uint64) uint64 {
	h := uint(b.Height)
	r := (s << 1) & (s << 2) & (s << 3)
	r |= line(s, h&63)
	r |= line(s, (h+1)&63)
	r |= line(s, (h+2)&63)
	return r & b.full
}

// line returns the squares that complete four in a row at a distance of d bits.
func line(s uint64, d uint) uint64 {
	up, down := s<<(d&63), s>>(d&63)
	p, q := up&(up<<(d&63)), down&(down>>(d&63))
	return p&(up<<(2*d&63)) | p&down | q&up | q&(down>>(2*d&63))
}

// mirror returns the mirror image of a set of squares.
func (b *Board) mirror(s uint64) (m uint64) {
	h := b.Height + 1
	for x := range b.Width {
		m |= (s >> (x * h) & (1<<h - 1)) << ((b.Width - 1 - x) * h)
	}
	return m
}

// mirrored returns the mirror image of a position.
func (b *Board) mirrored(p position) position { return position{b.mirror(p.own), b.mirror(p.all)} }

// canonical returns the smaller key of a position and its mirror image, and whether that key belongs to the image.
func (b *Board) canonical(p position) (uint64, bool) {
	k, m := p.key(b), b.mirrored(p).key(b)
	return min(k, m), m < k
}

// replies returns the replies of the other side after which the side does not win at once.
func (b *Board) replies(p position) uint64 {
	legal := b.legal(p)
	if threats := b.wins(p.own) & legal; threats != 0 {
		if !single(threats) {
			return 0
		}
		legal = threats
	}
	for rest := legal; rest != 0; rest &= rest - 1 { // the square above may win
		m := rest & -rest
		if b.wins(p.own)&b.legal(position{p.own, p.all | m}) != 0 {
			legal &^= m
		}
	}
	return legal
}
