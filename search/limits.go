package search

import "time"

// A look at the clock and the context costs tens of nanoseconds, a node of a
// large board tens of microseconds: so the number of nodes between two looks
// follows the clock, to keep them about lookEvery apart.
const (
	lookEvery   = 500 * time.Microsecond
	fewestNodes = 1
	mostNodes   = 4096
	firstNodes  = 64
	firstTimed  = 16  // where there is a deadline
	teamNodes   = 256 // at most, where another thread may have found the answer
)

// overLimit looks at the limits and the context, and notes when to look again.
func (s *Searcher) overLimit(at int) bool {
	r := &s.run
	if r.maxNodes > 0 && r.nodes >= r.maxNodes || s.outOfTime() || s.team.over() {
		r.stopped = true
	}
	s.team.join(s)
	s.lookUp(at)
	s.count()
	s.setCheck()
	return r.stopped
}

// count adds what was visited since it was last called to what others may ask for.
func (s *Searcher) count() {
	r := &s.run
	leader := s
	if s.team != nil {
		leader = s.team.leader
	}
	leader.visited.Add(r.nodes - r.counted)
	r.counted = r.nodes
}

// outOfTime looks at the context and the clock.
func (s *Searcher) outOfTime() bool {
	r := &s.run
	now := time.Now()
	switch passed := now.Sub(r.looked); {
	case r.looked.IsZero():
	case passed > lookEvery:
		r.every = max(r.every/2, fewestNodes)
	case passed < lookEvery/4:
		r.every = min(r.every*2, mostNodes)
	}
	r.looked = now
	return r.ctx.Err() != nil || r.timed && !now.Before(r.deadline)
}

func (s *Searcher) setCheck() {
	r := &s.run
	r.check = r.nodes + r.every
	if s.team.helped() {
		r.check = min(r.check, r.nodes+teamNodes)
	}
	if r.maxNodes > 0 {
		r.check = min(r.check, r.maxNodes)
	}
}
