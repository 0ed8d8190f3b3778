package search

import (
	"context"
	"slices"
	"time"

	"oxo"
)

// keepLine keeps the line of a window that was searched to its end: one that a
// limit cuts short later does not take it away. A null window gives the best
// move alone, which does not replace a longer line that begins with it.
func (s *Searcher) keepLine(v oxo.Score, depth int) {
	r := &s.run
	here := s.plies[0].line
	if len(here) > 0 && (len(here) > 1 || len(r.line) == 0 || r.line[0] != here[0]) {
		r.line, r.lineValue = append(r.line[:0], here...), v
		r.lineProven = r.doubt == doubt{} || endsWithin(v, depth)
	}
}

// line returns the principal variation that begins with the best move, or that
// move alone where no window found more. Of a proven value it is the line of a
// window that found that value.
func (s *Searcher) line(best oxo.Move, v Value) []oxo.Move {
	r := &s.run
	if len(r.line) == 0 || r.line[0] != best || v.Proven && (r.lineValue != v.Score || !r.lineProven) {
		r.line = append(r.line[:0], best)
	}
	return r.line
}

// WholeLine returns best play from p, whose result is given, to the end of the
// game: it begins with the line of the result and goes on with what a search of
// each position on it finds. Where ctx ends it, or the value is not proven, it is
// shorter. It works on p itself and leaves it as it was. It panics where the
// result is of another position. What the search that gave the result learned
// makes it quick, if that was the last one.
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

// forbids reports whether the game of a position forbids repetitions: then a
// position further on is worth something else than behind the moves to it.
func (s *Searcher) forbids(p oxo.Position) bool {
	var a abilities
	a.bind(p, &s.opts)
	return a.forbids
}

// extendLine carries the line of a proven result on to the end of the game,
// within the limits that are left.
func (s *Searcher) extendLine(ctx context.Context, limits Limits, r *Result) {
	if s.game.forbids || s.run.reached < r.Score {
		return // the move is not known to be worth the value
	}
	report := s.report
	s.report = nil // it is for the position, not for those on its line
	defer func() { s.report = report }()
	deadline, hash := s.run.deadline, s.run.hash
	s.whole = append(s.whole[:0], r.Line...) // the searches below have lines of their own
	s.whole = s.wholeLine(ctx, r.Score, s.whole, func(value oxo.Score) (oxo.Move, bool) {
		left, ok := s.left(limits, r.Nodes, deadline)
		if !ok {
			return 0, false
		}
		return s.moveWorth(ctx, left, value, &r.Nodes)
	})
	r.Line, s.run.hash = s.whole, hash
}

// wholeLine carries a line on to the end of the game, or to a repetition, by
// asking for a move in each position on it, whose value is known.
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

// repeated reports whether the position came about before, in the last plies.
func (s *Searcher) repeated(plies int) bool {
	if s.game.looping == nil {
		return false
	}
	back, _ := s.game.looping.Repeated()
	return back > 0 && back <= plies
}

// moveWorth finds a move that is worth the known value of the position, and adds
// the nodes that it took.
func (s *Searcher) moveWorth(ctx context.Context, l Limits, value oxo.Score, nodes *uint64) (oxo.Move, bool) {
	var r Result
	s.search(&request{ctx: ctx, limits: l, known: oxo.Exactly(value)}, &r)
	if nodes != nil {
		*nodes += r.Nodes
	}
	return r.Best, r.HasMove && s.run.reached >= value
}

// left returns what is left of limits after that many nodes, for a proof of what
// is known, and whether there is anything.
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
