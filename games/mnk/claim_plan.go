package mnk

import (
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// Plan returns pairs of squares that stop every line of the claimant, who is to move, except
// lines that the potential stops (see [pairing.settles]) or that a search of the rest stops (see
// [leftover]). Groups that have a choice avoid the squares in leave; a scheme may still use them.
func (c *lineClaim[H]) Plan(leave []oxo.Move) (pairs [][2]oxo.Move, ok bool) {
	c.pairing.asked = set[H]{}
	for _, m := range leave {
		c.pairing.asked.add(int(m))
	}
	c.thorough = true // the proof may have been thorough when it settled this position
	ok = c.prevented()
	c.pairing.asked = set[H]{}
	if !ok || c.byPotential {
		return nil, ok
	}
	for rest := c.pairing.paired; !rest.empty(); {
		sq := rest.next()
		other := c.pairing.partner(sq)
		rest.remove(other)
		pairs = append(pairs, [2]oxo.Move{oxo.Move(sq), oxo.Move(other)})
	}
	return pairs, true
}

// partner returns the other square of a pair.
func (p *pairing[H]) partner(sq int) int {
	if p.improved {
		return int(p.scheme.now.partner[sq&127])
	}
	has := &p.of[p.owner[sq]].has
	return int(has[0]) ^ int(has[1]) ^ sq
}

// Aside returns the pairs of all groups outside the core, and the two squares of an exchange.
// One of these two may be in other lines of the core. The claimant is to move. For a strict
// claim it returns nothing: a stone on such a pair may be a threat that must be answered.
func (c *lineClaim[H]) Aside() (pairs [][2]oxo.Move) {
	if !c.relaxed {
		return nil
	}
	c.pairing.asked = set[H]{}
	c.pairing.plan(c.contents[0])
	c.pairing.core()
	for i := range c.pairing.of {
		if g := &c.pairing.of[i]; !g.core && g.has[1] >= 0 {
			pairs = append(pairs, [2]oxo.Move{oxo.Move(g.has[0]), oxo.Move(g.has[1])})
		}
	}
	if first, second, ok := c.pairing.exchange(); ok {
		pairs = append(pairs, [2]oxo.Move{oxo.Move(first), oxo.Move(second)})
	}
	return pairs
}

// Moves returns the moves that the claimant, who is to move, has to try. Moves that are refuted at once come first.
func (c *lineClaim[H]) Moves() (moves []oxo.Move) {
	children, _ := c.Expand(nil)
	slices.SortStableFunc(children, func(a, b knowledge.Child) int {
		return int(b.Verdict) - int(a.Verdict) // fails, holds, open
	})
	for i := range children {
		moves = append(moves, children[i].Move)
	}
	return moves
}
