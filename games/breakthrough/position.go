package breakthrough

import (
	"oxo"
)

// position is a board of squares, row by row from the bottom, and what is kept
// up to date with it. A move is the from-square and the to-square:
//
//	 31        10      0
//	|   from   |  to  |
//
// Whether it captured is kept on a stack, for Unmake.
type position struct {
	g       *Game
	squares []int8 // 0 empty, else the side + 1
	turn    oxo.Side
	pawns   [2]int
	inRow   [2][]int // pawns of a side in each row
	hash    uint64
	image   uint64 // the hash of the mirrored board
	stones  [2]uint64
	mirror  [2]uint64 // the same, mirrored; both where the key is exact
	taken   []bool    // by moves made: whether it captured
}

const toBits = 10

func fromAndTo(m oxo.Move) (from, to int) { return int(m >> toBits), int(m & (1<<toBits - 1)) }

func (g *Game) empty() *position {
	p := &position{g: g, squares: make([]int8, g.columns*g.rows)}
	for side := range p.inRow {
		p.inRow[side] = make([]int, g.rows)
	}
	return p
}

// put places or, where it stands, takes away a pawn.
func (p *position) put(sq int, side oxo.Side) {
	step := 1
	if p.squares[sq] != 0 {
		p.squares[sq], step = 0, -1
	} else {
		p.squares[sq] = int8(side) + 1
	}
	image := p.g.mirror(sq)
	p.pawns[side] += step
	p.inRow[side][sq/p.g.columns] += step
	p.hash ^= p.g.zobrist[side][sq]
	p.image ^= p.g.zobrist[side][image]
	p.stones[side] ^= bitOf(sq)
	p.mirror[side] ^= bitOf(image)
}

func (p *position) pass() {
	p.turn = p.turn.Opponent()
	p.hash ^= p.g.turn
	p.image ^= p.g.turn
}

// forward is the distance to the square straight ahead.
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

// Outcome: only the side that moved last can have won.
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
	for side := range c.inRow {
		c.inRow[side] = append([]int(nil), p.inRow[side]...)
	}
	return &c
}

// key is both sides' squares, and the turn in the last bit of the first word. On
// 64 squares that is a square of the far row, where the first side has no pawn
// as long as the game goes on; when it has one, the square to the right of it
// is marked too (or the leftmost), so that two marks tell where it is.
func (p *position) key(stones [2]uint64) oxo.Key {
	k := oxo.Key{Lo: stones[0], Hi: stones[1]}
	if arrived := stones[0] >> (64 - p.g.columns&63); len(p.squares) == 64 && arrived != 0 {
		next := arrived<<1 | arrived>>(p.g.columns-1)
		k.Lo |= next << (64 - p.g.columns&63)
		return k
	}
	k.Lo |= uint64(p.turn) << 63
	return k
}

// Symmetries: the board and its mirror image.
func (p *position) Symmetries() int { return 2 }

// Canonical is the lesser of the two keys, or hashes.
func (p *position) Canonical() (oxo.Key, int) {
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

// Guide returns what the game knows of this position.
func (p *position) Guide() oxo.Guide { return &guide{p: p} }

// Key is exact on boards that fit into it, elsewhere the hash.
func (p *position) Key() oxo.Key {
	if p.g.exact() {
		return p.key(p.stones)
	}
	return oxo.Key{Lo: p.hash}
}

// KeyBits says which of the two it is.
func (p *position) KeyBits() int {
	if p.g.exact() {
		return 128
	}
	return 0
}
