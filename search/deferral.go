package search

import (
	"sync/atomic"

	"oxo"
	"oxo/game/knowledge"
)

// Threads defer a move that another thread is searching, as in ABDADA [Weill96]. A thread marks
// the move it searches in a table of the workgroup.
//
// Moves are deferred only if their subtrees have between splitFrom and splitTo nodes. Below,
// marks would cost more than the search. Above, too much parallel work is wasted when one move
// ends the node.
const (
	splitFrom = 16
	splitTo   = 2048
	sizeUnit  = 64
)

// splitPoint holds the records of a search with several threads at a ply.
type splitPoint struct {
	window keyedWindow // the window being searched here
	open   bool        // moves are deferred here
	nodes  uint64      // per visit of this ply: a running mean, in 64ths
}

// keyedWindow is the window of a position in the table. An empty window means none.
type keyedWindow struct {
	key         oxo.Key
	alpha, beta oxo.Score
}

// weigh adds the number of nodes of a visit to the running mean.
func (p *splitPoint) weigh(nodes uint64) { p.nodes += nodes - p.nodes/sizeUnit }

// forgetSplits removes what the plies recorded for an earlier window.
func (s *Searcher) forgetSplits() {
	for _, p := range s.plies {
		p.split.window, p.split.open = keyedWindow{}, false
	}
}

// openSplit records the window searched at a ply, and returns how many of its moves may be
// deferred. It is for searches with helpers.
func (s *Searcher) openSplit(here *ply, at int, id *identity, alpha, beta oxo.Score, useTable bool) int {
	here.split.window = keyedWindow{}
	if useTable && s.game.exact() {
		here.split.window = keyedWindow{id.key, alpha, beta}
	}
	size := s.ply(at+1).split.nodes / sizeUnit
	if here.split.open = size >= splitFrom && size <= splitTo; !here.split.open {
		return 0
	}
	return len(here.children)
}

// claim is the mark of a move that this thread searches, or nil.
type claim struct{ place *atomic.Uint64 }

// clear removes the mark.
func (c claim) clear() {
	if c.place != nil {
		c.place.Store(0)
	}
}

// mark returns the place and the value of the mark of a move from the current position.
func (s *Searcher) mark(here *ply, index int) (place *atomic.Uint64, mark uint64) {
	var k oxo.Key
	if useOf(here, index).Given() {
		k = here.keys.At(index)
	} else {
		k = oxo.Key{Hi: uint64(here.children[index].Move) + 1, Lo: s.game.p.Hash()}
	}
	mark = k.Hash() | 1
	return &s.workers.searching[mark>>32%uint64(len(s.workers.searching))], mark
}

// markSearching marks a move, so that other threads defer it. The caller clears the mark when
// it is done.
func (s *Searcher) markSearching(here *ply, index int) claim {
	if useOf(here, index) == knowledge.NoKey || !here.split.open {
		return claim{}
	}
	if place, mark := s.mark(here, index); place.CompareAndSwap(0, mark) {
		return claim{place}
	}
	return claim{}
}

// searchedByOther reports whether another thread is searching a move.
func (s *Searcher) searchedByOther(here *ply, index int) bool {
	if useOf(here, index) == knowledge.NoKey {
		return false
	}
	place, mark := s.mark(here, index)
	return place.Load() == mark
}

// deferMove moves the i-th move to the end, and returns the new order.
func (s *Searcher) deferMove(here *ply, order permutation, i int) permutation {
	children := here.children
	if len(children) <= fewMoves {
		return order.putOff(i, len(children))
	}
	c := children[i]
	copy(children[i:], children[i+1:])
	children[len(children)-1] = c
	return order
}
