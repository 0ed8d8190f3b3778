package search

import (
	"context"
	"math"
	"time"

	"oxo/internal/processor"
)

// within adds the deadline of a context, if it has one and nothing else limits the search. A search without
// limits only proves, and knows little where that takes longer.
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
	Finished  StopReason = iota // nothing: the value is proven, or no search would tell more
	ByDepth                     // the limit of plies
	ByNodes                     // the limit of nodes
	ByTime                      // the limit of time
	ByContext                   // the context

	byBudget // the node budget of a question: the search goes on with another
	byAnswer // another thread has answered the window, or a node on the way here
	byTrace  // the trace is full
)

// String returns "finished", "depth", "nodes", "time" or "context".
func (r StopReason) String() string {
	return [...]string{"finished", "depth", "nodes", "time", "context", "budget", "answer", "trace"}[r]
}

// Early reports whether a limit of nodes or time, or the context, cut the
// search short.
func (r StopReason) Early() bool {
	return r == ByNodes || r == ByTime || r == ByContext || r == byTrace
}

// A look at the clock and the context costs tens of nanoseconds, a node of a
// large board tens of microseconds: so the number of nodes between two looks
// follows the clock, to keep them about lookEvery apart.
const (
	lookEvery   = 500 * time.Microsecond
	fewestNodes = 1
	mostNodes   = 4096
	firstNodes  = 64
	firstTimed  = 16  // where there is a deadline
	helperNodes = 256 // at most, where another thread may have found the answer
)

// noEnd is the number of nodes that a search without a limit ends at.
const noEnd = math.MaxUint64

// clock says when a search looks at its limits, and what they are.
type clock struct {
	deadline time.Time
	aim      time.Time // no selective iteration begins after it, if it is not zero
	timed    bool      // the deadline counts
	limit    uint64    // nodes at which the search ends
	budget   uint64    // nodes at which the present question ends
	look     uint64    // nodes at which to look at the clock and the context
	check    uint64    // the least of the three: the node at which to look at limits
	every    uint64    // nodes between two looks
	looked   time.Time
	counted  uint64 // nodes that others have been told of
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

// setCheck notes the next node at which to look at the limits.
func (s *Searcher) setCheck() {
	c := &s.run.clock
	c.check = min(c.look, c.limit, c.budget)
	if s.workers.running {
		c.check = min(c.check, s.run.nodes+helperNodes)
	}
}

// lookSoon lets a search with a deadline look at the clock at its next node: the nodes of the next question may take a
// hundred times as long as those of the last one.
func (s *Searcher) lookSoon() {
	if c := &s.run.clock; c.timed {
		c.every = fewestNodes
		c.look = s.run.nodes + c.every
		s.setCheck()
	}
}

// overLimit looks at the limits and the context at a node of a ply, notes when
// to look again, and reports whether the search stops.
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

// stopReason says why the search stops now, if it does.
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

// outOfTime looks at the context and the clock.
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
		r.every = min(r.every*2, mostNodes)
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

// over says whether a search that has stopped at its budget has also reached
// the end of its share or a limit.
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

// publishNodes adds what was visited since it was last called to what others
// may ask for.
func (s *Searcher) publishNodes() {
	r := &s.run
	s.workers.leader.visited.Add(r.nodes - r.counted)
	r.counted = r.nodes
}
