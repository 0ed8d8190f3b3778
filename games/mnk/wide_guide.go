package mnk

import (
	"slices"

	"oxo"
)

// wideGuide is [guide] for boards of more than 64 squares. From the counters it finds a win, a
// block, a double threat, a fork, and bounds from the lines. It leaves forced moves to the
// search.
type wideGuide wide

// sideLines sums up the live lines of a side.
func (p *wide) sideLines(side int) sideLines {
	k := p.g.rules.K
	s := sideLines{least: k + 1}
	for n, lines := range p.live[side] {
		if lines > 0 {
			s.least = k - n
			s.potential += lines << n
		}
	}
	return s
}

// squares calls visit with the empty squares of each live line of a side with n stones.
func (p *wide) squares(side, n int, visit func(empty []int)) {
	var empty [maxSide]int
	left := p.live[side][n]
	for line := 0; left > 0; line++ {
		if int(p.counts[side][line]) != n || p.blocked[side][line] != 0 {
			continue
		}
		left--
		squares := empty[:0]
		for _, sq := range p.g.lines[line] {
			if p.cells[sq] == none {
				squares = append(squares, sq)
			}
		}
		visit(squares)
	}
}

// winning returns up to two different squares that complete a line of a side.
func (p *wide) winning(side int) (a, b int) {
	a, b = none, none
	if k := p.g.rules.K; p.live[side][k-1] > 0 {
		p.squares(side, k-1, func(empty []int) {
			switch {
			case a == none:
				a = empty[0]
			case empty[0] != a:
				b = empty[0]
			}
		})
	}
	return a, b
}

// fork returns a square that makes two different threats of a side at once.
func (p *wide) fork(side int) int {
	k := p.g.rules.K
	if k < 2 || p.live[side][k-2] < 2 {
		return none
	}
	var other [maxSide * maxSide]int16 // for each square of a pair: the other, plus one
	found := none
	p.squares(side, k-2, func(empty []int) {
		for i, sq := range empty {
			partner := int16(empty[1-i]) + 1
			if other[sq] != 0 && other[sq] != partner && found == none {
				found = sq
			}
			other[sq] = partner
		}
	})
	return found
}

// Expand finds the values that the counters prove, and sorts the other moves.
func (gd *wideGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := (*wide)(gd)
	if p.lined {
		return buf, oxo.Exactly(oxo.Loss(0))
	}
	if p.ply == p.g.squares {
		return buf, oxo.Exactly(oxo.Draw)
	}
	p.count()
	if p.g.rules.K >= threatsFrom {
		return p.expandByThreats(alpha, beta, buf)
	}
	mine := p.ply & 1
	if a, _ := p.winning(mine); a != none {
		return decided(buf, oxo.Move(a), oxo.Win(1))
	}
	block, second := p.winning(1 - mine)
	if second != none {
		return decided(buf, oxo.Move(block), oxo.Loss(2))
	}
	if block != none { // nothing is certain before the threat is answered
		return append(buf, oxo.Child{Move: oxo.Move(block), Bounds: oxo.Bounds{}}), oxo.Bounds{}
	}
	if m := p.fork(mine); m != none {
		return decided(buf, oxo.Move(m), oxo.Win(3))
	}
	own, opp := p.sideLines(mine), p.sideLines(1-mine)
	b := lineBounds(p.g.rules.K, own, opp, p.g.squares-p.ply)
	if b.Decide(alpha, beta) {
		return buf, b
	}
	from, dead := len(buf), false
	for _, sq := range p.g.order {
		if p.cells[sq] == none {
			weight := p.worth[0][sq] + p.worth[1][sq]
			buf = appendMove(buf, sq, weight, oxo.Bounds{}, p.lineless(sq), &dead)
		}
	}
	boundAll(buf[from:], b)
	return buf, b
}

// Evaluate compares the shapes of both sides, or without patterns their live lines.
func (p *wide) Evaluate() oxo.Score {
	if p.field != nil {
		own, opp, tempo := p.shapeValue()
		return own + opp + tempo
	}
	own, opp := p.lineValue()
	return p.g.estimate(own, opp)
}

// lineless reports whether a square is neither in a live line nor at the end of one.
func (p *wide) lineless(sq int) bool {
	if p.field != nil {
		return p.field.spots[sq].sum == 0 && !p.endsLive(sq)
	}
	return p.worth[0][sq] == 0 && p.worth[1][sq] == 0 && !p.endsLive(sq)
}

func (p *wide) lineValue() (own, opp int) {
	for n, value := range p.t.values {
		own += value * p.live[p.ply&1][n]
		opp += value * p.live[1-p.ply&1][n]
	}
	return own, opp
}

// wideMisereGuide is [misereGuide] for boards of more than 64 squares.
type wideMisereGuide wide

// Expand follows the steps of [misereGuide.Expand].
func (gd *wideMisereGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := (*wide)(gd)
	if p.lined {
		return buf, oxo.Exactly(oxo.Win(0))
	}
	if p.ply == p.g.squares {
		return buf, oxo.Exactly(oxo.Draw)
	}
	mine := p.ply & 1
	var losing [maxSide * maxSide]bool
	safe := p.g.squares - p.ply
	p.squares(mine, p.g.rules.K-1, func(empty []int) {
		if !losing[empty[0]] {
			losing[empty[0]] = true
			safe--
		}
	})
	if safe == 0 {
		return decided(buf, p.firstEmpty(), oxo.Loss(1))
	}
	b := p.g.misereBounds(p.sideLines(mine), p.sideLines(1-mine), p.g.squares-p.ply)
	if b.Decide(alpha, beta) {
		return buf, b
	}
	from, dead := len(buf), false
	for _, sq := range p.g.order {
		if p.cells[sq] == none && !losing[sq] {
			lineless := p.lineless(sq)
			buf = appendMove(buf, sq, -p.worth[mine][sq], oxo.Bounds{}, lineless, &dead)
		}
	}
	boundAll(buf[from:], b)
	return buf, b
}

func (p *wide) firstEmpty() oxo.Move { return oxo.Move(slices.Index(p.cells, none)) }
