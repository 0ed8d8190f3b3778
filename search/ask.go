package search

import (
	"cmp"
	"context"

	"oxo"
)

// Question is the unit of work of a proof: "is the value at least AtLeast?"
type Question struct {
	AtLeast oxo.Score
	// Known holds bounds of the value proven before; the zero value means none.
	Known oxo.Bounds
	// Nodes limits the positions visited; 0 sets no limit.
	Nodes uint64
}

// Answer is the result of a question.
type Answer struct {
	// Bounds holds the proven bounds of the value. The answer is yes if Lo is at least
	// [Question.AtLeast], no if Hi is less, and open otherwise.
	Bounds oxo.Bounds
	// Best is a move proven to reach Bounds.Lo, if HasMove.
	Best    oxo.Move
	HasMove bool
	Nodes   uint64 // positions visited
	// Stop is [Finished] unless a limit left the question open. A question that is open
	// although Stop is Finished cannot be answered here: the value depends on the moves before,
	// or on keys that are hashes.
	Stop StopReason
}

// open reports whether bounds leave the question open.
func (q *Question) open(b oxo.Bounds) bool { return q.AtLeast > b.Lo() && q.AtLeast <= b.Hi() }

// Ask searches p with one null window. Without a limit it repeats the search with a growing
// node budget and table. It searches on p itself and restores it. With [Options.KeepTable],
// several questions about positions of one game are answered sooner.
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
		if q.Nodes > 0 { // its own budget, plus what earlier questions left over
			s.reserve(s.asked + q.Nodes)
		}
		s.recall()
		before := run.nodes
		s.try(q.AtLeast-1, q.AtLeast, budget, cmp.Or(q.Nodes, noEnd))
		if run.doubt.inexact > 0 && run.nodes-before < budget && s.game.forbids {
			break // the whole window was searched; a repetition would find the same
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
