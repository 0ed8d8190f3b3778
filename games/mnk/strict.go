package mnk

import (
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// strictTables has a game's tables for renju and caro.
type strictTables struct {
	zobrist [2][]uint64
	view    *renjuView // of the empty board; nil in caro
}

func newStrictTables(g *game) *strictTables {
	t := &strictTables{}
	for side := range t.zobrist {
		for sq := range g.squares {
			t.zobrist[side] = append(t.zobrist[side], oxo.Key{Hi: uint64(side + 1), Lo: uint64(sq + 1)}.Hash())
		}
	}
	if g.rules.Renju {
		t.view = newRenjuView(g)
	}
	return t
}

// strict is a position of renju or caro, on a board of any size. In caro the squares around a row
// matter, and in renju the sides have different rules. So this type does not use the theorems about
// lines that the other games of this package use.
type strict struct {
	g     *game
	t     *strictTables
	cells []int8 // the side that owns each square, or none
	ply   int    // stones on the board; X moves at even plies
	lined bool   // the side that moved last has a row that wins
	hash  uint64
	bits  [2]uint64  // the stones of each side, if the board has at most 64 squares
	view  *renjuView // nil in caro

	counts [2][]int8 // stones of each side in each line
	live   [2][]int  // live[side][n]: lines with n stones of a side and none of the other
}

func newStrict(g *game) *strict {
	p := &strict{g: g, t: g.strict, cells: make([]int8, g.squares)}
	for sq := range p.cells {
		p.cells[sq] = none
	}
	for side := range p.counts {
		p.counts[side] = make([]int8, len(g.lines))
		p.live[side] = make([]int, g.rules.K+1)
		p.live[side][0] = len(g.lines)
	}
	if p.t.view != nil {
		p.view = p.t.view.clone()
	}
	return p
}

// Moves appends the empty squares, in renju without those that are forbidden to black.
func (p *strict) Moves(buf []oxo.Move) []oxo.Move {
	if p.lined {
		return buf
	}
	barred := p.bars()
	for _, sq := range p.g.order {
		if p.open(sq, barred) {
			buf = append(buf, oxo.Move(sq))
		}
	}
	return buf
}

// bars reports whether squares may be forbidden to the side to move.
func (p *strict) bars() bool { return p.view != nil && p.ply&1 == 0 }

// open reports whether a square is empty and, if squares are barred, not forbidden.
func (p *strict) open(sq int, barred bool) bool {
	return p.cells[sq] == none && (!barred || !p.view.foul(sq).forbids()) && (p.ply >= openingPlies || !p.g.rules.Opening || p.g.rules.nearCentre(sq, p.ply))
}

func (p *strict) Make(m oxo.Move) {
	side := p.ply & 1
	p.put(side, int(m))
	p.lined = p.wins(side, int(m))
}

// put sets a stone. It does not check the rules.
func (p *strict) put(side, sq int) {
	p.ply++
	p.change(side, sq, side)
	other := 1 - side
	for _, line := range p.g.through[sq] {
		n, theirs := p.counts[side][line], p.counts[other][line]
		if theirs == 0 {
			p.live[side][n]--
			p.live[side][n+1]++
		}
		if n == 0 {
			p.live[other][theirs]--
		}
		p.counts[side][line] = n + 1
	}
}

// Unmake removes the stone of the last move.
func (p *strict) Unmake(m oxo.Move) {
	p.ply--
	p.lined = false
	side := p.ply & 1
	other := 1 - side
	p.change(side, int(m), none)
	for _, line := range p.g.through[m] {
		n, theirs := p.counts[side][line]-1, p.counts[other][line]
		if theirs == 0 {
			p.live[side][n]++
			p.live[side][n+1]--
		}
		if n == 0 {
			p.live[other][theirs]++
		}
		p.counts[side][line] = n
	}
}

// change does the common work of put and Unmake: it sets the content of a square, and counts the stones.
func (p *strict) change(side, sq, content int) {
	p.cells[sq] = int8(content)
	p.hash ^= p.t.zobrist[side][sq]
	if p.g.squares <= wordSquares {
		p.bits[side] ^= 1 << sq
	}
	switch {
	case p.view == nil:
	case side == 0:
		p.view.turn(p.view.black, sq)
	default:
		p.view.turn(p.view.closed, sq)
	}
}

// Outcome returns the result. A side that has no legal move draws: see [game.allRules].
func (p *strict) Outcome() oxo.Outcome {
	o := p.g.outcome(p.lined, p.ply)
	if o == oxo.Ongoing && p.bars() && p.stuck() {
		return oxo.Drawn
	}
	return o
}

// stuck reports whether every empty square is forbidden.
func (p *strict) stuck() bool {
	for _, sq := range slices.Backward(p.g.order) { // the last ones have few stones around
		if p.open(sq, true) {
			return false
		}
	}
	return true
}

func (p *strict) Turn() oxo.Side { return oxo.Side(p.ply & 1) }
func (p *strict) Hash() uint64   { return p.Key().Hash() }

// Clone returns a copy.
func (p *strict) Clone() oxo.Position {
	c := *p
	c.cells = append(c.cells[:0:0], p.cells...)
	for side := range 2 {
		c.counts[side] = append(c.counts[side][:0:0], p.counts[side]...)
		c.live[side] = append(c.live[side][:0:0], p.live[side]...)
	}
	if p.view != nil {
		c.view = p.view.clone()
	}
	return &c
}

// Key returns the stones of both sides, if they fit into two words, else a hash.
func (p *strict) Key() oxo.Key {
	if p.g.squares <= wordSquares {
		return oxo.Key{Lo: p.bits[0], Hi: p.bits[1]}
	}
	return oxo.Key{Lo: p.hash}
}

// KeyBits returns 128 on a board of at most 64 squares, where keys are exact.
func (p *strict) KeyBits() int {
	if p.g.squares <= wordSquares {
		return 128
	}
	return 0
}

func (p *strict) Symmetries() int { return len(p.g.symmetries) }

// Canonical returns the least key over all symmetries.
func (p *strict) Canonical() (oxo.Key, int) {
	var images [8]oxo.Key // a board with edges has no more
	small := p.g.squares <= wordSquares
	for sq, side := range p.cells {
		if side == none {
			continue
		}
		for s, symmetry := range p.g.symmetries {
			switch to := symmetry[sq]; {
			case !small:
				images[s].Lo ^= p.t.zobrist[side][to]
			case side == 0:
				images[s].Lo |= 1 << to
			default:
				images[s].Hi |= 1 << to
			}
		}
	}
	best := 0
	for s := range p.g.symmetries {
		if a, b := images[s], images[best]; a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo {
			best = s
		}
	}
	return images[best], best
}

func (p *strict) MapMove(m oxo.Move, s int) oxo.Move   { return oxo.Move(p.g.symmetries[s][m]) }
func (p *strict) UnmapMove(m oxo.Move, s int) oxo.Move { return oxo.Move(p.g.inverses[s][m]) }

func (p *strict) Size() (columns, rows int)        { return p.g.rules.Columns, p.g.rules.Rows }
func (p *strict) Labels() (columns, rows []string) { return notation.Labels(p.Size()) }
func (p *strict) At(s board.Square) board.Cell     { return p.g.at(p, s) }
func (p *strict) game() *game                      { return p.g }
func (p *strict) place(side oxo.Side, sq int)      { p.put(int(side), sq) }

func (p *strict) stone(sq int) (oxo.Side, bool) {
	if p.cells[sq] == none {
		return 0, false
	}
	return oxo.Side(p.cells[sq]), true
}

func (p *strict) settle() {
	side := 1 - p.ply&1
	for sq, cell := range p.cells {
		p.lined = p.lined || int(cell) == side && p.wins(side, sq)
	}
}

// Facts implements [oxo.Factual]. The unit is the worth of a line with two stones.
func (p *strict) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Unit: strictUnit} }

// Motives says what a move makes and stops, and whether it closes the last line open to a side.
func (p *strict) Motives(m oxo.Move) []board.Motive {
	return append(p.g.rowMotives(p, m), p.g.motives(p, m)...)
}
