package player

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"oxo"
	"oxo/search"
)

// Drawn reports whether earlier moves make the game a draw although it could
// continue: by too many moves without progress, or by the third occurrence of a
// state.
func Drawn(p oxo.Position) bool {
	c, ok := p.(oxo.Clocked)
	return ok && (noProgress(c) || c.Times() >= 3)
}

// noProgress reports whether the number of plies without progress is reached, and the
// last of them has not won the game.
func noProgress(p oxo.Clocked) bool {
	plies, limit := p.Clock()
	if plies < limit {
		return false
	}
	_, won := p.Outcome().Winner(p.Turn())
	return !won
}

// mindful is an engine that takes earlier moves into account. A search values a
// state, and earlier moves are not part of a state: so its best move may draw at
// once, by repetition or by the rule of no progress.
type mindful struct{ Engine }

// drawing returns the moves that draw because of earlier moves.
func drawing(p oxo.Position) (moves []oxo.Move) {
	if _, ok := p.(oxo.Clocked); !ok {
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

// mind returns an engine that counts drawing moves as draws; without drawing moves, the
// given engine.
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

// SearchProgress implements [Engine]: if some moves draw, every move is searched.
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

// resultOf returns the value of a position from its moves, best first: the best
// move's value, with bounds that allow for any move about which little is known.
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

// byScore moves the drawing moves to the place of their score: after those that are
// better than a draw. The other moves keep the engine's order, which may be by visits
// instead of scores.
func byScore(moves []search.MoveResult, draws []oxo.Move) []search.MoveResult {
	slices.SortStableFunc(moves, func(a, b search.MoveResult) int {
		return cmp.Compare(side(&b, draws), side(&a, draws))
	})
	return moves
}

// side returns 1 for a move that is known to be a draw or better, 0 for one that
// draws by earlier moves, and -1 otherwise.
func side(m *search.MoveResult, draws []oxo.Move) int {
	switch {
	case slices.Contains(draws, m.Move):
		return 0
	case m.Known() && m.Score >= oxo.Draw:
		return 1
	}
	return -1
}
