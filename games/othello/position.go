package othello

import (
	"math/bits"
	"slices"

	"oxo"
)

// position holds the discs of both sides. A square is a bit, row by row from the top left,
// eight to a row for every board size; on 4x4:
//
//	 0  1  2  3
//	 8  9 10 11
//	16 17 18 19
//	24 25 26 27
//
// A move is the number of a square, or pass. The discs that each move turned are on a stack,
// for Unmake.
type position struct {
	g      *game
	discs  [2]uint64
	turn   oxo.Side
	turned []uint64
}

const pass oxo.Move = 64

// sides returns the discs of the side to move and of the other side.
func (p *position) sides() (own, opp uint64) { return p.discs[p.turn], p.discs[p.turn.Opponent()] }

// legal returns the squares where the side with the discs own may put a disc; opp has
// the other side's discs.
func (g *game) legal(own, opp uint64) uint64 { return reach(own, opp) & g.all &^ (own | opp) }

// turns returns the discs in opp that turn when the side with the discs own puts one on
// a square.
func (g *game) turns(own, opp uint64, square int) uint64 { return g.rays[square&63].turns(own, opp) }

func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	own, opp := p.sides()
	squares := p.g.legal(own, opp)
	if squares == 0 && p.g.legal(opp, own) != 0 {
		return append(buf, pass)
	}
	for ; squares != 0; squares &= squares - 1 {
		buf = append(buf, oxo.Move(bits.TrailingZeros64(squares)))
	}
	return buf
}

func (p *position) Make(m oxo.Move) {
	turned := uint64(0)
	if m != pass {
		own, opp := p.sides()
		turned = p.g.turns(own, opp, int(m))
		p.discs[p.turn] ^= turned | 1<<m
		p.discs[p.turn.Opponent()] ^= turned
	}
	p.turned = append(p.turned, turned)
	p.turn = p.turn.Opponent()
}

func (p *position) Unmake(m oxo.Move) {
	last := len(p.turned) - 1
	turned := p.turned[last]
	p.turned = p.turned[:last]
	p.turn = p.turn.Opponent()
	if m != pass {
		p.discs[p.turn] ^= turned | 1<<m
		p.discs[p.turn.Opponent()] ^= turned
	}
}

// Outcome ends the game when neither side can put a disc.
func (p *position) Outcome() oxo.Outcome {
	own, opp := p.sides()
	if p.g.legal(own, opp) != 0 || p.g.legal(opp, own) != 0 {
		return oxo.Ongoing
	}
	switch n := p.Margin(); {
	case n > 0:
		return oxo.Won
	case n < 0:
		return oxo.Lost
	}
	return oxo.Drawn
}

// Margin returns the difference in discs.
func (p *position) Margin() int {
	own, opp := p.sides()
	return bits.OnesCount64(own) - bits.OnesCount64(opp)
}

func (p *position) Turn() oxo.Side { return p.turn }
func (p *position) Hash() uint64   { return p.Key().Hash() }

func (p *position) Clone() oxo.Position {
	c := *p
	c.turned = slices.Clone(p.turned)
	return &c
}

// Key has black's discs in the low word and all discs in the high one. The four squares in the
// middle are never empty, so one of their bits in the high word can hold the turn.
func (p *position) Key() oxo.Key { return p.g.key(p.discs, p.turn) }

// Restore implements [oxo.Restorable].
func (p *position) Restore(k oxo.Key) {
	all := k.Hi&p.g.all | p.g.centre
	p.discs, p.turn, p.turned = [2]uint64{k.Lo, all &^ k.Lo}, oxo.First, p.turned[:0]
	if k.Hi&p.g.turnBit != 0 {
		p.turn = oxo.Second
	}
}

func (g *game) key(discs [2]uint64, turn oxo.Side) oxo.Key {
	k := oxo.Key{Lo: discs[0], Hi: (discs[0] | discs[1]) &^ g.centre}
	if turn == oxo.Second {
		k.Hi |= g.turnBit
	}
	return k
}

// KeyBits counts the bits of both words that the board uses.
func (p *position) KeyBits() int { return 64 + bits.Len64(p.g.all) }

// Symmetries of the start: a half turn and the mirrors at the two diagonals; on an oblong board
// only the half turn.
func (p *position) Symmetries() int {
	if p.g.columns != p.g.rows {
		return 2
	}
	return 4
}

// mapSquare maps a square: symmetry 1 is the half turn, 2 a mirror at one diagonal, 3 does
// both.
func (g *game) mapSquare(square, symmetry int) int {
	column, row := square&7, square>>3
	if symmetry&1 != 0 {
		column, row = g.columns-1-column, g.rows-1-row
	}
	if symmetry&2 != 0 {
		column, row = row, column
	}
	return 8*row + column
}

// mapped maps a set of squares.
func (g *game) mapped(x uint64, symmetry int) uint64 {
	if symmetry&1 != 0 {
		x = bits.Reverse64(x) >> (8*(MaxSide-g.rows) + MaxSide - g.columns)
	}
	if symmetry&2 != 0 {
		x = transposed(x)
	}
	return x
}

// Canonical returns the least key.
func (p *position) Canonical() (oxo.Key, int) {
	best, symmetry := p.Key(), 0
	for s := 1; s < p.Symmetries(); s++ {
		k := p.g.key([2]uint64{p.g.mapped(p.discs[0], s), p.g.mapped(p.discs[1], s)}, p.turn)
		if k.Hi < best.Hi || k.Hi == best.Hi && k.Lo < best.Lo {
			best, symmetry = k, s
		}
	}
	return best, symmetry
}

func (p *position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if m == pass {
		return m
	}
	return oxo.Move(p.g.mapSquare(int(m), symmetry))
}

// UnmapMove inverts MapMove; each of these symmetries is its own inverse.
func (p *position) UnmapMove(m oxo.Move, symmetry int) oxo.Move { return p.MapMove(m, symmetry) }

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Unit: perDiscShown} }
