package morris

import (
	"fmt"
	"math/bits"

	"oxo"
	"oxo/game/board"
)

// state is what the rules know of a position; the points are bits.
type state struct {
	on   [2]uint32 // the men of the sides
	hand [2]int8   // men that are not placed yet
	turn oxo.Side
}

// Position is a position of [Game].
type Position struct {
	g *Game
	state
	past []state // the positions before
}

// mill reports whether some men have a line.
func (g *Game) mill(men uint32) bool {
	for _, m := range g.mills {
		if men&m == m {
			return true
		}
	}
	return false
}

// closes reports whether a man makes a mill by arriving on a point.
func (g *Game) closes(men uint32, at int) bool {
	for _, m := range g.mills {
		if m>>at&1 == 1 && (men|1<<at)&m == m {
			return true
		}
	}
	return false
}

// takeable returns the men that a mill may take: those outside mills, or all men if each
// is in a mill.
func (g *Game) takeable(men uint32) uint32 {
	safe := uint32(0)
	for _, m := range g.mills {
		if men&m == m {
			safe |= m
		}
	}
	if free := men &^ safe; free != 0 {
		return free
	}
	return men
}

// Moves implements [oxo.Position].
func (p *Position) Moves(buf []oxo.Move) []oxo.Move {
	if p.lost() {
		return buf
	}
	return p.moves(buf)
}

func (p *Position) moves(buf []oxo.Move) []oxo.Move {
	mine := p.on[p.turn]
	empty := (uint32(1)<<len(p.g.points) - 1) &^ (p.on[0] | p.on[1])
	if p.hand[p.turn] > 0 {
		return p.arrivals(buf, none, mine, empty)
	}
	jumps := p.g.jumps && bits.OnesCount32(mine) == 3
	for men := mine; men != 0; men &= men - 1 {
		from := bits.TrailingZeros32(men)
		to := empty & p.g.neighbours[from]
		if jumps {
			to = empty
		}
		buf = p.arrivals(buf, from, mine&^(1<<from), to)
	}
	return buf
}

// arrivals lists the moves of a man to the points in to. others are the points of its side's other men. A move that makes
// a mill is listed once for each man that the mill may take.
func (p *Position) arrivals(buf []oxo.Move, from int, others, to uint32) []oxo.Move {
	for ; to != 0; to &= to - 1 {
		at := bits.TrailingZeros32(to)
		if !p.g.takes || !p.g.closes(others, at) || p.on[p.turn.Opponent()] == 0 {
			buf = append(buf, move(from, at, none))
			continue
		}
		for men := p.g.takeable(p.on[p.turn.Opponent()]); men != 0; men &= men - 1 {
			buf = append(buf, move(from, at, bits.TrailingZeros32(men)))
		}
	}
	return buf
}

// lost reports whether the side to move has lost by the men on the board.
func (p *Position) lost() bool {
	if p.g.takes {
		return bits.OnesCount32(p.on[p.turn])+int(p.hand[p.turn]) < 3
	}
	return p.g.mill(p.on[p.turn.Opponent()])
}

// Outcome implements [oxo.Position].
func (p *Position) Outcome() oxo.Outcome {
	if p.lost() || len(p.moves(nil)) == 0 {
		return oxo.Lost
	}
	return oxo.Ongoing
}

// Make implements [oxo.Position].
func (p *Position) Make(m oxo.Move) {
	p.past = append(p.past, p.state)
	from, to, taken := parts(m)
	if from == none {
		p.hand[p.turn]--
	} else {
		p.on[p.turn] &^= 1 << from
	}
	p.on[p.turn] |= 1 << to
	p.turn = p.turn.Opponent()
	if taken != none {
		p.on[p.turn] &^= 1 << taken
	}
}

// Unmake implements [oxo.Position].
func (p *Position) Unmake(oxo.Move) {
	p.state, p.past = p.past[len(p.past)-1], p.past[:len(p.past)-1]
}

// Repeated implements [oxo.Looping]: a position that comes back is a draw.
func (p *Position) Repeated() (int, oxo.Score) {
	for n := 2; n <= len(p.past); n += 2 {
		if p.past[len(p.past)-n] == p.state {
			return n, oxo.Draw
		}
	}
	return 0, oxo.Draw
}

// Turn implements [oxo.Position].
func (p *Position) Turn() oxo.Side { return p.turn }

// Key implements [oxo.Keyed]: 24 bits for the men of each side, 4 for those in its hand, and one for the turn.
func (p *Position) Key() oxo.Key { return p.keyOf(p.on[0], p.on[1]) }

// keyOf returns the key with other men on the board.
func (p *Position) keyOf(black, white uint32) oxo.Key {
	return oxo.Key{Lo: uint64(black) | uint64(white)<<24 | uint64(p.hand[0])<<48 | uint64(p.hand[1])<<52 | uint64(p.turn)<<56}
}

// Restore implements [oxo.Restorable].
func (p *Position) Restore(k oxo.Key) {
	p.past = p.past[:0]
	p.on = [2]uint32{uint32(k.Lo & (1<<24 - 1)), uint32(k.Lo >> 24 & (1<<24 - 1))}
	p.hand = [2]int8{int8(k.Lo >> 48 & 15), int8(k.Lo >> 52 & 15)}
	p.turn = oxo.Side(k.Lo >> 56 & 1)
}

// KeyBits implements [oxo.Keyed].
func (p *Position) KeyBits() int { return 57 }

// Hash implements [oxo.Position].
func (p *Position) Hash() uint64 { return p.Key().Hash() }

// Clone implements [oxo.Position].
func (p *Position) Clone() oxo.Position {
	c := *p
	c.past = append([]state(nil), p.past...)
	return &c
}

// Facts implements [oxo.Factual].
func (p *Position) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }

// Size implements [board.Grid].
func (p *Position) Size() (columns, rows int) { return p.g.columns, p.g.rows }

// Labels implements [board.Grid].
func (p *Position) Labels() (columns, rows []string) {
	for i := range p.g.columns {
		columns, rows = append(columns, string(rune('a'+i))), append(rows, fmt.Sprint(i+1))
	}
	return columns, rows
}

// At implements [board.Grid].
func (p *Position) At(sq board.Square) board.Cell {
	for at, point := range p.g.points {
		for side, men := range p.on {
			if point == sq && men>>at&1 == 1 {
				return board.Cell{Text: p.g.facts.Sides[side][:1], Owner: oxo.Side(side)}
			}
		}
	}
	return board.Cell{}
}

// Line implements [board.Grid]: the mill that won.
func (p *Position) Line() (line []board.Square) {
	for _, m := range p.g.mills {
		if p.on[p.turn.Opponent()]&m != m || p.Outcome() == oxo.Ongoing {
			continue
		}
		for at, point := range p.g.points {
			if m>>at&1 == 1 {
				line = append(line, point)
			}
		}
		return line
	}
	return nil
}
