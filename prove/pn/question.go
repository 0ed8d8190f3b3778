package pn

import (
	"context"

	"oxo"
	"oxo/game/knowledge"
)

// Question is the unit of work of a proof on several machines: "can this side win?"
type Question struct {
	Side oxo.Side
	// Relaxed ignores the other side's ways to win, which only some games can do. If the
	// relaxed claim fails, the strict one fails too; if it holds, nothing follows.
	Relaxed bool
}

// Claim returns the claim for a question, about a copy of p or p itself. The caller must not change p while it uses
// the claim. It returns nil if the game has no relaxed claim.
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

// Forget empties the table, for questions about another position.
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

// Ask answers a question for a claim made by [Question.Claim], at the current position of the claim. The argument
// nodes limits the positions that it visits. It continues with the table of earlier calls. [Solver.Forget] must be
// called before the first call, and before each change of the question.
func (s *Solver) Ask(ctx context.Context, q Question, c knowledge.Claim, nodes uint64) Answer {
	return s.answer(ctx, asked{c, q.kind(), q.Side, oxo.By(1)}, nodes)
}
