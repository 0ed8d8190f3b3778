package gogame

import (
	"slices"

	"oxo"
)

// pass is the move that puts no stone; other moves are the number of a cell.
const pass oxo.Move = 0

// lastPass is the number of passes in a row that end the game.
const lastPass = 2

// position is a board, the side to move, the number of passes in a row, and the point where the
// side to move may not take back. Superko forbids that too, but with the point in the state,
// fewer values depend on the past.
type position struct {
	field
	turn   oxo.Side
	passes int

	boards []cell // before each ply, followed by field.cells as they are now
	past   []ply
	// seen counts the boards of the past and the current one, by some bits of their hashes: a
	// board with a count of one was not seen before.
	seen    [seenSize]uint16
	scratch scratch
	play    *playout
	reader  *reader
	urgency []float32 // of each cell, for the priors
	guide   guide
}

// seenSize is a power of two.
const seenSize = 256

// ply is the part of a position, other than the cells, that a move changes.
type ply struct {
	bits     [2]uint64
	stones   [2]int
	hash     uint64 // of the stones
	identity uint64 // of the state that may not come back
	ko, last int
	passes   int
}

// Start returns the empty board.
func (g *game) Start() oxo.Position { return g.position(slices.Clone(g.empty)) }

// position returns a position with a board of the given cells, black to move.
func (g *game) position(cells []cell) *position {
	p := &position{field: field{g: g, cells: cells}, boards: cells}
	p.scratch = newScratch(len(cells))
	p.guide.p = p
	p.note(1)
	return p
}

// colourOf returns the colour of a side's stones.
func colourOf(s oxo.Side) colour { return black + colour(s) }

// note adds the board to the boards that were seen (1), or removes it (-1).
func (p *position) note(by int) { p.seen[p.identity()%seenSize] += uint16(by) }

// identity returns the hash by which repetitions are found: of the stones under superko, and
// of the whole state under simple ko, where a cycle is a draw.
func (p *position) identity() uint64 {
	if p.g.simpleKo {
		return p.Hash()
	}
	return p.hash
}

// Past returns a hash of the boards that may not come back: see [oxo.Barring]. With simple ko
// nothing is forbidden, and it is 0.
func (p *position) Past() (h uint64) {
	if p.g.simpleKo {
		return 0
	}
	for i := range p.past {
		h = oxo.Key{Hi: h, Lo: p.past[i].identity ^ uint64(p.past[i].passes)}.Hash()
	}
	return h
}

// Identity implements [oxo.Barring]: it returns the board that may not come back under
// superko, and whether superko applied to the last move, that is, whether it was a stone.
func (p *position) Identity() (board uint64, barred bool) { return p.hash, p.passes == 0 }

func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	if p.passes >= lastPass {
		return buf
	}
	c, ko := colourOf(p.turn), p.ko
	for _, m := range p.g.order {
		if at := int(m); p.cells[at].colour == none && at != ko && p.legal(c, at) {
			buf = append(buf, m)
		}
	}
	return append(buf, pass)
}

func (p *position) Make(m oxo.Move) {
	p.past = append(p.past, ply{p.bits, p.stones, p.hash, p.identity(), p.ko, p.last, p.passes})
	p.boards = append(p.boards, p.cells...)
	p.cells = p.boards[len(p.boards)-p.g.rim():]
	if m == pass {
		p.passes++
		p.ko, p.last = 0, 0
	} else {
		p.passes = 0
		p.place(colourOf(p.turn), int(m))
	}
	p.turn = p.turn.Opponent()
	p.note(1)
}

func (p *position) Unmake(oxo.Move) {
	p.note(-1)
	last := len(p.past) - 1
	b := &p.past[last]
	p.bits, p.stones, p.hash, p.ko, p.last, p.passes = b.bits, b.stones, b.hash, b.ko, b.last, b.passes
	p.turn = p.turn.Opponent()
	p.past = p.past[:last]
	p.boards = p.boards[:len(p.boards)-p.g.rim()]
	p.cells = p.boards[len(p.boards)-p.g.rim():]
}

// Repeated compares boards under positional superko, whichever side is to move: a stone may not
// recreate one. A pass may recreate one; it is compared with earlier states, as all moves are
// under simple ko.
func (p *position) Repeated() (plies int, value oxo.Score) {
	value = oxo.Win(0)
	if p.g.simpleKo {
		value = oxo.Draw
	}
	now := p.identity()
	if p.seen[now%seenSize] < 2 {
		return 0, value
	}
	stone := p.passes == 0
	for i := len(p.past) - 1; i >= 0; i-- {
		b := &p.past[i]
		if b.identity != now {
			continue
		}
		back := len(p.past) - i
		if stone && !p.g.simpleKo || back%2 == 0 && b.passes == p.passes {
			return back, value
		}
	}
	return 0, value
}

func (p *position) Outcome() oxo.Outcome {
	if p.passes < lastPass {
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

// Margin returns the difference in points with komi, with half points rounded up: a win by half
// a point is a win by 1.
func (p *position) Margin() int {
	points := p.areas()
	return p.g.margin(points, p.turn)
}

func (g *game) margin(points [2]int, side oxo.Side) int {
	half := 2*(points[0]-points[1]) - g.komi
	if side == oxo.Second {
		half = -half
	}
	if half > 0 {
		return (half + 1) / 2
	}
	return -((1 - half) / 2)
}

// areas returns the points of each side.
func (p *position) areas() [2]int {
	if p.g.points <= wordPoints {
		return p.g.wordAreas(p.bits)
	}
	return p.area(&p.scratch)
}

func (p *position) Turn() oxo.Side { return p.turn }

// Hash combines the stones with the rest of the state.
func (p *position) Hash() uint64 { return p.g.stateHash(p.hash, p.turn, p.passes, p.ko) }

func (g *game) stateHash(stones uint64, turn oxo.Side, passes, ko int) uint64 {
	rest := uint64(turn) | uint64(passes)<<1
	return stones ^ g.zobrist[none][ko] ^ splitmix(rest*0x9e3779b97f4a7c15)
}

func (p *position) Clone() oxo.Position {
	c := *p
	c.boards, c.past = slices.Clone(p.boards), slices.Clone(p.past)
	c.cells = c.boards[len(c.boards)-p.g.rim():]
	c.scratch = newScratch(len(p.cells))
	c.play, c.reader, c.guide = nil, nil, guide{p: &c}
	return &c
}

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Unit: pointWorth} }
