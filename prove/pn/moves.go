package pn

import "oxo"

// MoveProgress is how far the search behind a move of the root is.
type MoveProgress struct {
	Move    oxo.Move
	Refuted bool   // the side to move does not succeed with it
	Work    uint64 // positions visited for it, those of a checkpoint included; up to 2^32-1
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
			m.Work = s.table.behind[c.key]
			if e, ok := s.table.find(c.key); ok {
				m.Work, m.Refuted = max(m.Work, uint64(e.work)), m.Refuted || e.numbers.own == 0
			}
		}
		all = append(all, m)
	}
	return all
}

// workBehind returns how many positions were visited behind the moves of the root, for this question. An entry has
// those of its last visit alone, but what a checkpoint has is all.
func (s *Solver) workBehind(nodes []child) map[oxo.Key]uint64 {
	work := map[oxo.Key]uint64{}
	for i := range nodes {
		key := nodes[i].key
		if before, ok := s.table.behind[key]; ok {
			work[key] = before
		} else if e, ok := s.table.find(key); ok {
			work[key] = uint64(e.work)
		}
	}
	return work
}
