package twenty48

import "oxo"

// position is sixteen exponents of two in a word, four bits each, 0 for an empty square, from
// the bottom row up and from the left:
//
//	 63 60          15 12 11 8 7  4 3  0
//	| d4 | ... | a2 | d1 | c1 | b1 | a1 |
type position struct {
	g     *game
	board uint64
	turn  oxo.Side
	past  []uint64 // the boards before each move
	fours int      // number placed since the position was made, for the score
}

// Moves of the first side are 0 to 3. Moves of the second side are 4 plus twice the square,
// counted from the bottom left, plus one for a 4.
const (
	up oxo.Move = iota
	down
	left
	right
	placements
)

func shiftOf(column, row int) int { return 4 * (side*row + column) }

func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	if p.won() {
		return buf
	}
	if p.turn == oxo.First {
		for _, m := range [...]oxo.Move{left, down, right, up} {
			if p.g.slide(p.board, m) != p.board {
				buf = append(buf, m)
			}
		}
		return buf
	}
	for sq := range oxo.Move(side * side) {
		if p.board>>(4*sq)&15 == 0 {
			buf = append(buf, placements+2*sq+1, placements+2*sq)
		}
	}
	return buf
}

// after returns the board after a move.
func (p *position) after(m oxo.Move) uint64 {
	if m < placements {
		return p.g.slide(p.board, m)
	}
	sq, tile := (m-placements)/2, uint64(1+(m-placements)%2)
	return p.board | tile<<(4*sq)
}

func (p *position) Make(m oxo.Move) {
	p.past = append(p.past, p.board)
	p.board = p.after(m)
	p.fours += fourOf(m)
	p.turn = p.turn.Opponent()
}

// fourOf returns 1 for a move that places a 4.
func fourOf(m oxo.Move) int {
	if m < placements {
		return 0
	}
	return int(m-placements) & 1
}

func (p *position) Unmake(m oxo.Move) {
	p.fours -= fourOf(m)
	last := len(p.past) - 1
	p.board, p.past = p.past[last], p.past[:last]
	p.turn = p.turn.Opponent()
}

// slide returns the board after a slide.
func (g *game) slide(board uint64, m oxo.Move) uint64 {
	switch m {
	case left:
		return eachRow(board, &g.rows.left)
	case right:
		return eachRow(board, &g.rows.right)
	case down:
		return transpose(eachRow(transpose(board), &g.rows.left))
	}
	return transpose(eachRow(transpose(board), &g.rows.right))
}

func eachRow(board uint64, table *[1 << 16]uint16) uint64 {
	return uint64(table[board&0xffff]) | uint64(table[board>>16&0xffff])<<16 |
		uint64(table[board>>32&0xffff])<<32 | uint64(table[board>>48])<<48
}

// transpose exchanges rows and columns: first within blocks of two by two, then the blocks.
func transpose(x uint64) uint64 {
	a := x&0xf0f00f0ff0f00f0f | x&0x0000f0f00000f0f0<<12 | x&0x0f0f00000f0f0000>>12
	return a&0xff00ff0000ff00ff | a&0x00ff00ff00000000>>24 | a&0x00000000ff00ff00<<24
}

// flip reverses the order of the rows.
func flip(x uint64) uint64 {
	return x<<48 | x&0xffff0000<<16 | x>>16&0xffff0000 | x>>48
}

// won reports whether the target tile is on the board.
func (p *position) won() bool {
	for x := p.board; x != 0; x >>= 4 {
		if int(x&15) >= p.g.target {
			return true
		}
	}
	return false
}

// Outcome checks for a win of the first side after a slide, and for a first side without slides
// after a placement.
func (p *position) Outcome() oxo.Outcome {
	switch {
	case p.won():
		if p.turn == oxo.Second {
			return oxo.Lost
		}
		return oxo.Won
	case p.turn == oxo.First && !p.g.movable(p.board):
		return oxo.Lost
	}
	return oxo.Ongoing
}

func (g *game) movable(board uint64) bool {
	return g.slide(board, left) != board || g.slide(board, right) != board ||
		g.slide(board, up) != board || g.slide(board, down) != board
}

func (p *position) Turn() oxo.Side { return p.turn }
func (p *position) Hash() uint64   { return p.Key().Hash() }
func (p *position) Key() oxo.Key   { return oxo.Key{Lo: p.board, Hi: uint64(p.turn)} }
func (p *position) KeyBits() int   { return 65 }

func (p *position) Clone() oxo.Position {
	c := *p
	c.past = append([]uint64(nil), p.past...)
	return &c
}

// Symmetries returns the eight of the square: bit 0 flips the board upside down, bit 1 flips it
// left to right, and then bit 2 exchanges rows and columns.
func (p *position) Symmetries() int { return 8 }

func mapped(board uint64, symmetry int) uint64 {
	if symmetry&1 != 0 {
		board = flip(board)
	}
	if symmetry&2 != 0 {
		board = transpose(flip(transpose(board)))
	}
	if symmetry&4 != 0 {
		board = transpose(board)
	}
	return board
}

// Canonical returns the least of the eight boards.
func (p *position) Canonical() (oxo.Key, int) {
	best, symmetry := p.board, 0
	for s := 1; s < 8; s++ {
		if b := mapped(p.board, s); b < best {
			best, symmetry = b, s
		}
	}
	return oxo.Key{Lo: best, Hi: uint64(p.turn)}, symmetry
}

func (p *position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if m >= placements {
		column, row := int(m-placements)/2%side, int(m-placements)/2/side
		column, row = mapSquare(column, row, symmetry)
		return placements + oxo.Move(2*(side*row+column)) + (m-placements)%2
	}
	vertical, forward := m <= down, m == up || m == right
	if vertical && symmetry&1 != 0 || !vertical && symmetry&2 != 0 {
		forward = !forward
	}
	if symmetry&4 != 0 {
		vertical = !vertical
	}
	return direction(vertical, forward)
}

// UnmapMove applies the inverse symmetries in reverse order.
func (p *position) UnmapMove(m oxo.Move, symmetry int) oxo.Move {
	m = p.MapMove(m, symmetry&4)
	return p.MapMove(m, symmetry&3)
}

func mapSquare(column, row, symmetry int) (int, int) {
	if symmetry&1 != 0 {
		row = side - 1 - row
	}
	if symmetry&2 != 0 {
		column = side - 1 - column
	}
	if symmetry&4 != 0 {
		column, row = row, column
	}
	return column, row
}

// direction returns the slide up or down, right or left.
func direction(vertical, forward bool) oxo.Move {
	switch {
	case vertical && forward:
		return up
	case vertical:
		return down
	case forward:
		return right
	}
	return left
}

// Guide returns the knowledge about this position.
func (p *position) Guide() oxo.Guide { return &guide{p: p} }

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }
