package breakthrough

import (
	"math/bits"

	"oxo"
)

// position is the board, row by row from the bottom, with values that are updated with it. A
// move is the from-square and the to-square:
//
//	 31        10      0
//	|   from   |  to  |
//
// Whether it captured is on a stack, for Unmake.
type position struct {
	g       *game
	squares []int8 // 0 for empty, otherwise the side + 1
	turn    oxo.Side
	pawns   [2]int
	inRow   [2][maxSide]uint8 // pawns of a side in each row
	hash    uint64
	image   uint64 // the hash of the mirrored board
	stones  stones
	mirror  stones // the mirrored stones; both are used if the key is exact
	code    uint64
	codeOf  uint64 // of the mirrored board
	taken   []bool // of each move made: whether it captured
}

const toBits = 10

func fromAndTo(m oxo.Move) (from, to int) { return int(m >> toBits), int(m & (1<<toBits - 1)) }

func (g *game) empty() *position {
	return &position{g: g, squares: make([]int8, g.columns*g.rows)}
}

// put puts a pawn on a square, or removes it if it is there.
func (p *position) put(sq int, side oxo.Side) {
	m := &p.g.marks[side][sq]
	row := p.g.toGo[oxo.Second][sq]
	if p.squares[sq] != 0 {
		p.squares[sq] = 0
		p.pawns[side]--
		p.inRow[side][row]--
		p.code -= m.code
		p.codeOf -= m.mirror
	} else {
		p.squares[sq] = int8(side) + 1
		p.pawns[side]++
		p.inRow[side][row]++
		p.code += m.code
		p.codeOf += m.mirror
	}
	p.hash ^= m.hash
	p.image ^= m.image
	p.stones[side] ^= m.bit
	p.mirror[side] ^= m.mirrorBit
}

func (p *position) pass() {
	p.turn = p.turn.Opponent()
	p.hash ^= p.g.turn.hash
	p.image ^= p.g.turn.hash
	p.code ^= p.g.turn.code
	p.codeOf ^= p.g.turn.code
}

// forward returns the distance to the square straight ahead.
func (p *position) forward() int {
	if p.turn == oxo.First {
		return p.g.columns
	}
	return -p.g.columns
}

func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	if p.Outcome() != oxo.Ongoing {
		return buf
	}
	if p.g.exact() && !p.g.teleport {
		return p.movesOfBits(buf)
	}
	own, forward := int8(p.turn)+1, p.forward()
	for from, pawn := range p.squares {
		if pawn != own {
			continue
		}
		column, ahead := from%p.g.columns, from+forward
		if column > 0 && p.squares[ahead-1] != own {
			buf = append(buf, oxo.Move(from<<toBits|(ahead-1)))
		}
		if p.squares[ahead] == 0 {
			buf = append(buf, oxo.Move(from<<toBits|ahead))
		}
		if column < p.g.columns-1 && p.squares[ahead+1] != own {
			buf = append(buf, oxo.Move(from<<toBits|(ahead+1)))
		}
		if p.g.teleport {
			buf = p.appendTeleports(buf, from)
		}
	}
	return buf
}

// movesOfBits appends the same moves as Moves in the same order, faster.
func (p *position) movesOfBits(buf []oxo.Move) []oxo.Move {
	own, all := p.stones[p.turn], p.stones[0]|p.stones[1]
	forward, columns := p.forward(), p.g.columns
	end := columns // end of the row of the current square
	for left := own; left != 0; left &= left - 1 {
		from := bits.TrailingZeros64(left)
		for from >= end {
			end += columns
		}
		column, ahead := from-end+columns, from+forward
		if column > 0 && own>>(ahead-1)&1 == 0 {
			buf = append(buf, oxo.Move(from<<toBits|(ahead-1)))
		}
		if all>>ahead&1 == 0 {
			buf = append(buf, oxo.Move(from<<toBits|ahead))
		}
		if column < columns-1 && own>>(ahead+1)&1 == 0 {
			buf = append(buf, oxo.Move(from<<toBits|(ahead+1)))
		}
	}
	return buf
}

