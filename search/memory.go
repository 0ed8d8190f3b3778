package search

import (
	"oxo"
	"oxo/search/tt"
)

// memory is all that a searcher keeps from one search to the next. It is of one game, with its
// parameters and options: a search of another game begins with an empty one. So no table, no
// move order and nothing that was loaded or learned can reach a game that it is not of.
type memory struct {
	tables       tables
	table        *tt.Table                     // the one in use
	chosen       *selective                    // what the selective search keeps; nil before the first
	countermoves [2][mostCountermoves]oxo.Move // the move + 1 that ended a node after a move, by its low bits
	noted        []Settled                     // with [Options.Share]
	learned      []Settled                     // for the next question
	resumed      *saved                        // what the next search continues, or nil
	asked        uint64                        // nodes of all questions, where the table is kept
}

// bind gets ready for a position. Where it is not of the game of the last one, the memory is emptied.
func (s *Searcher) bind(p oxo.Position) {
	last := s.game.p // nil before the first search
	if s.game.bind(p, &s.opts) && last != nil && !oxo.SameGame(last, p) {
		s.become()
	}
}

// become empties the memory for another game. Tables are kept as memory to use again: to take
// and give back some 64 MB for each question of a server takes longer than many a search.
func (s *Searcher) become() {
	tables, chosen := s.tables, s.chosen
	tables.each((*tt.Table).Clear)
	if chosen != nil {
		chosen.forget()
	}
	s.memory = memory{tables: tables, chosen: chosen}
	for _, p := range s.plies {
		p.killer = 0
	}
}
