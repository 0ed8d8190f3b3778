package search

import (
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
	"oxo/search/tt"
)

// mostCountermoves is the number of moves that a countermove is kept for.
const mostCountermoves = 256

// goodBefore is what a move gains that ended a sibling node, or that ended a
// node after the same move before: a quarter of a threat, in the unit of
// [oxo.Child].
const goodBefore = 4

// arrange puts the moves in order: first one that the table says is enough, where it is worth
// asking of them. What it holds of them comes from afar: it is sent for, and asked
// afterwards.
func (s *Searcher) arrange(here *ply, id *identity, from oxo.Move, at int, ask bool, beta oxo.Score) permutation {
	if here.keyed {
		s.table.Fetch(&here.keys, len(here.children))
	}
	order := s.order(here, id, from, at)
	if ask && s.transpositionCutOff(here, beta) {
		return 0
	}
	return order
}

// order returns the order in which to search the moves: highest Order first,
// and equal ones as they came; before them all the best move of an earlier
// search of the position, where there is one. A move that ended the last node
// of this ply [AklNewborn77] or answered the same move before [Uiterwijk92]
// gains a little. A list of more moves than a permutation holds is sorted.
func (s *Searcher) order(here *ply, id *identity, previous oxo.Move, at int) permutation {
	children := here.children
	if len(children) <= 1 {
		return 0
	}
	killer, countermove := here.killer, s.countermoves[at&1][previous%mostCountermoves]
	if s.rng != nil {
		s.rng.Shuffle(len(children), func(i, j int) { children[i], children[j] = children[j], children[i] })
		killer, countermove = 0, 0
		for i := range children {
			children[i].Order = 0
		}
	}
	var best [2]oxo.Move // move + 1: the root's best move, and the table's
	if id.hasBest {
		best[1] = id.best + 1
	}
	if at == 0 && s.run.hasBest {
		best[0] = s.run.best + 1
	}
	if len(children) <= fewMoves {
		return sorted(children, killer, countermove, best)
	}
	for i := range children {
		if m := children[i].Move + 1; m == killer || m == countermove {
			children[i].Order += goodBefore
		}
	}
	sortByOrder(children)
	promote(children, best[1])
	promote(children, best[0])
	return 0
}

// permutation is the order of a few moves, four bits for the index of each, the
// first one lowest: so the moves, and their keys, stay where they are. 0 is the
// order that they are in.
//
//	63  60        7    4 3    0
//	| 16th | ... |  2nd |  1st |
type permutation uint64

// fewMoves is how many moves a permutation has room for.
const fewMoves = knowledge.MaxKeys

// at returns the index of the i-th move.
func (p permutation) at(i int) int {
	if p == 0 {
		return i
	}
	return int(p >> (4 * i & 63) & (fewMoves - 1))
}

// inOrder leaves moves where they are.
const inOrder permutation = 0xfedcba9876543210

// putOff moves the i-th of n moves to the end.
func (p permutation) putOff(i, n int) permutation {
	if p == 0 {
		p = inOrder
	}
	before := permutation(1)<<(4*i&63) - 1
	last := 4 * (n - 1) & 63
	moved := p >> (4 * i & 63) & (fewMoves - 1)
	rest := p&before | p>>4&^before
	return rest&(permutation(1)<<last-1) | moved<<last
}

// sorted sorts a few moves. Each finds its place by counting the ones before it
// that are no worse, without a branch that depends on it: no processor can
// predict such branches, and a wrong prediction costs as much as ten
// comparisons. The moves to be preferred are given as move + 1, 0 for none; the
// first of best comes first.
func sorted(children []oxo.Child, killer, countermove oxo.Move, best [2]oxo.Move) permutation {
	var keys [fewMoves]int32
	var p permutation
	for i := range children {
		c := &children[i]
		m, bonus := c.Move+1, int32(0)
		if m == killer {
			bonus = goodBefore
		}
		if m == countermove {
			bonus = goodBefore
		}
		if m == best[1] {
			bonus = 1 << 28
		}
		if m == best[0] {
			bonus = 1 << 29
		}
		key, place := c.Order+bonus, int32(i)
		for _, k := range keys[:i&(fewMoves-1)] {
			place += (k - key) >> 31
		}
		keys[i&(fewMoves-1)] = key
		before := permutation(1)<<(4*place&63) - 1
		p = p&before | permutation(i)<<(4*place&63) | p&^before<<4
	}
	return p
}

// sortByOrder sorts by insertion: lists are mostly in order.
func sortByOrder(children []oxo.Child) {
	for i := 1; i < len(children); i++ {
		c, at := children[i], i
		for ; at > 0 && children[at-1].Order < c.Order; at-- {
			children[at] = children[at-1]
		}
		children[at] = c
	}
}

// promote moves the child of a move, given as move + 1, to the front.
func promote(children []oxo.Child, m oxo.Move) {
	if m == 0 {
		return
	}
	for i, c := range children {
		if c.Move == m-1 {
			copy(children[1:i+1], children[:i])
			children[0] = c
			return
		}
	}
}

// transpositionCutOff looks the positions behind the moves up whose keys are
// given, before any is searched: the enhanced transposition cut-off
// [PlaatEtc96]. What is proven of them tightens what is known of the moves;
// one that is enough to end the node comes first, and then it reports true.
func (s *Searcher) transpositionCutOff(here *ply, beta oxo.Score) bool {
	if !here.keyed {
		return false
	}
	children, keys := here.children, &here.keys
	for set := s.table.MayHold(keys, len(children)); set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set) & (fewMoves - 1)
		c := &children[i]
		if !keys.Use[i].Given() {
			continue
		}
		e, ok := s.table.Probe(keys.At(i))
		if !ok || e.Depth != tt.Proven {
			continue
		}
		c.Bounds = c.And(e.ToParent())
		if c.Lo() >= beta {
			children[0], children[i] = children[i], children[0] // no key is used any more
			return true
		}
	}
	return false
}
