package search

import (
	"context"
	"iter"
	"slices"
	"time"

	"oxo"
)

// MoveResult is the value of one move for the side that makes it.
type MoveResult struct {
	Move oxo.Move
	// Value of the move: proven, or the best estimate within the limits.
	Value
	// Bounds holds the proven bounds of the value.
	Bounds oxo.Bounds
	// Line is the best play, beginning with the move. If the value is proven, the line
	// continues to the end of the game, within the limits.
	Line []oxo.Move
	// Nodes is the number of positions visited for this move. It is 0 if a symmetry maps the
	// move onto an earlier one.
	Nodes uint64
	// Depth is the depth of an estimate in plies, the move included. It is the same for all
	// moves that are not proven.
	Depth int
	// Stop says what ended the search of this move.
	Stop StopReason
	// ByBook says that the value is from the book; Nodes counts the search for the line.
	ByBook bool
}

// Known reports whether anything is known of the move yet.
func (m *MoveResult) Known() bool {
	return m.Depth > 0 || m.Proven || m.Bounds != oxo.Bounds{}
}

// Analyze searches every legal move of p and returns them best first, equal ones in the order
// of p.Moves. The limits are for all moves together. Estimates are compared at equal depth: an
// iteration that the limits cut short is dropped. Moves that a symmetry maps onto each other
// are searched once. It searches on p itself and restores it.
func (s *Searcher) Analyze(ctx context.Context, p oxo.Position, limits Limits) []MoveResult {
	var last []MoveResult
	for last = range s.AnalyzeProgress(ctx, p, limits) { //nolint:revive // only the last one counts
	}
	return last
}

// AnalyzeProgress does what Analyze does, and yields the current results whenever more is known
// of a move. A caller that stops the iteration stops the search.
func (s *Searcher) AnalyzeProgress(ctx context.Context, p oxo.Position, limits Limits) iter.Seq[[]MoveResult] {
	return func(yield func([]MoveResult) bool) {
		s.enter()
		defer s.leave()
		s.bind(p)
		limits := s.readyWithin(p, limits.within(ctx))
		if s.trace != nil {
			s.trace.reset()
		}
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		a := newAnalysis(ctx, s, limits)
		taking := true
		a.publish = func() {
			if taking = taking && yield(a.sorted()); !taking {
				stop()
			}
		}
		a.run()
		if taking {
			yield(a.sorted())
		}
	}
}

// analysis is the state of a running analysis.
type analysis struct {
	s        *Searcher
	ctx      context.Context
	limits   Limits
	deadline time.Time
	nodes    uint64
	stop     StopReason
	moves    []analyzedMove
	publish  func()
}

// analyzedMove is a move with its result and bookkeeping.
type analyzedMove struct {
	MoveResult
	same      int       // index of the first move that a symmetry maps onto this one; its own index without such a move
	symmetry  int       // maps the position after the move onto its canonical image
	estimate  oxo.Score // from the last complete iteration
	exhausted bool      // an iteration met no horizon, so a deeper one finds nothing more
}

func newAnalysis(ctx context.Context, s *Searcher, limits Limits) *analysis {
	a := &analysis{s: s, ctx: ctx, limits: limits}
	if limits.Time > 0 {
		a.deadline = time.Now().Add(limits.Time)
	}
	g := &s.game
	seen := map[oxo.Key]int{}
	twice := s.game.twice()
	for i, m := range g.p.Moves(nil) {
		move := analyzedMove{MoveResult: MoveResult{Move: m}, same: i}
		if s.drawnAfter(m, twice) {
			move.Bounds = oxo.Exactly(oxo.Draw)
			move.Line = []oxo.Move{m}
			move.settle()
		} else if g.symmetric != nil && !g.forbids && len(twice) == 0 { // positions of the past have no symmetric images
			var key oxo.Key
			g.p.Make(m)
			key, move.symmetry = g.symmetric.Canonical()
			g.p.Unmake(m)
			if first, ok := seen[key]; ok {
				move.same = first
			} else {
				seen[key] = i
			}
		}
		a.moves = append(a.moves, move)
	}
	return a
}

