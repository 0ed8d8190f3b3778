package proof

import "oxo"

// MoveProgress is how far the search behind a move of the root is.
type MoveProgress struct {
	Move    oxo.Move
	Refuted bool   // the side to move does not succeed with it
	Work    uint64 // positions visited for it, as far as the table knows; up to 2^32-1
}

// Moves says how far the moves of the root are, for the question at hand, or that was asked last. Of moves that lead to
// images of the same position it has the first alone.
func (s *Solver) Moves() (all []MoveProgress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := map[oxo.Key]bool{}
	for i := range s.root.nodes {
		c := &s.root.nodes[i]
		m := MoveProgress{Move: c.move, Refuted: c.numbers.own == 0}
		if c.key != (oxo.Key{}) { // else the game itself knew of it
			if seen[c.key] {
				continue
			}
			seen[c.key] = true
			if e, ok := s.table.find(c.key); ok {
				m.Work, m.Refuted = uint64(e.work), m.Refuted || e.numbers.own == 0
			}
		}
		all = append(all, m)
	}
	return all
}
