package sticks

import (
	"strconv"

	"oxo"
	"oxo/game/board"
)

// Motives says whether a move leaves heaps that lose for the other side by the theory of Nim
// [Bouton01], see [position.wins].
func (p *position) Motives(m oxo.Move) []board.Motive {
	p.Make(m)
	defer p.Unmake(m)
	if p.left == 0 || p.wins() {
		return nil
	}
	return []board.Motive{{Kind: board.Wins, Name: "balance", Text: "leaves " + p.balance() + ", and can do so again after every reply, to the end"}}
}

// balance says what losing heaps have in common.
func (p *position) balance() string {
	step := strconv.Itoa(p.g.limit + 1)
	if len(p.heaps) == 1 {
		if p.g.normal {
			return strconv.Itoa(p.left) + ", a multiple of " + step
		}
		return strconv.Itoa(p.left) + ", one more than a multiple of " + step
	}
	most := 0
	for _, n := range p.heaps {
		most = max(most, n%(p.g.limit+1))
	}
	if !p.g.normal && most <= 1 {
		return "an odd number of heaps with a single stick to spare"
	}
	return "heaps in balance (their nim-sum is 0)"
}
