package pn

import (
	"bytes"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/internal/race"
)

// TestMovesWork: the work of a move is the total of positions visited after it, however often the search left and
// entered it again. This also holds over several runs with checkpoints in between, even with tables of another size.
func TestMovesWork(t *testing.T) {
	p := gametest.Game(t, "mnk:8x7x5").Start()
	several, table := []int{1, 3}, int64(1<<26)
	if race.Enabled { // one thread shows nothing, and the detector keeps four times a table's memory
		several, table = []int{3}, 1<<21
	}
	for _, threads := range several {
		s := NewSolver(Options{TableBytes: table, Threads: threads})
		q := Question{oxo.First, true}
		s.Forget(q)
		var visited uint64
		for _, size := range []int64{table, table / 2, table * 2} {
			a := s.Ask(t.Context(), q, q.Claim(p), 1000)
			visited += a.Nodes - 1 // the root belongs to no move
			var sum uint64
			for _, m := range s.Moves() {
				sum += m.Work
			}
			if a.Verdict != 0 || sum != visited {
				t.Errorf("%d threads: %v; the work of the moves is %d, and %d positions were visited", threads, a.Verdict, sum, visited)
			}
			s = reloaded(t, s, Options{TableBytes: size, Threads: threads})
		}
	}
}

// reloaded returns a solver with other options that continues from a checkpoint of the current
// relaxed question.
func reloaded(t *testing.T, s *Solver, o Options) *Solver {
	t.Helper()
	s.at.Question, s.at.Both = 1, true
	var kept bytes.Buffer
	if err := s.Save(&kept); err != nil {
		t.Fatal(err)
	}
	next := NewSolver(o)
	if err := next.Load(&kept); err != nil {
		t.Fatal(err)
	}
	next.table = next.tables[relaxed]
	return next
}