// run analyses until all moves are proven or the limits end it.
func (a *analysis) run() {
	inBook := a.askBook()
	defer a.wholeLines(inBook)
	l := a.limits
	switch {
	case l.Depth > 0:
		for depth := 1; depth <= l.Depth && a.iterate(depth); depth++ {
		}
		return
	case l.Nodes == 0 && l.Time <= 0:
		a.prove(noEnd)
		return
	}
	depth, part := 1, a.s.game.proofPart()
	for share := uint64(firstShare); a.prove(share/part) && a.stop == Finished; share = min(growth*share, lastBudget) {
		for began := a.nodes; depth == 1 || a.nodes-began < share*part; depth++ {
			if !a.iterate(depth) {
				break
			}
		}
	}
	if depth == 1 {
		a.iterate(1) // every move has a value
	}
}

// open yields the indices of the moves to search that are not proven.
func (a *analysis) open() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range a.moves {
			if m := &a.moves[i]; m.same == i && !a.done(m) && !yield(i) {
				return
			}
		}
	}
}

// done reports whether the requested part of a move's value is proven.
func (a *analysis) done(m *analyzedMove) bool {
	_, known := m.Bounds.Result()
	return m.Proven || known && a.s.opts.ResultOnly
}

// count returns the number of open moves.
func (a *analysis) count() uint64 {
	n := uint64(0)
	for range a.open() {
		n++
	}
	return n
}

// prove tries to prove each open move; the argument share is the number of nodes for each.
// It reports whether any move is still open.
func (a *analysis) prove(share uint64) bool {
	left := a.count()
	for i := range a.open() {
		l, ok := a.left(share, left)
		if !ok {
			break
		}
		a.after(i, func(r *Result, m *analyzedMove) {
			s := a.s
			if s.begin(&request{ctx: a.ctx, limits: l, known: oxo.Between(m.Bounds.Hi().ToChild(), m.Bounds.Lo().ToChild()), share: a.limits.Nodes == 0}, r) {
				r.Value = s.prove(s.run.limit)
				s.finish(r)
			}
			m.adopt(r, a.s.run.reached, false)
			if m.Proven {
				a.wholeLine(m, r, l)
			}
		})
		left--
		a.publish()
	}
	return a.count() > 0
}

// left returns the limits for one of the open moves, and whether there is anything left.
func (a *analysis) left(share, open uint64) (l Limits, ok bool) {
	if a.stop == Finished && a.ctx.Err() != nil {
		a.stop = ByContext
	}
	if share != noEnd {
		l.Nodes = share
	}
	if a.limits.Nodes > 0 {
		rest := a.limits.Nodes - min(a.nodes, a.limits.Nodes)
		fair := rest / open
		if fair == 0 && a.stop == Finished {
			a.stop = ByNodes
		}
		if l.Nodes == 0 || fair < l.Nodes {
			l.Nodes = fair
		}
	}
	if a.limits.Time > 0 {
		rest := time.Until(a.deadline)
		if rest <= 0 && a.stop == Finished {
			a.stop = ByTime
		}
		l.Time = max(rest/time.Duration(open), 1)
	}
	return l, a.stop == Finished
}

// after calls search at the position after a move and counts the nodes.
func (a *analysis) after(i int, search func(r *Result, m *analyzedMove)) {
	s, m := a.s, &a.moves[i]
	var r Result
	s.game.p.Make(m.Move)
	search(&r, m)
	s.game.p.Unmake(m.Move)
	a.nodes += r.Nodes
	m.Nodes += r.Nodes
}

// iterate searches all open moves to one depth, and reports whether a deeper iteration would
// find more. An iteration that the limits cut short changes no estimate.
func (a *analysis) iterate(depth int) bool {
	found := map[int]lookedAt{}
	for i := range a.open() {
		if a.moves[i].exhausted {
			continue
		}
		l, ok := a.left(noEnd, 1)
		if !ok && depth > 1 {
			a.settle()
			return false
		}
		var result Result
		var reached oxo.Score
		a.after(i, func(r *Result, m *analyzedMove) {
			a.look(r, m, depth-1, l, !ok)
			m.Bounds = m.Bounds.And(r.Bounds.ToParent())
			result = *r
			result.Line = slices.Clone(r.Line)
			if reached = a.s.run.reached; r.Proven {
				m.adopt(r, reached, true)
				m.Depth = depth
			}
		})
		if result.Stop.Early() && depth > 1 {
			a.stop = result.Stop
			a.settle()
			return false
		}
		found[i] = lookedAt{result, reached}
	}
	for i, r := range found {
		m := &a.moves[i]
		m.adopt(&r.Result, r.reached, true)
		m.Depth, m.exhausted = depth, m.exhausted || depth > 1 && r.Stop == Finished
	}
	a.settle()
	a.publish()
	return len(found) > 0 && a.count() > 0
}

