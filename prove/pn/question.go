package pn

import (
	"context"

	"oxo"
	"oxo/game/knowledge"
)

// Question is the unit of work of a proof on several machines: "can this side win?"
type Question struct {
	Side oxo.Side
	// Relaxed ignores how the other side could win, which only some games can: that the
	// claim fails is then true of the strict one too, that it holds says nothing.
	Relaxed bool
}

// Claim returns the claim that a question is, about a copy of p or p itself, which
// nobody else changes then. It returns nil where the game knows no relaxed one.
func (q Question) Claim(p oxo.Position) knowledge.Claim {
	if c, ok := p.(knowledge.Claimer); ok {
		if own := c.Claim(q.Side, q.Relaxed); own != nil {
			if q.Relaxed {
				own.Narrow(narrow(p))
			}
			return own
		}
	}
	if q.Relaxed {
		return nil
	}
	return newRules(p, q.Side, oxo.By(1))
}

// Forget empties the table, for questions about another position than those before.
func (s *Solver) Forget(q Question) {
	s.loaded = false
	s.mu.Lock()
	s.at = progress{}
	s.mu.Unlock()
	s.makeTables(false)
	if q.Relaxed {
		s.mu.Lock()
		s.tables = [2]*table{newTable(0), s.tables[strict]}
		s.mu.Unlock()
	}
}

// Ask answers a question about a claim that [Question.Claim] has made, where the moves
// made in it since have led. It visits so many positions at most. The table is that of
// the calls before; [Solver.Forget] comes before the first one, and wherever the
// question is another.
func (s *Solver) Ask(ctx context.Context, q Question, c knowledge.Claim, nodes uint64) Answer {
	return s.answer(ctx, asked{c, q.kind(), q.Side, oxo.By(1)}, nodes)
}
