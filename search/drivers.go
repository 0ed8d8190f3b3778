package search

import (
	"context"
	"time"

	"oxo"
)

// root searches the root in a window and notes what became certain.
func (s *Searcher) root(alpha, beta oxo.Score, depth int) oxo.Score {
	s.run.unproven = 0
	v := s.node(alpha, beta, depth, 0)
	if s.run.stopped {
		return v
	}
	certain := &s.run.certain
	certain.Lo = max(certain.Lo, s.run.bounds.Lo)
	certain.Hi = min(certain.Hi, s.run.bounds.Hi)
	proven := s.run.unproven == 0
	// A forced win is one however little else was looked at, and a forced
	// loss too; when the end is no farther than the depth, none is sooner.
	ended := v.Sign() != 0 && v.Plies() <= depth
	if v > alpha && (proven || v.IsWin() || ended) {
		certain.Lo = max(certain.Lo, v)
	}
	if v < beta && (proven || v.IsLoss() || ended) {
		certain.Hi = min(certain.Hi, v)
	}
	return v
}

// prove finds the exact value: first whether it is a win, a draw or a loss,
// by one narrow window around the draw; then, for a win, how soon, asking
// for the soonest first, since each question is only as deep as its answer;
// for a loss, how late, asking likewise from the soonest.
func (s *Searcher) prove() oxo.Value {
	s.root(-1, 1, unlimited)
	b := &s.run.certain
	for !s.run.stopped && b.Lo < b.Hi {
		if b.Lo.IsWin() {
			s.root(b.Hi-1, b.Hi, unlimited)
		} else {
			s.root(b.Lo, b.Lo+1, unlimited)
		}
	}
	if !s.run.stopped && s.run.reached < b.Lo {
		// The guide knew the value, but no move was seen to reach it.
		s.root(b.Lo-1, b.Lo, unlimited)
	}
	return s.value()
}

// value is the value as well as it is known: proven, or a win or loss that is
// certain, or an estimate.
func (s *Searcher) value() oxo.Value {
	b := s.run.certain
	switch {
	case b.Exact():
		return oxo.Value{Score: b.Lo, Proven: true}
	case b.Lo.IsWin():
		return oxo.Value{Score: b.Lo}
	case b.Hi.IsLoss():
		return oxo.Value{Score: b.Hi}
	}
	return oxo.Value{Score: max(b.Lo, min(b.Hi, s.guide.Evaluate()))}
}

// deepen looks one ply ahead, then two, and so on to depth, until the value
// is proven: iterative deepening [Slate77]. What a step learned orders the
// next.
func (s *Searcher) deepen(depth int) oxo.Value { return s.deepenFrom(1, depth) }

func (s *Searcher) deepenFrom(first, depth int) oxo.Value {
	v := s.value()
	for d := first; d <= depth; d++ {
		score := s.root(-oxo.Infinity, oxo.Infinity, d)
		if s.run.stopped {
			break
		}
		v.Score, s.run.depth = score, d
		if s.run.certain.Exact() {
			return s.value()
		}
	}
	return v
}

// firstShare is how many nodes the first attempt at a proof may take in a
// search with limits: positions near the end are solved by it at once.
const firstShare = 4096

// proveOrDeepen shares a search with limits between attempts at a proof and
// deepening, turn by turn with four times the nodes: what can be proven in
// time is, and what cannot has an estimate that is not much shallower than it
// could be. The table carries what is learned from turn to turn.
func (s *Searcher) proveOrDeepen() oxo.Value {
	r := &s.run
	limit := r.maxNodes
	v, depth := s.value(), 0
	for share := uint64(firstShare); ; share *= 4 {
		s.share(share, limit)
		if proof := s.prove(); proof.Proven || proof.Score.Sign() != 0 || r.depth == 0 {
			v = proof
		}
		if v.Proven || s.over(limit) {
			return v
		}
		s.share(share, limit)
		deeper := s.deepenFrom(depth+1, unlimited/4)
		if r.depth > depth {
			v, depth = deeper, r.depth
		}
		if v.Proven || s.over(limit) {
			return v
		}
	}
}

// share lets the search go on for so many nodes, within the limit.
func (s *Searcher) share(nodes, limit uint64) {
	r := &s.run
	r.stopped = false
	r.maxNodes = r.nodes + nodes
	if limit > 0 {
		r.maxNodes = min(r.maxNodes, limit)
	}
	s.setCheck()
}

// over reports whether a search with limits is at its end.
func (s *Searcher) over(limit uint64) bool {
	return limit > 0 && s.run.nodes >= limit || s.outOfTime()
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
	// proved the value it goes on to the end of the game.
	Line []oxo.Move
	// Nodes is the number of positions visited for this move.
	Nodes uint64
	// Depth as in [Result], the move itself included.
	Depth int
	// Stopped is true when a limit or the context ended the search.
	Stopped bool
}

// Analyze searches every legal move of p by itself, in the order of
// p.Moves. The limits are for the whole: each move gets an equal share of
// what is left. It works on p itself and leaves it as it was.
func (s *Searcher) Analyze(ctx context.Context, p oxo.Position, limits Limits) []MoveResult {
	s.bind(p)
	if s.table != nil {
		s.table.Forget()
	}
	start, nodes := time.Now(), uint64(0)
	moves := p.Moves(nil)
	results := make([]MoveResult, 0, len(moves))
	for i, m := range moves {
		if limits.Depth == 1 {
			results = append(results, s.glance(m))
			continue
		}
		share := Limits{Depth: max(limits.Depth-1, 0)}
		left := len(moves) - i
		if limits.Time > 0 {
			share.Time = max((limits.Time-time.Since(start))/time.Duration(left), 1)
		}
		if limits.Nodes > 0 {
			share.Nodes = max((limits.Nodes-min(nodes, limits.Nodes))/uint64(left), 1)
		}
		r := s.analyzeMove(ctx, m, share)
		nodes += r.Nodes
		results = append(results, r)
	}
	return results
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

func (s *Searcher) analyzeMove(ctx context.Context, m oxo.Move, limits Limits) MoveResult {
	s.p.Make(m)
	var r Result
	s.search(ctx, limits, &r)
	result := MoveResult{
		Move: m, Bounds: r.Bounds.Back(), Nodes: r.Nodes, Depth: r.Depth + 1, Stopped: r.Stopped,
		Value: oxo.Value{Score: r.Score.Back(), Proven: r.Proven},
		Line:  append([]oxo.Move{m}, r.Line...),
	}
	if r.Proven && r.HasMove {
		result.Line = s.wholeLine(ctx, result.Line, limits)
	}
	s.p.Unmake(m)
	return result
}

// wholeLine carries a proven line on to the end of the game, by a search from
// each position on it. The position is behind the line's first move.
func (s *Searcher) wholeLine(ctx context.Context, line []oxo.Move, limits Limits) []oxo.Move {
	at := 1
	for ; s.p.Outcome() == oxo.Ongoing; at++ {
		if at == len(line) {
			var r Result
			s.search(ctx, limits, &r)
			if !r.Proven {
				break
			}
			line = append(line, r.Best)
		}
		s.p.Make(line[at])
	}
	for at--; at > 0; at-- {
		s.p.Unmake(line[at])
	}
	return line
}
