package search

import (
	"cmp"
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
	Nodes   uint64 // positions visited
	// Stop is [Finished] unless a limit left the question open. A question that is open all the same has no answer
	// here: the value rests on the moves before, or on keys that are hashes.
	Stop StopReason
}

// open reports whether bounds leave the question open.
func (q *Question) open(b oxo.Bounds) bool { return q.AtLeast > b.Lo() && q.AtLeast <= b.Hi() }

// Ask searches p with one null window, and without a limit again and again with more nodes, as
// the table grows. It works on p itself and leaves it as it
// was. Several questions about the positions of one game are answered sooner
// with [Options.KeepTable].
func (s *Searcher) Ask(ctx context.Context, p oxo.Position, q Question) Answer {
	s.enter()
	defer s.leave()
	s.prepare(p, Limits{})
	var r Result
	if !s.begin(&request{ctx: ctx, known: q.Known, limits: Limits{Nodes: q.Nodes}}, &r) {
		return Answer{Bounds: r.Bounds}
	}
	s.setCheck()
	run := &s.run
	for budget := cmp.Or(q.Nodes, firstBudget); q.open(run.proven) && run.stop == Finished; budget = min(growth*budget, lastBudget) {
		if q.Nodes > 0 { // as much as it may take, and what questions before it have left
			s.reserve(s.asked + q.Nodes)
		}
		s.recall()
		before := run.nodes
		s.try(q.AtLeast-1, q.AtLeast, budget, cmp.Or(q.Nodes, noEnd))
		if run.doubt.inexact > 0 && run.nodes-before < budget && s.game.forbids {
			break // the whole window was searched, and to do so again would find the same
		}
	}
	if s.opts.KeepTable {
		s.asked += run.nodes + run.helped
	}
	a := Answer{Bounds: run.proven, Nodes: run.nodes + run.helped, Stop: run.stop}
	if run.reached > -oxo.Infinity && run.reached >= run.proven.Lo() {
		a.Best, a.HasMove = run.provenMove, true
	}
	return a
}
