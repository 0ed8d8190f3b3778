package search

import "oxo"

// counters is the number of moves that a best answer is kept for.
const counters = 256

// goodElsewhere is what a move gains that ended a sibling node, or that ended
// a node after the same move before: a quarter of a threat, in the unit of
// [oxo.Child].
const goodElsewhere = 4

// order says in which turns to search the moves: highest Order first, and among
// equal ones as they came; before them all the best move of an earlier search of
// the position, where there is one. A move that ended the last node of this ply
// [AklNewborn77] or answered the same move before [Uiterwijk92] gains a little.
func (s *Searcher) order(here *ply, children []oxo.Child, id *identity, previous oxo.Move, at int) turns {
	last := len(children) - 1
	if last <= 0 {
		return 0
	}
	sorted := children[0].Order == 0 && children[last].Order == 0
	counter := s.counters[at&1][previous%counters]
	switch {
	case s.rng != nil:
		s.rng.Shuffle(len(children), func(i, j int) { children[i], children[j] = children[j], children[i] })
	case sorted:
	case last < fewMoves && at > 0:
		var best oxo.Move
		if id.hasBest {
			best = id.best + 1
		}
		return turnsOf(children, here.killer, counter, best)
	default:
		for i := range children {
			if m := children[i].Move + 1; m == here.killer || m == counter {
				children[i].Order += goodElsewhere
			}
		}
		sortByOrder(children)
	}
	if id.hasBest {
		promote(children, id.best)
	}
	if at == 0 && s.run.hasBest {
		promote(children, s.run.best)
	}
	return 0
}

// turns is the order of a few moves, four bits for the index of each, the first
// one lowest: so the moves stay where they are. 0 is the order that they are in.
type turns uint64

// fewMoves is how many moves turns has room for.
const fewMoves = 16

// at returns the index of the move whose turn is the i-th.
func (t turns) at(i int) int {
	if t == 0 {
		return i
	}
	return int(t >> (4 * i & 63) & (fewMoves - 1))
}

// inOrder are the turns of moves that come in order.
const inOrder turns = 0xfedcba9876543210

// postponed gives the i-th of n moves the last turn.
func (t turns) postponed(i, n int) turns {
	if t == 0 {
		t = inOrder
	}
	before := turns(1)<<(4*i&63) - 1
	last := 4 * (n - 1) & 63
	moved := t >> (4 * i & 63) & (fewMoves - 1)
	rest := t&before | t>>4&^before
	return rest&(turns(1)<<last-1) | moved<<last
}

// turnsOf sorts a few moves. Each finds its place by counting the ones before it
// that are no worse, without a branch that depends on it: nobody can foresee
// them, and each that goes another way costs as much as ten comparisons. The
// moves to be preferred are given as move + 1, 0 for none.
func turnsOf(children []oxo.Child, killer, counter, best oxo.Move) turns {
	var keys [fewMoves]int32
	var t turns
	for i := range children {
		c := &children[i]
		m, bonus := c.Move+1, int32(0)
		if m == killer {
			bonus = goodElsewhere
		}
		if m == counter {
			bonus = goodElsewhere
		}
		if m == best {
			bonus = 1 << 20
		}
		key, place := int32(c.Order)+bonus, int32(i)
		for _, k := range keys[:i&(fewMoves-1)] {
			place += (k - key) >> 31
		}
		keys[i&(fewMoves-1)] = key
		before := turns(1)<<(4*place&63) - 1
		t = t&before | turns(i)<<(4*place&63) | t&^before<<4
	}
	return t
}

// sortByOrder sorts by insertion: there are few moves, and mostly in order.
func sortByOrder(children []oxo.Child) {
	for i := 1; i < len(children); i++ {
		c, at := children[i], i
		for ; at > 0 && children[at-1].Order < c.Order; at-- {
			children[at] = children[at-1]
		}
		children[at] = c
	}
}

// promote moves the child of a move to the front.
func promote(children []oxo.Child, m oxo.Move) {
	for i, c := range children {
		if c.Move == m {
			copy(children[1:i+1], children[:i])
			children[0] = c
			return
		}
	}
}
