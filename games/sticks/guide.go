package sticks

import (
	"slices"

	"oxo"
)

// guide knows the winner by the theory of Nim [Bouton01]; how soon it wins is left to the
// search.
type guide position

// wins reports whether the side to move wins. A heap counts modulo limit + 1, since the
// opponent can always complete a move to that number of sticks. The side to move loses if the
// exclusive or of the heaps is 0; but if the last stick loses and no heap is above 1, it loses
// if the exclusive or is 1.
func (p *position) wins() bool {
	sum, most := 0, 0
	for _, n := range p.heaps {
		rest := n % (p.g.limit + 1)
		sum, most = sum^rest, max(most, rest)
	}
	if !p.g.normal && most <= 1 {
		return sum == 0
	}
	return sum != 0
}

// soonest and latest return the least and the greatest number of plies that the game takes.
func (p *position) soonest() int {
	plies := 0
	for _, n := range p.heaps {
		plies += (n + p.g.limit - 1) / p.g.limit
	}
	return plies
}

func (p *position) latest() int { return p.left }

// bounds returns the winner and the possible numbers of plies. Their parity decides which
// side takes the last stick.
func (p *position) bounds() oxo.Bounds {
	if p.left == 0 {
		return oxo.Exactly(oxo.Final(p))
	}
	first, last := p.soonest(), p.latest()
	// The side to move makes the odd plies. It ends the game with one of them if it wins by
	// taking the last stick; with an even one, the other side takes it.
	wins := p.wins()
	odd := 0
	if wins == p.g.normal {
		odd = 1
	}
	if first%2 != odd {
		first++
	}
	if last%2 != odd {
		last--
	}
	if wins {
		return oxo.Between(oxo.Win(last), oxo.Win(first))
	}
	return oxo.Between(oxo.Loss(first), oxo.Loss(last))
}

// Expand lists the moves, winning moves first, then moves that take more sticks. Heaps of
// equal size are alike: one of them is enough.
func (gd *guide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := (*position)(gd)
	b := p.bounds()
	if p.left == 0 || b.Decide(alpha, beta) {
		return buf, b
	}
	for heap, n := range p.heaps {
		if slices.Contains(p.heaps[:heap], n) {
			continue
		}
		for take := min(n, p.g.limit); take >= 1; take-- {
			m := oxo.Move(heap<<takeBits | take)
			p.Make(m)
			known := p.bounds().ToParent()
			p.Unmake(m)
			order := int32(take)
			if known.Lo().IsWin() {
				order += 1 << takeBits
			}
			buf = append(buf, oxo.Child{Move: m, Bounds: known, Order: order})
		}
	}
	return buf, b
}

// Evaluate returns the result by theory: nearly everything.
func (p *position) Evaluate() oxo.Score {
	if p.wins() {
		return 1
	}
	return -1
}
