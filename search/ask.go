package search

import (
	"context"

	"oxo"
)

// Question is the unit of work of a proof: "is the value at least this?"
type Question struct {
	AtLeast oxo.Score
	// Known is what is proven of the value before; the zero value is nothing.
	Known oxo.Bounds
	// Nodes is how many positions may be visited; 0 is no limit.
	Nodes uint64
}

// Answer is what a question found out.
type Answer struct {
	// Bounds is what is proven of the value: the answer is yes where Lo is at
	// least what was asked for, no where Hi is less, else it is open.
	Bounds oxo.Bounds
	// Best is a move that is proven to reach Bounds.Lo, if HasMove.
	Best    oxo.Move
	HasMove bool
	Nodes   uint64     // positions visited
	Stop    StopReason // [Finished] unless a limit left the question open
}

// Ask searches p with one null window. It works on p itself and leaves it as it
// was. Several questions about the positions of one game are answered sooner
// with [Options.KeepTable].
func (s *Searcher) Ask(ctx context.Context, p oxo.Position, q Question) Answer {
	s.prepare(p, Limits{})
	var r Result
	if !s.begin(request{ctx: ctx, known: q.Known, limits: Limits{Nodes: q.Nodes}}, &r) {
		return Answer{Bounds: r.Bounds}
	}
	open := q.AtLeast > q.Known.Lo() && q.AtLeast <= q.Known.Hi()
	if s.setCheck(); open {
		s.reserve(min(q.Nodes, firstBudget))
		s.window(q.AtLeast-1, q.AtLeast, unlimited)
	}
	run := &s.run
	a := Answer{Bounds: run.proven, Nodes: run.nodes + run.helped, Stop: run.stop}
	if run.reached > -oxo.Infinity && run.reached >= run.proven.Lo() {
		a.Best, a.HasMove = run.provenMove, true
	}
	return a
}
