package search

import (
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
	"oxo/search/tt"
)

// maxCountermoves is the number of moves with a countermove each.
const maxCountermoves = 256

// goodBefore is added to the Order of a killer or countermove: a quarter of a threat, in the
// unit of [oxo.Child].
const goodBefore = 4

// arrange puts the moves in order, beginning with one that the table proves sufficient, if it
// is worth reading the table. Table entries come from distant memory, so they are fetched
// before the moves are sorted, and read afterwards.
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

// order returns the order in which to search the moves: highest Order first, equal ones in the
// order of the list. The best move of an earlier search of the position comes before all of
// them. A move that ended the last node of this ply [AklNewborn77], or answered the same move
// before [Uiterwijk92], gains a little. A list with more moves than a permutation holds is
// sorted in place.
func (s *Searcher) order(here *ply, id *identity, previous oxo.Move, at int) permutation {
	children := here.children
	if len(children) <= 1 {
		return 0
	}
	killer, countermove := here.killer, s.countermoves[at&1][previous%maxCountermoves]
	if s.rng != nil {
		s.rng.Shuffle(len(children), func(i, j int) { children[i], children[j] = children[j], children[i] })
		killer, countermove = 0, 0
		for i := range children {
			children[i].Order = 0
		}
	}
	var best [2]oxo.Move // as move + 1: the root's best move, and the table's
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

// permutation is the order of a few moves, with four bits for the index of each, the first one
// lowest. So the moves and their keys stay in place. 0 is the order that they are in.
//
//	63  60        7    4 3    0
//	| 16th | ... |  2nd |  1st |
type permutation uint64

// fewMoves is the number of moves in a permutation.
const fewMoves = knowledge.MaxKeys

// at returns the index of the i-th move.
func (p permutation) at(i int) int {
	if p == 0 {
		return i
	}
	return int(p >> (4 * i & 63) & (fewMoves - 1))
}

// inOrder leaves the moves in place.
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

// sorted sorts a few moves. Each move finds its place by counting the earlier moves that are no
// worse, without a branch: no processor can predict such branches, and a wrong prediction costs
// as much as ten comparisons. Preferred moves are given as move + 1, 0 for none; the first of
// best comes first.
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

// sortByOrder sorts by insertion: lists are mostly in order already.
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

// transpositionCutOff looks up the positions after the moves whose keys are given, before any
// is searched: the enhanced transposition cut-off [PlaatEtc96]. Proven bounds of these
// positions tighten the bounds of the moves. If one is enough to end the node, it moves to the
// front, and the result is true.
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
			children[0], children[i] = children[i], children[0] // the keys are not used any more
			return true
		}
	}
	return false
}
