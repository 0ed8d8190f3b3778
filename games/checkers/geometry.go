package checkers

import (
	"math/bits"

	"oxo/game/board"
)

// geometry maps the squares of a board to bits of a word. Only dark squares have a bit. Each
// pair of rows is followed by a bit that is not a square. So a step in one diagonal direction
// is the same shift everywhere, and a step off the board ends on a bit that is not a square. On
// 8x8, with the first side at the bottom of this picture and moving up, a step adds 4 to the
// right or 5 to the left:
//
//	16  15  14  13
//	  12  11  10   9
//	 7   6   5   4      (8 is no square)
//	   3   2   1   0
//
// The first side always moves to higher bits, wherever it is drawn.
type geometry struct {
	half    int    // dark squares in a row
	period  int    // bits of two rows
	width   int    // bits of the board
	squares int    // dark squares
	board   uint64 // bits that are squares
	last    [2]uint64
	row     [maxSide]uint64 // rows from the first side's home
	centre  uint64
	fives   [1 << 9]uint32 // for nine bits, read as digits: the number to base 5
}

func newGeometry(columns, rows int) geometry {
	y := geometry{half: columns / 2, period: columns + 1, squares: columns / 2 * rows}
	y.width = y.bit(y.squares-1) + 1
	for sq := range y.squares {
		b := uint64(1) << y.bit(sq)
		row := sq / y.half
		y.board |= b
		y.row[row] |= b
		if column := y.column(sq); row >= rows/2-1 && row <= rows/2 && column >= columns/2-2 && column <= columns/2+1 {
			y.centre |= b
		}
	}
	y.last[0], y.last[1] = y.row[rows-1], y.row[0]
	for n := range y.fives {
		for b, power := n, uint32(1); b > 0; b, power = b>>1, 5*power {
			y.fives[n] += power * uint32(b&1)
		}
	}
	return y
}

// bit returns the bit of a square; squares are counted from the first side's home.
func (y *geometry) bit(sq int) int { return sq + sq/(2*y.half) }

// square inverts bit.
func (y *geometry) square(bit int) int { return bit - bit/y.period }

// base5 reads the low 27 bits as digits to base 5.
func (y *geometry) base5(b uint64) uint64 {
	const nine = 5 * 5 * 5 * 5 * 5 * 5 * 5 * 5 * 5
	return uint64(y.fives[b&511]) + nine*uint64(y.fives[b>>9&511]) + nine*nine*uint64(y.fives[b>>18&511])
}

// column returns the column of a square in the picture above, counted from the right.
func (y *geometry) column(sq int) int {
	if sq/y.half%2 == 0 {
		return sq%y.half*2 + 1
	}
	return sq % y.half * 2
}

// firstSquares returns the bits of the first n squares from the first side's home.
func (y *geometry) firstSquares(n int) (b uint64) {
	for sq := range n {
		b |= 1 << y.bit(sq)
	}
	return b
}

// turned turns the board by half: each square becomes the opposite one.
func (y *geometry) turned(b uint64) uint64 { return bits.Reverse64(b) >> (64 - y.width&63) }

// place returns the drawn square of a bit: the first side is at the top in English draughts, at
// the bottom in international draughts.
func (g *game) place(bit int) board.Square {
	sq := g.square(bit)
	row, column := sq/g.half, g.column(sq)
	if g.international {
		return board.Square{Column: g.columns - 1 - column, Row: row}
	}
	return board.Square{Column: column, Row: g.rows - 1 - row}
}

// at inverts place; it reports false for a light square.
func (g *game) at(s board.Square) (bit int, ok bool) {
	row, column := s.Row, g.columns-1-s.Column
	if !g.international {
		row, column = g.rows-1-s.Row, s.Column
	}
	if (row+column)%2 == 0 {
		return 0, false
	}
	return g.bit(row*g.half + column/2), true
}

// number returns the number of a bit in notation: 1 is at the top.
func (g *game) number(bit int) int {
	if g.international {
		return g.squares - g.square(bit)
	}
	return g.square(bit) + 1
}

// numbered inverts number.
func (g *game) numbered(n int) int {
	if g.international {
		return g.bit(g.squares - n)
	}
	return g.bit(n - 1)
}
