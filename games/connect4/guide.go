package connect4

import (
	"math/bits"

	"oxo"
)

// guide is a first guide: wins, blocks, squares that must not be played, lines
// that nobody can complete any more, the follow-up rule for the second side,
// and an order by threats.
type guide position

// wins returns the empty squares, playable or not, that would complete a line
// of a side: for each direction three of four in a row with the gap at either
// end or inside.
func (p *position) wins(side int) uint64 {
	own := p.stones[side]
	height := p.g.height
	r := own << 1 & (own << 2) & (own << 3) // on top of three
	for _, d := range [3]int{height, height + 1, height + 2} {
		up := own << d & (own << (2 * d))
		r |= up & (own << (3 * d)) // X X X _
		r |= up & (own >> d)       // X X _ X
		down := own >> d & (own >> (2 * d))
		r |= down & (own << d)       // X _ X X
		r |= down & (own >> (3 * d)) // _ X X X
	}
	return r & p.g.board &^ p.mask()
}

// Expand settles wins and blocks, leaves out moves that lose at once, and
// orders the rest by the winning squares they make.
func (gd *guide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := (*position)(gd)
	left := p.g.width*p.g.height - p.ply
	// 1. The game is over.
	if p.lined {
		return buf, oxo.Exactly(oxo.Loss(0))
	}
	if left == 0 {
		return buf, oxo.Exactly(oxo.Draw)
	}
	side := p.ply & 1
	playable, theirs := p.playable(), p.wins(1-side)
	// 2. The side to move completes a line.
	if own := p.wins(side) & playable; own != 0 {
		return p.decided(buf, own, oxo.Win(1))
	}
	// 3. The opponent completes one next: two cannot be stopped; nor may a
	// move be made below a square that the opponent needs.
	safe := playable
	if threats := theirs & playable; threats != 0 {
		safe = threats
		if threats&(threats-1) != 0 {
			safe = 0
		}
	}
	if safe &^= theirs >> 1; safe == 0 {
		return p.decided(buf, playable, oxo.Loss(2))
	}
	// 4. What is certain of the value.
	b := p.bounds(left)
	full := alpha == -oxo.Infinity && beta == oxo.Infinity
	if !full && (b.Lo >= beta || b.Hi <= alpha || b.Exact()) {
		return buf, b
	}
	return p.sorted(buf, safe, b), b
}

// bounds tells what is certain when nobody completes a line with the next two
// plies: how soon at most, and who cannot win at all.
func (p *position) bounds(left int) oxo.Bounds {
	b := oxo.Exactly(oxo.Draw)
	side, empty := p.ply&1, p.g.board&^p.mask()
	if left >= 3 && p.g.hasLine(p.stones[side]|empty) && !p.followUp() {
		b.Hi = oxo.Win(3)
	}
	if left >= 4 && p.g.hasLine(p.stones[1-side]|empty) {
		b.Lo = oxo.Loss(4)
	}
	return b
}

// followUp reports whether the first side, to move on a board of even height,
// cannot win because the second side may always follow: it answers above the
// stone just played, or, when that was on an even row, on another playable
// square of an even row (there is one, since the empty squares are even in
// number, and so are the columns with an odd number of them). So the first
// side gets at most the squares of odd rows and those that are playable now;
// without a line in these and its stones it does not win.
func (p *position) followUp() bool {
	if p.ply&1 != 0 || p.g.height%2 != 0 {
		return false
	}
	within := p.g.oddRows&^p.mask() | p.playable()
	return !p.g.hasLine(p.stones[0] | within)
}

func (p *position) decided(buf []oxo.Child, squares uint64, s oxo.Score) ([]oxo.Child, oxo.Bounds) {
	b := oxo.Exactly(s)
	column := bits.TrailingZeros64(squares) / (p.g.height + 1)
	return append(buf, oxo.Child{Move: oxo.Move(column), Bounds: b}), b
}

// sorted appends the columns of safe squares, those that make most winning
// squares first, and of equal ones those nearer the centre. The number stands
// in Lo until the list is sorted.
func (p *position) sorted(buf []oxo.Child, safe uint64, b oxo.Bounds) []oxo.Child {
	from, side := len(buf), p.ply&1
	for _, column := range p.g.order {
		stone := safe & p.g.column(column)
		if stone == 0 {
			continue
		}
		p.stones[side] ^= stone
		made := oxo.Score(bits.OnesCount64(p.wins(side)))
		p.stones[side] ^= stone
		buf = append(buf, oxo.Child{})
		i := len(buf) - 1
		for ; i > from && buf[i-1].Lo < made; i-- {
			buf[i] = buf[i-1]
		}
		buf[i] = oxo.Child{Move: oxo.Move(column), Bounds: oxo.Bounds{Lo: made}}
	}
	for i := range buf[from:] {
		buf[from+i].Bounds = oxo.Bounds{Lo: -oxo.Infinity, Hi: b.Hi}
	}
	return buf
}

// Evaluate counts winning squares, ten for each and five more for one in a row
// that its owner's turn will come to: odd rows for the first side, even rows
// for the second; and stones in the middle columns.
func (gd *guide) Evaluate() oxo.Score {
	p := (*position)(gd)
	centre := p.g.column((p.g.width-1)/2) | p.g.column(p.g.width/2)
	var worth [2]int
	for side := range 2 {
		wins, good := p.wins(side), p.g.oddRows
		if side == 1 {
			good = p.g.board &^ p.g.oddRows
		}
		worth[side] = 10*bits.OnesCount64(wins) + 5*bits.OnesCount64(wins&good) + bits.OnesCount64(p.stones[side]&centre)
	}
	return oxo.Score(worth[p.ply&1] - worth[1-p.ply&1])
}