// settle clamps the values of all moves to their proven bounds.
func (a *analysis) settle() {
	for i := range a.moves {
		a.moves[i].settle()
	}
}

// look searches the position after a move to a depth in plies; at depth 0 it only calls the
// guide and the evaluation. If late is true, the limits are used up. Then it calls the guide
// with a window that is one smaller than the full window. For a full window, which means a
// root, a guide may take long: on large boards it searches for a forced win, which took ten
// milliseconds for each of 400 moves.
func (a *analysis) look(r *Result, m *analyzedMove, depth int, l Limits, late bool) {
	s := a.s
	known := oxo.Between(m.Bounds.Hi().ToChild(), m.Bounds.Lo().ToChild())
	if depth == 0 {
		beta := oxo.Infinity
		if late {
			beta--
		}
		_, b := s.game.guide.Expand(-oxo.Infinity, beta, nil)
		b = oxo.UnderClock(s.game.p, b).And(known)
		r.Bounds, r.Nodes = b, 1
		if r.Value = (Value{Score: b.Lo(), Proven: b.Exact()}); b.Exact() {
			return
		}
		if r.Score = b.Clamp(s.game.evaluate()); s.game.tactical == nil || !s.begin(&request{ctx: a.ctx, limits: l, known: b}, r) {
			return
		}
		r.Score = s.glance(0).Score
		r.Nodes = s.run.nodes
		return
	}
	l.Depth = depth
	if !s.begin(&request{ctx: a.ctx, limits: l, known: known}, r) {
		return
	}
	if s.useTable(s.tables.iterations); s.game.tactical != nil {
		r.Value = s.glance(depth)
	} else {
		r.Value = s.deepen(depth, depth)
	}
	s.finish(r)
	s.useTable(s.tables.proofs)
}

// lookedAt is the result of an iteration for the position after a move, and the value that its
// best reply is proven to reach.
type lookedAt struct {
	Result
	reached oxo.Score
}

// adopt takes over the result of the position after the move. If the value is proven, the line
// continues only with a reply proven to reach it.
func (m *analyzedMove) adopt(r *Result, reached oxo.Score, whole bool) {
	m.Bounds = m.Bounds.And(r.Bounds.ToParent())
	if whole {
		m.estimate = r.Score.ToParent()
	}
	if whole || r.Proven || m.Line == nil {
		m.Line = []oxo.Move{m.Move}
		if !r.Proven || reached >= r.Score {
			m.Line = append(m.Line, r.Line...)
		}
	}
	m.settle()
}

// settle clamps the value to its proven bounds.
func (m *analyzedMove) settle() {
	b := m.Bounds
	m.Value = Value{Score: b.Clamp(m.estimate), Proven: b.Exact()}
	switch {
	case b.Lo().IsWin():
		m.Score = b.Lo()
	case b.Hi().IsLoss():
		m.Score = b.Hi()
	}
}

// wholeLine extends the line of a proven move to the end of the game, within the limits.
func (a *analysis) wholeLine(m *analyzedMove, r *Result, l Limits) {
	if !r.HasMove || a.s.game.forbids {
		return
	}
	line := a.s.wholeLine(a.ctx, r.Score, m.Line[1:], func(value oxo.Score) (oxo.Move, bool) {
		left, ok := a.s.left(l, r.Nodes, a.deadline)
		if !ok {
			return 0, false
		}
		return a.s.moveWorth(a.ctx, left, value, &r.Nodes)
	})
	m.Line = append(m.Line[:1], line...)
}
