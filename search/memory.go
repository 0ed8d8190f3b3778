package search

import (
	"oxo"
	"oxo/search/tt"
)

// memory is all that a searcher keeps from one search to the next. It belongs to one game, with
// its parameters and options; a search of another game begins with an empty memory. So no
// table, move order, loaded or learned value can leak into another game.
type memory struct {
	tables       tables
	table        *tt.Table                    // the current one
	chosen       *selective                   // the memory of the selective search; nil before the first
	countermoves [2][maxCountermoves]oxo.Move // by the low bits of a move: 1 + the move that refuted it
	noted        []Settled                    // for [Options.Share]
	learned      []Settled                    // for the next question
	resumed      *saved                       // the proof that the next search continues, or nil
	asked        uint64                       // nodes of all questions, if the table is kept
}

// bind prepares for a position. If its game is not the game of the last position, bind
// empties the memory.
func (s *Searcher) bind(p oxo.Position) {
	last := s.game.p // nil before the first search
	if s.game.bind(p, &s.opts) && last != nil && !oxo.SameGame(last, p) {
		s.become()
	}
}

// become empties the memory for another game. Tables are reused as raw memory: for a server,
// freeing and allocating some 64 MB per question takes longer than many searches.
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
