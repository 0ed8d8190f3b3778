package search

import (
	"math/bits"

	"oxo"
	"oxo/search/tt"
)

// Settled is what a search has proven of a position, for the table of another search of the
// same game: see [Options.Share].
type Settled struct {
	Key    oxo.Key // exact, and of the symmetric position that stands for all
	Bounds oxo.Bounds
	Nodes  uint64 // what it took
}

// mostNoted is how many positions are noted at most: 40 MB. The later ones are left out.
const mostNoted = 1 << 20

// Settled returns what was noted since it was last asked for.
func (s *Searcher) Settled() []Settled {
	noted := s.noted
	s.noted = nil
	return noted
}

// Learn takes what another search has proven of positions of the game of p. The next question begins with it, if
// it is of that game. What is not true makes answers wrong.
func (s *Searcher) Learn(p oxo.Position, all []Settled) {
	s.bind(p)
	s.learned = append(s.learned, all...)
}

// note notes what is proven.
func (s *Searcher) note(key oxo.Key, e *tt.Entry, nodes uint64) {
	if e.Depth == tt.Proven && s.game.exact() && len(s.noted) < mostNoted {
		s.noted = append(s.noted, Settled{key, e.Bounds, nodes})
	}
}

// recall puts what was learned into the table.
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
