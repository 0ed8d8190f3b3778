package search

import "oxo"

// counters is the number of moves that a best answer is kept for.
const counters = 256

// goodElsewhere is what a move gains that ended a sibling node, or that ended
// a node after the same move before: a quarter of a threat, in the unit of
// [oxo.Child].
const goodElsewhere = 4

// order sorts the moves: highest Order first, and among equal ones as they
// came; before them all the best move of an earlier search of the position,
// where there is one. A move that ended the last node of this ply
// [AklNewborn77] or answered the same move before [Uiterwijk92] gains a little.
func (s *Searcher) order(here *ply, children []oxo.Child, id *identity, previous oxo.Move, at int) {
	switch last := len(children) - 1; {
	case s.rng != nil:
		s.rng.Shuffle(len(children), func(i, j int) { children[i], children[j] = children[j], children[i] })
	case last > 0 && (children[0].Order != 0 || children[last].Order != 0): // else they come in order
		counter := s.counters[at&1][previous%counters]
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
