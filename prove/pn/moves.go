package pn

import "oxo"

// MoveProgress is the progress of the search of a move of the root.
type MoveProgress struct {
	Move    oxo.Move
	Refuted bool   // the move does not succeed for the side to move
	Work    uint64 // positions visited for it, also before a checkpoint; up to 2^32-1
}

// Moves returns the progress of the moves of the root, for the current question or the last
// one. Among moves that lead to images of the same position it returns only the first.
func (s *Solver) Moves() (all []MoveProgress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := map[oxo.Key]bool{}
	for i := range s.root.nodes {
		c := &s.root.nodes[i]
		m := MoveProgress{Move: c.move, Refuted: c.numbers.own == 0}
		if c.key != (oxo.Key{}) { // otherwise the game itself decided it
			if seen[c.key] {
				continue
			}
			seen[c.key] = true
			m.Work = s.table.workAfter[c.key]
			if e, ok := s.table.find(c.key); ok {
				m.Work, m.Refuted = max(m.Work, uint64(e.work)), m.Refuted || e.numbers.own == 0
			}
		}
		all = append(all, m)
	}
	return all
}

// workOfMoves returns the number of positions visited after each move of the root, for this question. A table entry
// counts only the positions of its last visit, but an entry from a checkpoint has the total.
func (s *Solver) workOfMoves(nodes []child) map[oxo.Key]uint64 {
	work := map[oxo.Key]uint64{}
	for i := range nodes {
		key := nodes[i].key
		if before, ok := s.table.workAfter[key]; ok {
			work[key] = before
		} else if e, ok := s.table.find(key); ok {
			work[key] = uint64(e.work)
		}
	}
	return work
}
