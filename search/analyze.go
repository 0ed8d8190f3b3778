package search

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"oxo"
)

// Improve searches p as Search does and yields what it knows so far, each time
// it knows more: a first value, better bounds, a deeper look; the last one is
// what Search would return. To stop taking stops the search.
func (s *Searcher) Improve(ctx context.Context, p oxo.Position, limits Limits) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		taking := true
		s.report = func(r Result) {
			if taking = taking && yield(r); !taking {
				stop()
			}
		}
		defer func() { s.report = nil }()
		r := s.Search(ctx, p, limits)
		if s.report = nil; taking {
			yield(r)
		}
	}
}

// improving reports what is known after a question, if somebody wants to know
// and it is more than before.
func (s *Searcher) improving() {
	r := &s.run
	if s.report == nil || !r.hasBest || r.told == (told{r.certain, r.depth, r.best}) {
		return
	}
	r.told = told{r.certain, r.depth, r.best}
	v := s.value()
	best := s.bestMove(v)
	s.report(Result{
		Value: v, Bounds: r.certain, Best: best, HasMove: true,
		Line: slices.Clone(s.line(best)), Depth: r.depth, Nodes: r.nodes + r.helped,
	})
}

// told is what of a search was last reported.
type told struct {
	certain oxo.Bounds
	depth   int
	best    oxo.Move
}

// MoveResult is what one move of a position is worth to the side that makes
// it.
type MoveResult struct {
	Move oxo.Move
	// Value of the move, proven or as well as the limits allowed.
	oxo.Value
	// Bounds is what is certain of the value.
	Bounds oxo.Bounds
	// Line is the best play after and including the move. Where a search
	// proved the value it goes on to the end of the game, within the limits.
	Line []oxo.Move
	// Nodes is the number of positions visited for this move.
	Nodes uint64
	// Depth as in [Result], the move itself included.
	Depth int
	// Stopped is true when a limit or the context ended the search.
	Stopped bool
}

// firstRound is how many nodes each move gets in the first round of an analysis
// with limits.
const firstRound = 4096

// Analyze searches every legal move of p by itself and returns them best
// first, equal ones in the order of p.Moves. The limits are for the whole.
// Where they end it before all is proven, the moves take turns, with four times
// the nodes each round, so that all are looked at about as deeply. It works on
// p itself and leaves it as it was.
func (s *Searcher) Analyze(ctx context.Context, p oxo.Position, limits Limits) []MoveResult {
	return s.AnalyzeAndReport(ctx, p, limits, nil)
}

// AnalyzeAndReport is Analyze that calls report, which may be nil, with what it
// knows so far, as Analyze would return it, whenever it knows more of a move.
// What report is given is its own.
func (s *Searcher) AnalyzeAndReport(ctx context.Context, p oxo.Position, limits Limits, report func([]MoveResult)) []MoveResult {
	s.bind(p)
	s.freshTables(limits)
	a := analysis{s: s, ctx: ctx, limits: limits, begun: time.Now(), report: report}
	for _, m := range p.Moves(nil) {
		a.moves = append(a.moves, MoveResult{Move: m, Bounds: oxo.Unknown()})
	}
	if limits.Depth == 1 {
		for i := range a.moves {
			a.moves[i] = s.glance(a.moves[i].Move)
		}
		return a.sorted()
	}
	for share := uint64(firstRound); a.round(share); share *= 4 {
	}
	return a.sorted()
}

// analysis is an analysis on its way.
type analysis struct {
	s      *Searcher
	ctx    context.Context
	limits Limits
	begun  time.Time
	nodes  uint64
	moves  []MoveResult
	report func([]MoveResult)
}

// sorted returns the moves, best first.
func (a *analysis) sorted() []MoveResult {
	moves := slices.Clone(a.moves)
	slices.SortStableFunc(moves, func(a, b MoveResult) int { return cmp.Compare(b.Score, a.Score) })
	return moves
}

// round gives each move that is not proven its share, and reports whether there
// is another round. Without a limit of nodes or time one round is enough.
func (a *analysis) round(share uint64) bool {
	open := 0
	for i := range a.moves {
		if !a.moves[i].Proven {
			open++
		}
	}
	rounds := a.limits.Depth <= 0 && (a.limits.Nodes > 0 || a.limits.Time > 0)
	again := false
	for i := range a.moves {
		if a.moves[i].Proven {
			continue
		}
		l, ok := a.left(open, share, rounds)
		if !ok && a.moves[i].Nodes > 0 || a.ctx.Err() != nil {
			return false
		}
		a.move(&a.moves[i], l)
		if open--; !a.moves[i].Proven {
			again = true
		}
		if a.report != nil {
			a.report(a.sorted())
		}
	}
	return again && rounds && a.ctx.Err() == nil
}

