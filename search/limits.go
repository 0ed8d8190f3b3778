package search

import (
	"context"
	"math"
	"time"

	"oxo/internal/processor"
)

// within adds the deadline of a context, if it has one and nothing else limits the search. A
// search without limits only proves, so it would know little at the deadline.
func (l Limits) within(ctx context.Context) Limits {
	if l.Depth > 0 || l.Nodes > 0 || l.Time > 0 {
		return l
	}
	if deadline, ok := ctx.Deadline(); ok {
		l.Time = max(time.Until(deadline), 1)
	}
	return l
}

// StopReason says what ended a search.
type StopReason uint8

// The reasons.
const (
	Finished  StopReason = iota // nothing: the value is proven, or no search would find more
	ByDepth                     // the limit of plies
	ByNodes                     // the limit of nodes
	ByTime                      // the limit of time
	ByContext                   // the context

	byBudget // the node budget of a question: the search continues with another
	byAnswer // another thread has answered the window, or a node on the path here
	byTrace  // the trace is full
)

// String returns "finished", "depth", "nodes", "time" or "context".
func (r StopReason) String() string {
	return [...]string{"finished", "depth", "nodes", "time", "context", "budget", "answer", "trace"}[r]
}

// Early reports whether a limit of nodes or time, or the context, ended the search early.
func (r StopReason) Early() bool {
	return r == ByNodes || r == ByTime || r == ByContext || r == byTrace
}

// Reading the clock and the context takes tens of nanoseconds; a node of a large board takes
// tens of microseconds. So the number of nodes between two readings is adapted to keep them
// about lookEvery apart.
const (
	lookEvery   = 500 * time.Microsecond
	fewestNodes = 1
	maxNodes    = 4096
	firstNodes  = 64
	firstTimed  = 16  // with a deadline
	helperNodes = 256 // at most, if another thread may have found the answer
)

// noEnd is the node count at which a search without a limit ends.
const noEnd = math.MaxUint64

// clock holds the limits of a search, and the node count of the next check.
type clock struct {
	deadline time.Time
	aim      time.Time // no selective iteration begins after it, unless it is zero
	timed    bool      // there is a deadline
	limit    uint64    // nodes at which the search ends
	budget   uint64    // nodes at which the current question ends
	look     uint64    // nodes at which to read the clock and the context
	check    uint64    // the least of the three: nodes at which to check the limits
	every    uint64    // nodes between two readings
	looked   time.Time
	counted  uint64 // nodes already added to the public count
	began    uint64 // nodes when the window began
}

func (c *clock) start(l Limits) {
	c.limit, c.budget, c.every = noEnd, noEnd, firstNodes
	c.looked, c.counted, c.began = time.Time{}, 0, 0
	if l.Nodes > 0 {
		c.limit = l.Nodes
	}
	if c.timed = l.Time > 0; c.timed {
		c.every = firstTimed
		c.deadline = time.Now().Add(l.Time)
	}
	c.aim = time.Time{}
	if l.Aim > 0 {
		c.aim = time.Now().Add(l.Aim)
	}
	c.look = c.every
}

// setCheck sets the next node at which to check the limits.
func (s *Searcher) setCheck() {
	c := &s.run.clock
	c.check = min(c.look, c.limit, c.budget)
	if s.workers.running {
		c.check = min(c.check, s.run.nodes+helperNodes)
	}
}

// lookSoon makes a search with a deadline read the clock at its next node: a node of the next
// question may take a hundred times as long as a node of the last question.
func (s *Searcher) lookSoon() {
	if c := &s.run.clock; c.timed {
		c.every = fewestNodes
		c.look = s.run.nodes + c.every
		s.setCheck()
	}
}

// overLimit checks the limits and the context at a node, sets the next check, and reports
// whether the search stops.
func (s *Searcher) overLimit(at int) bool {
	r := &s.run
	r.stop = s.stopReason()
	if s.workers.leader == s {
		s.workers.call()
	}
	if r.stop == Finished && s.workers.running {
		s.unwind(at)
	}
	s.publishNodes()
	s.setCheck()
	return r.stop != Finished
}

// stopReason returns the reason if the search stops now.
func (s *Searcher) stopReason() StopReason {
	r := &s.run
	switch {
	case r.nodes >= r.limit:
		return ByNodes
	case s.workers.running && s.workers.done.Load():
		return byAnswer
	case r.nodes >= r.look:
		if why := s.outOfTime(); why != Finished {
			return why
		}
	}
	if r.nodes >= r.budget {
		return byBudget
	}
	return Finished
}

// outOfTime checks the context and the clock.
func (s *Searcher) outOfTime() StopReason {
	r := &s.run
	if s.opts.Turns != nil {
		s.opts.Turns.Yield()
	}
	processor.Rest()
	now := time.Now()
	switch passed := now.Sub(r.looked); {
	case r.looked.IsZero():
	case passed > lookEvery:
		r.every = max(r.every/2, fewestNodes)
	case passed < lookEvery/4:
		r.every = min(r.every*2, maxNodes)
	}
	r.looked = now
	r.look = r.nodes + r.every
	switch {
	case r.ctx.Err() != nil:
		return ByContext
	case r.timed && !now.Before(r.deadline):
		return ByTime
	}
	return Finished
}

// over reports whether a search that stopped at its budget has also reached the end of its
// share or a limit.
func (s *Searcher) over(end uint64) StopReason {
	r := &s.run
	switch {
	case r.nodes >= r.limit:
		return ByNodes
	case r.nodes >= end:
		return byBudget
	}
	return s.outOfTime()
}

// publishNodes adds the nodes since its last call to the public count.
func (s *Searcher) publishNodes() {
	r := &s.run
	s.workers.leader.visited.Add(r.nodes - r.counted)
	r.counted = r.nodes
}
