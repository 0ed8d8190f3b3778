package connect4

import (
	"math/bits"
	"strconv"

	"oxo"
)

// position is a board in two words. A column takes height+1 bits, the lowest
// square first; the spare bit above it stays empty, so that lines do not run
// from one column into the next. On 7x6:
//
//	6 13 20 27 34 41 48   spare
//	5 12 19 26 33 40 47   top row
//	4 11 18 25 32 39 46
//	3 10 17 24 31 38 45
//	2  9 16 23 30 37 44
//	1  8 15 22 29 36 43
//	0  7 14 21 28 35 42   bottom row
type position struct {
	g      *Game
	stones [2]uint64 // of X and of O
	ply    int       // stones on the board; X moves at even plies
	lined  bool      // the side that moved last has four in a row
}

func (p *position) mask() uint64 { return p.stones[0] | p.stones[1] }

// playable returns the square that each column that is not full offers.
func (p *position) playable() uint64 { return (p.mask() + p.g.bottom) & p.g.board }

// column returns all squares of a column.
func (g *Game) column(c int) uint64 { return (1<<g.height - 1) << (c * (g.height + 1)) }

func (p *position) Moves(buf []oxo.Move) []oxo.Move {
	if p.lined {
		return buf
	}
	playable := p.playable()
	for _, c := range p.g.order {
		if playable&p.g.column(c) != 0 {
			buf = append(buf, oxo.Move(c))
		}
	}
	return buf
}

func (p *position) Make(m oxo.Move) {
	side := p.ply & 1
	p.stones[side] |= p.playable() & p.g.column(int(m))
	p.ply++
	p.lined = p.g.hasLine(p.stones[side])
}

func (p *position) Unmake(m oxo.Move) {
	p.ply--
	column := p.mask() & p.g.column(int(m))
	p.stones[p.ply&1] &^= 1 << (bits.Len64(column) - 1)
	p.lined = false
}

// directions are the distances, in bits, of neighbours in a column, along a
// falling diagonal, a row and a rising diagonal.
func (g *Game) directions() [4]int { return [4]int{1, g.height, g.height + 1, g.height + 2} }

// hasLine reports whether a set of stones has four in a row.
func (g *Game) hasLine(stones uint64) bool {
	for _, d := range g.directions() {
		if pairs := stones & (stones >> d); pairs&(pairs>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

func (p *position) Outcome() oxo.Outcome {
	switch {
	case p.lined:
		return oxo.Lost
	case p.ply == p.g.width*p.g.height:
		return oxo.Drawn
	}
	return oxo.Ongoing
}

func (p *position) Turn() oxo.Side { return oxo.Side(p.ply & 1) }
func (p *position) Hash() uint64   { return p.Key().Hash() }

func (p *position) Clone() oxo.Position {
	c := *p
	return &c
}

// Key marks in each column the first empty square and, below it, X's stones:
// one word tells everything.
func (p *position) Key() oxo.Key { return oxo.Key{Lo: (p.mask() + p.g.bottom) | p.stones[0]} }

func (p *position) Symmetries() int { return 2 }

// Canonical takes the lesser of the keys of the board and of its mirror image.
func (p *position) Canonical() (oxo.Key, int) {
	key := p.Key()
	if mirror := p.g.mirror(key.Lo); mirror < key.Lo {
		return oxo.Key{Lo: mirror}, 1
	}
	return key, 0
}

// mirror turns the order of the columns round, spare bits and all.
func (g *Game) mirror(word uint64) uint64 {
	var to uint64
	step := g.height + 1
	for range g.width {
		to = to<<step | word&(1<<step-1)
		word >>= step
	}
	return to
}

func (p *position) MapMove(m oxo.Move, symmetry int) oxo.Move {
	if symmetry == 0 {
		return m
	}
	return oxo.Move(p.g.width-1) - m
}

func (p *position) UnmapMove(m oxo.Move, symmetry int) oxo.Move { return p.MapMove(m, symmetry) }

func (p *position) Size() (columns, rows int) { return p.g.width, p.g.height }

// Labels numbers the columns; rows have no names.
func (p *position) Labels() (columns, rows []string) {
	for c := range p.g.width {
		columns = append(columns, strconv.Itoa(c+1))
	}
	return columns, nil
}

func (g *Game) square(s oxo.Square) uint64 { return 1 << (s.Column*(g.height+1) + s.Row) }

func (p *position) At(s oxo.Square) oxo.Cell {
	for side, stones := range p.stones {
		if stones&p.g.square(s) != 0 {
			return oxo.Cell{Text: p.g.SideName(oxo.Side(side)), Owner: oxo.Side(side)}
		}
	}
	return oxo.Cell{}
}

// Line returns four squares in a row, where there are any.
func (p *position) Line() []oxo.Square {
	if !p.lined {
		return nil
	}
	stones := p.stones[1-p.ply&1]
	for i, d := range p.g.directions() {
		step := [4]oxo.Square{{Row: 1}, {Column: 1, Row: -1}, {Column: 1}, {Column: 1, Row: 1}}[i]
		pairs := stones & (stones >> d)
		four := pairs & (pairs >> (2 * d))
		if four == 0 {
			continue
		}
		first := bits.TrailingZeros64(four)
		s := oxo.Square{Column: first / (p.g.height + 1), Row: first % (p.g.height + 1)}
		var line []oxo.Square
		for range 4 {
			line = append(line, s)
			s.Column, s.Row = s.Column+step.Column, s.Row+step.Row
		}
		return line
	}
	return nil
}

// Guide returns what the game knows of this position.
func (p *position) Guide() oxo.Guide { return (*guide)(p) }
