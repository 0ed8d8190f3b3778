package search

import (
	"oxo"
	"oxo/search/tt"
)

// unwind asks the table for the positions on the way to a ply: where another
// thread has answered one of them meanwhile, the search here goes back to it at
// once, and does not finish what nobody needs any more. It is for searches with
// helpers.
func (s *Searcher) unwind(at int) {
	for i := 1; i < at; i++ {
		p := &s.plies[i].split
		w := &p.window
		if w.alpha == w.beta || p.nodes/sizeUnit < splitFrom {
			continue
		}
		e, ok := s.table.Probe(w.key)
		if !ok || e.Depth != tt.Proven || e.Lo() < w.beta && e.Hi() > w.alpha && !e.Exact() {
			continue
		}
		s.run.stop, s.run.unwindTo, s.run.answer = byAnswer, i, e.Hi()
		if e.Lo() >= w.beta {
			s.run.answer = e.Lo()
		}
		return
	}
}

// unwound is what a node returns that was stopped: what another thread found of
// it, with which the search goes on, where that was why.
func (s *Searcher) unwound(at int) oxo.Score {
	r := &s.run
	if r.unwindTo == 0 || r.unwindTo != at {
		return oxo.Draw
	}
	r.stop, r.unwindTo, r.restsOn = Finished, 0, independent
	s.plies[at].line = s.plies[at].line[:0] // of the search that was left
	return r.answer
}
