package search

import (
	"math/bits"

	"oxo"
	"oxo/search/tt"
)

// Settled is a proven position, for the table of another search of the same game: see
// [Options.Share].
type Settled struct {
	Key    oxo.Key // exact, of the canonical image
	Bounds oxo.Bounds
	Nodes  uint64 // nodes that the proof took
}

// maxNoted limits the recorded positions: 40 MB. Later ones are dropped.
const maxNoted = 1 << 20

// Settled returns the positions recorded since its last call.
func (s *Searcher) Settled() []Settled {
	noted := s.noted
	s.noted = nil
	return noted
}

// Learn takes positions that another search of the game of p has proven. The next question
// starts from them, if it is of that game. False entries make answers wrong.
func (s *Searcher) Learn(p oxo.Position, all []Settled) {
	s.bind(p)
	s.learned = append(s.learned, all...)
}

// note records a proven position.
func (s *Searcher) note(key oxo.Key, e *tt.Entry, nodes uint64) {
	if e.Depth == tt.Proven && s.game.exact() && len(s.noted) < maxNoted {
		s.noted = append(s.noted, Settled{key, e.Bounds, nodes})
	}
}

// recall stores the learned positions in the table.
func (s *Searcher) recall() {
	for _, l := range s.learned {
		wide := bits.Len64(l.Key.Lo)
		if l.Key.Hi != 0 {
			wide = 64 + bits.Len64(l.Key.Hi)
		}
		if s.table != nil && s.game.exact() && wide <= s.game.keyBits && l.Bounds.Lo() <= l.Bounds.Hi() {
			s.table.Store(l.Key, tt.Entry{Bounds: l.Bounds, Depth: tt.Proven}, l.Nodes)
		}
	}
	s.learned = nil
}