// left returns the limits of one of so many moves that are still to come in
// this round, and whether there is anything left; the least search is small.
func (a *analysis) left(open int, share uint64, rounds bool) (l Limits, ok bool) {
	l.Depth, ok = max(a.limits.Depth-1, 0), a.ctx.Err() == nil
	if rounds {
		l.Nodes = share
	}
	if a.limits.Nodes > 0 {
		rest := a.limits.Nodes - min(a.nodes, a.limits.Nodes)
		ok = ok && rest >= uint64(open)
		fair := max(rest/uint64(open), 1)
		if l.Nodes == 0 || fair < l.Nodes {
			l.Nodes = fair
		}
	}
	if a.limits.Time > 0 {
		l.Time = a.limits.Time - time.Since(a.begun)
		ok = ok && l.Time > 0
		l.Time = max(l.Time/time.Duration(open), 1)
	}
	return l, ok
}

// move searches behind a move and keeps the result where it is better.
func (a *analysis) move(m *MoveResult, l Limits) {
	s := a.s
	begun := time.Now()
	s.p.Make(m.Move)
	defer s.p.Unmake(m.Move)
	var r Result
	s.known = oxo.Bounds{Lo: m.Bounds.Hi.Forward(), Hi: m.Bounds.Lo.Forward()}
	s.part = a.limits.Nodes == 0
	s.search(a.ctx, l, &r)
	s.known, s.part = oxo.Unknown(), false
	a.nodes += r.Nodes
	m.Nodes += r.Nodes
	m.Bounds = r.Bounds.Back()
	m.Stopped = r.Stopped
	if !r.Proven && r.Depth+1 < m.Depth {
		m.Score = max(m.Bounds.Lo, min(m.Bounds.Hi, m.Score))
		return
	}
	m.Depth, m.Line = r.Depth+1, append([]oxo.Move{m.Move}, r.Line...)
	m.Value = oxo.Value{Score: r.Score.Back(), Proven: r.Proven}
	if !r.Proven || !r.HasMove {
		return
	}
	before := m.Nodes
	line := s.wholeLine(r.Score, m.Line[1:], func(value oxo.Score) (oxo.Move, bool) {
		left := l
		if l.Time > 0 {
			left.Time = max(l.Time-time.Since(begun), 1)
		}
		return s.moveWorth(a.ctx, left, value, &m.Nodes)
	})
	m.Line = append(m.Line[:1], line...)
	a.nodes += m.Nodes - before
}

// glance is the analysis of a move by what the guide knows of the position
// behind it, without a search.
func (s *Searcher) glance(m oxo.Move) MoveResult {
	s.p.Make(m)
	_, b := s.guide.Expand(-oxo.Infinity, oxo.Infinity, nil)
	v := oxo.Value{Score: max(b.Lo, min(b.Hi, s.guide.Evaluate())), Proven: b.Exact()}
	s.p.Unmake(m)
	return MoveResult{
		Move: m, Bounds: b.Back(), Nodes: 1, Depth: 1, Line: []oxo.Move{m},
		Value: oxo.Value{Score: v.Score.Back(), Proven: v.Proven},
	}
}

// WholeLine returns best play from p, whose exact value is given, to the end of
// the game: it begins with line and goes on with what a search of each position
// on it finds. Where ctx ends it, it is shorter. It works on p itself and leaves
// it as it was; what an earlier search of p learned makes it quick.
func (s *Searcher) WholeLine(ctx context.Context, p oxo.Position, value oxo.Score, line []oxo.Move) []oxo.Move {
	s.bind(p)
	return s.wholeLine(value, slices.Clone(line), func(value oxo.Score) (oxo.Move, bool) {
		return s.moveWorth(ctx, Limits{}, value, nil)
	})
}

// wholeLine carries a line on to the end of the game, by asking for a move in
// each position on it, whose value is known.
func (s *Searcher) wholeLine(value oxo.Score, line []oxo.Move, next func(oxo.Score) (oxo.Move, bool)) []oxo.Move {
	at := 0
	for ; s.p.Outcome() == oxo.Ongoing; at++ {
		if at == len(line) {
			m, ok := next(value)
			if !ok {
				break
			}
			line = append(line, m)
		}
		s.p.Make(line[at])
		value = value.Forward()
	}
	for at--; at >= 0; at-- {
		s.p.Unmake(line[at])
	}
	return line
}

// moveWorth finds a move that is worth the known value of the position.
func (s *Searcher) moveWorth(ctx context.Context, l Limits, value oxo.Score, nodes *uint64) (oxo.Move, bool) {
	if s.table == nil && !s.opts.NoTable {
		s.freshTables(l)
	}
	var r Result
	s.known = oxo.Exactly(value)
	s.search(ctx, l, &r)
	s.known = oxo.Unknown()
	if nodes != nil {
		*nodes += r.Nodes
	}
	return r.Best, r.HasMove && s.run.reached >= value
}
