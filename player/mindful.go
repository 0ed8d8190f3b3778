package player

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"oxo"
	"oxo/search"
)

// recurring is a position of a game that is drawn when a state comes about for the third time. How often one
// has is no part of it.
type recurring interface {
	oxo.Looping
	// Times returns how often the state has been reached, this time included.
	Times() int
}

// Drawn reports whether a game is drawn by the moves before, although it could go on: by too many without
// progress, or by a state that has come about for the third time.
func Drawn(p oxo.Position) bool {
	if n, ok := p.(progressing); ok && n.NoProgress() {
		return true
	}
	r, ok := p.(recurring)
	return ok && r.Times() >= 3
}

// mindful is an engine that counts the moves before a position. A search finds what a state is worth, and earlier moves
// are no part of a state: so its best move may be one that draws at once, by repetition or by the rule of no progress.
type mindful struct{ Engine }

// drawing returns the moves with which the game is drawn by what was before.
func drawing(p oxo.Position) (moves []oxo.Move) {
	if _, ok := p.(recurring); !ok {
		return nil
	}
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if p.Outcome() == oxo.Ongoing && Drawn(p) {
			moves = append(moves, m)
		}
		p.Unmake(m)
	}
	return moves
}

// mind returns an engine that counts such moves as draws. Where a position has none, it is the engine given.
func mind(e Engine, p oxo.Position) Engine {
	if len(drawing(p)) == 0 {
		return e
	}
	return mindful{e}
}

// Search implements [Engine].
func (e mindful) Search(ctx context.Context, p oxo.Position, limits search.Limits) (last search.Result) {
	for last = range e.SearchProgress(ctx, p, limits) { //nolint:revive // only the last one counts
	}
	return last
}

// SearchProgress implements [Engine]: every move is searched, where there are some that draw.
func (e mindful) SearchProgress(ctx context.Context, p oxo.Position, limits search.Limits) iter.Seq[search.Result] {
	if len(drawing(p)) == 0 {
		return e.Engine.SearchProgress(ctx, p, limits)
	}
	return func(yield func(search.Result) bool) {
		for moves := range e.AnalyzeProgress(ctx, p, limits) {
			if !yield(resultOf(moves)) {
				return
			}
		}
	}
}

// AnalyzeProgress implements [Engine].
func (e mindful) AnalyzeProgress(ctx context.Context, p oxo.Position, limits search.Limits) iter.Seq[[]search.MoveResult] {
	draws := drawing(p)
	return func(yield func([]search.MoveResult) bool) {
		for found := range e.Engine.AnalyzeProgress(ctx, p, limits) {
			moves := slices.Clone(found)
			for i := range moves {
				if m := &moves[i]; slices.Contains(draws, m.Move) {
					m.Value, m.Bounds, m.Line = search.Value{Score: oxo.Draw, Proven: true}, oxo.Exactly(oxo.Draw), []oxo.Move{m.Move}
				}
			}
			if !yield(byScore(moves, draws)) {
				return
			}
		}
	}
}

// resultOf returns what the moves of a position, best first, say of it: it is worth as much as the best of
// them, and any move of which little is known may be that.
func resultOf(moves []search.MoveResult) search.Result {
	best := &moves[0]
	lo, hi := best.Bounds.Lo(), best.Bounds.Hi()
	r := search.Result{Best: best.Move, HasMove: true, Line: best.Line, Depth: best.Depth, Stop: best.Stop}
	for i := range moves {
		m := &moves[i]
		lo, hi = max(lo, m.Bounds.Lo()), max(hi, m.Bounds.Hi())
		r.Nodes += m.Nodes
		if m.Stop.Early() {
			r.Stop = m.Stop
		}
	}
	r.Value, r.Bounds = search.ValueOf(moves), oxo.Between(lo, hi)
	r.Score = r.Bounds.Clamp(r.Score)
	return r
}

// byScore puts the moves that draw where their score belongs: behind those that are better than a draw. The
// others stay in the order of the engine, which may be that of visits, and not of scores.
func byScore(moves []search.MoveResult, draws []oxo.Move) []search.MoveResult {
	slices.SortStableFunc(moves, func(a, b search.MoveResult) int {
		return cmp.Compare(side(&b, draws), side(&a, draws))
	})
	return moves
}

// side says on which side of a draw a move is: 1 where it is better, and 0 where it is one by what was before.
func side(m *search.MoveResult, draws []oxo.Move) int {
	switch {
	case slices.Contains(draws, m.Move):
		return 0
	case m.Known() && m.Score >= oxo.Draw:
		return 1
	}
	return -1
}