func (p *position) Make(m oxo.Move) {
	from, to := fromAndTo(m)
	captures := p.squares[to] != 0
	if captures {
		p.put(to, p.turn.Opponent())
	}
	p.put(from, p.turn)
	p.put(to, p.turn)
	p.taken = append(p.taken, captures)
	p.pass()
}

func (p *position) Unmake(m oxo.Move) {
	p.pass()
	from, to := fromAndTo(m)
	p.put(to, p.turn)
	p.put(from, p.turn)
	last := len(p.taken) - 1
	if p.taken[last] {
		p.put(to, p.turn.Opponent())
	}
	p.taken = p.taken[:last]
}

// Outcome relies on a fact: only the side that moved last can have won.
func (p *position) Outcome() oxo.Outcome {
	mover := p.turn.Opponent()
	far := p.g.rows - 1
	if mover == oxo.Second {
		far = 0
	}
	if p.inRow[mover][far] > 0 || p.pawns[p.turn] == 0 {
		return oxo.Lost
	}
	return oxo.Ongoing
}

func (p *position) Turn() oxo.Side { return p.turn }
func (p *position) Hash() uint64   { return p.hash }

func (p *position) Clone() oxo.Position {
	c := *p
	c.squares = append([]int8(nil), p.squares...)
	c.taken = append([]bool(nil), p.taken...)
	return &c
}

// key returns both sides' squares, with the turn in the last bit of the first word. On 64
// squares that bit is a square of the far row, where the first side has no pawn during the
// game. When it has one, the square to the right of the pawn is marked too (or the leftmost),
// so that two marks show where it is.
func (p *position) key(stones stones) oxo.Key {
	k := oxo.Key{Lo: stones[0], Hi: stones[1]}
	if arrived := stones[0] >> (64 - p.g.columns&63); len(p.squares) == 64 && arrived != 0 {
		next := arrived<<1 | arrived>>(p.g.columns-1)
		k.Lo |= next << (64 - p.g.columns&63)
		return k
	}
	k.Lo |= uint64(p.turn) << 63
	return k
}

// Symmetries counts the board and its mirror image.
func (p *position) Symmetries() int { return 2 }

// Canonical returns the lesser of the keys of the position and its mirror image, or of their
// hashes.
func (p *position) Canonical() (oxo.Key, int) {
	if p.g.codeBits > 0 {
		if p.codeOf < p.code {
			return oxo.Key{Lo: p.codeOf}, 1
		}
		return oxo.Key{Lo: p.code}, 0
	}
	a, b := oxo.Key{Lo: p.hash}, oxo.Key{Lo: p.image}
	if p.g.exact() {
		a, b = p.key(p.stones), p.key(p.mirror)
	}
	if b.Hi < a.Hi || b.Hi == a.Hi && b.Lo < a.Lo {
		return b, 1
	}
	return a, 0
}

func (p *position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if symmetry == 0 {
		return m
	}
	from, to := fromAndTo(m)
	return oxo.Move(p.g.mirror(from)<<toBits | p.g.mirror(to))
}

func (p *position) UnmapMove(m oxo.Move, symmetry int) oxo.Move { return p.MapMove(m, symmetry) }

// Guide returns the knowledge about this position.
func (p *position) Guide() oxo.Guide {
	gd := &guide{p: p}
	if p.g.races != nil {
		gd.races = p.g.races()
	}
	return gd
}

// Key returns the code; if that is too long, the stones; and on boards that fit into neither,
// the hash.
func (p *position) Key() oxo.Key {
	switch {
	case p.g.codeBits > 0:
		return oxo.Key{Lo: p.code}
	case p.g.exact():
		return p.key(p.stones)
	}
	return oxo.Key{Lo: p.hash}
}

// KeyBits returns the size of that key.
func (p *position) KeyBits() int {
	switch {
	case p.g.codeBits > 0:
		return p.g.codeBits
	case p.g.exact():
		return 128
	}
	return 0
}

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Drawless: true} }
