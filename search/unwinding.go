package search

import (
	"oxo"
	"oxo/search/tt"
)

// unwind looks up the positions on the path to a ply in the table. If another thread has
// answered one of them, the search returns to it at once, and does not finish searches that are
// no longer needed. It is for searches with helpers.
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

// unwound returns the value of a stopped node. If the search stopped because another thread
// answered this node, it is that thread's value, and the search continues.
func (s *Searcher) unwound(at int) oxo.Score {
	r := &s.run
	if r.unwindTo == 0 || r.unwindTo != at {
		return oxo.Draw
	}
	r.stop, r.unwindTo, r.restsOn = Finished, 0, independent
	s.plies[at].line = s.plies[at].line[:0] // of the abandoned search
	return r.answer
}
