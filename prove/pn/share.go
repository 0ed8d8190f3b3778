package pn

import "oxo"

// Settled is a decided question of a claim, for the table of another solver that answers the
// same question: see [Options.Share].
type Settled struct {
	Key  oxo.Key
	Own  bool // the side to move succeeds, else the other side
	Work uint64
}

// maxNoted limits the number of recorded questions. The solver drops later ones.
const maxNoted = 1 << 20

// Settled returns the questions recorded since its last call.
func (s *Solver) Settled() []Settled {
	noted := s.noted
	s.noted = nil
	return noted
}

// Learn stores questions that another solver has decided, for the same question q. Call [Solver.Forget] first. Learn
// does not check the entries: false ones make answers wrong.
func (s *Solver) Learn(q Question, all []Settled) {
	t := s.tables[q.kind()]
	for _, l := range all {
		n := numbers{infinity, 0}
		if l.Own {
			n = numbers{0, infinity}
		}
		t.store(l.Key, n, l.Work)
	}
}

// kind returns the index of a question's table.
func (q Question) kind() int {
	if q.Relaxed {
		return relaxed
	}
	return strict
}

// keep stores numbers in the table. It also records the questions that are worth sharing.
func (w *worker) keep(key oxo.Key, n numbers, work uint64) {
	if w.s.opts.Threads > 1 && !n.solved() {
		if known, ok := w.s.table.probe(key); ok && known.solved() {
			return // another worker has solved it in the meantime
		}
	}
	w.s.table.store(key, n, work)
	if least := w.s.opts.Share; least > 0 && work >= least && n.solved() && len(w.noted) < maxNoted {
		w.noted = append(w.noted, Settled{key, n.own == 0, work})
	}
}
