package pn

import "oxo"

// Settled is a decided question of a claim, for the table of another solver that answers the
// same question: see [Options.Share].
type Settled struct {
	Key  oxo.Key
	Own  bool // the side to move has what it wants, else the other side has
	Work uint64
}

// mostNoted is how many questions are noted at most. The later ones are left out.
const mostNoted = 1 << 20

// Settled returns what was noted since it was last asked for.
func (s *Solver) Settled() []Settled {
	noted := s.noted
	s.noted = nil
	return noted
}

// Learn takes what another solver has decided about a question, after [Solver.Forget]. What
// is not true makes answers wrong.
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

// kind is which of the tables a question has.
func (q Question) kind() int {
	if q.Relaxed {
		return relaxed
	}
	return strict
}

// keep puts numbers into the table, and notes those that are worth telling.
func (w *worker) keep(key oxo.Key, n numbers, work uint64) {
	if w.s.opts.Threads > 1 && !n.solved() {
		if known, ok := w.s.table.probe(key); ok && known.solved() {
			return // another worker has solved it meanwhile
		}
	}
	w.s.table.store(key, n, work)
	if least := w.s.opts.Share; least > 0 && work >= least && n.solved() && len(w.noted) < mostNoted {
		w.noted = append(w.noted, Settled{key, n.own == 0, work})
	}
}
