package search

import (
	"context"
	"slices"
	"time"

	"oxo"
)

// keepLine stores the line of a window that was searched completely, so that a later window
// that a limit cuts short does not lose it. A null window gives the best move alone, which does
// not replace a longer line with the same first move.
func (s *Searcher) keepLine(v oxo.Score, depth int) {
	r := &s.run
	here := s.plies[0].line
	if len(here) > 0 && (len(here) > 1 || len(r.line) == 0 || r.line[0] != here[0]) {
		r.line, r.lineValue = append(r.line[:0], here...), v
		r.lineProven = r.doubt == doubt{} || endsWithin(v, depth)
	}
}

// line returns the principal variation that begins with the best move, or that move alone if no
// window found more. For a proven value the line comes from a window that found that value.
func (s *Searcher) line(best oxo.Move, v Value) []oxo.Move {
	r := &s.run
	if len(r.line) == 0 || r.line[0] != best || v.Proven && (r.lineValue != v.Score || !r.lineProven) {
		r.line = append(r.line[:0], best)
	}
	return r.line
}

// WholeLine returns best play from p, given its result, to the end of the game: the line of the
// result, extended by a search of each position on it. The line is shorter if ctx ends it or
// the value is not proven. It searches on p itself and restores it. It panics if the result
// belongs to another position. It is fast right after the search that gave the result, whose
// table it uses.
func (s *Searcher) WholeLine(ctx context.Context, p oxo.Position, r Result) []oxo.Move {
	if r.hash != p.Hash() {
		panic("search: WholeLine is asked for the line of another position's result")
	}
	s.enter()
	defer s.leave()
	line := slices.Clone(r.Line)
	if !r.Proven || s.forbids(p) {
		return line
	}
	if !s.game.comparable || s.game.p != p || s.run.hash != r.hash {
		s.prepare(p, Limits{})
	}
	return s.wholeLine(ctx, r.Score, line, func(value oxo.Score) (oxo.Move, bool) {
		return s.moveWorth(ctx, Limits{}, value, nil)
	})
}

// forbids reports whether the game of a position forbids repetitions. Then a position later in
// the line has another value when searched without the moves to it.
func (s *Searcher) forbids(p oxo.Position) bool {
	var a abilities
	a.bind(p, &s.opts)
	return a.forbids
}

// extendLine extends the line of a proven result to the end of the game, within the remaining
// limits.
func (s *Searcher) extendLine(ctx context.Context, limits Limits, r *Result) {
	if s.game.forbids || s.run.reached < r.Score {
		return // the move is not proven to be worth the value
	}
	report := s.report
	s.report = nil // reports are about p, not about positions on its line
	defer func() { s.report = report }()
	deadline, hash := s.run.deadline, s.run.hash
	s.whole = append(s.whole[:0], r.Line...) // the searches below overwrite r.Line
	s.whole = s.wholeLine(ctx, r.Score, s.whole, func(value oxo.Score) (oxo.Move, bool) {
		left, ok := s.left(limits, r.Nodes, deadline)
		if !ok {
			return 0, false
		}
		return s.moveWorth(ctx, left, value, &r.Nodes)
	})
	r.Line, s.run.hash = s.whole, hash
}

// wholeLine extends a line to the end of the game, or to a repetition. For each position on it,
// it calls next with the known value to get a move.
func (s *Searcher) wholeLine(ctx context.Context, value oxo.Score, line []oxo.Move, next func(oxo.Score) (oxo.Move, bool)) []oxo.Move {
	p, at, twice := s.game.p, 0, s.game.twice()
	for ; p.Outcome() == oxo.Ongoing && ctx.Err() == nil && !s.repeated(at) && !s.drawnByMoves(at, twice); at++ {
		if at == len(line) {
			m, ok := next(value)
			if !ok {
				break
			}
			line = append(line, m)
		}
		p.Make(line[at])
		value = value.ToChild()
	}
	for at--; at >= 0; at-- {
		p.Unmake(line[at])
	}
	return line
}

// repeated reports whether the position was reached before, in the last plies.
func (s *Searcher) repeated(plies int) bool {
	if s.game.looping == nil {
		return false
	}
	back, _ := s.game.looping.Repeated()
	return back > 0 && back <= plies
}

// moveWorth finds a move worth the known value of the position, and adds the nodes that the
// search took.
func (s *Searcher) moveWorth(ctx context.Context, l Limits, value oxo.Score, nodes *uint64) (oxo.Move, bool) {
	var r Result
	s.search(&request{ctx: ctx, limits: l, known: oxo.Exactly(value)}, &r)
	if nodes != nil {
		*nodes += r.Nodes
	}
	return r.Best, r.HasMove && s.run.reached >= value
}

// left returns what remains of limits after a number of nodes, and whether there is anything.
func (s *Searcher) left(l Limits, nodes uint64, deadline time.Time) (Limits, bool) {
	left := Limits{Nodes: growth*nodes + firstShare}
	if l.Nodes > 0 {
		if nodes >= l.Nodes {
			return left, false
		}
		left.Nodes = l.Nodes - nodes
	}
	if l.Time > 0 {
		if left.Time = time.Until(deadline); left.Time <= 0 {
			return left, false
		}
		if l.Nodes == 0 {
			left.Nodes = 0
		}
	}
	return left, true
}
