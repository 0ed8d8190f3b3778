package explain

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/search"
)

// Judgement rates a move by what it did to the value of the position.
type Judgement string

// Judgements. They rest on proven values, or on estimates: see [Reviewed].Estimated.
const (
	Good       Judgement = "good"
	Unclear    Judgement = "unclear"    // nothing is proven, and the game has no estimates
	Slower     Judgement = "slower"     // the same result, but a later win or a sooner loss
	Inaccuracy Judgement = "inaccuracy" // some of the chance lost: see [InaccuracyFrom]
	LetGo      Judgement = "letgo"      // a win was proven before the move, none after it
	Mistake    Judgement = "mistake"    // half a point lost, or the chance of [MistakeFrom]
	Blunder    Judgement = "blunder"    // a whole point lost, or the chance of [BlunderFrom]
)

// Reviewed is the review of one move of a game.
type Reviewed struct {
	Ply           int // the number of the move, from 1
	Move          oxo.Move
	Name          string       // as players write it
	Side          oxo.Side     // the side that made it
	Before, After search.Value // for that side: the value of the position, and the value after the move
	Judgement     Judgement
	// Estimated says that the judgement rests on an estimate: it is an opinion, to be marked ≈.
	Estimated bool
	// ChanceBefore and ChanceAfter are the side's chances of winning, from 0 to 1, by
	// [catalog.ChancesOf].
	ChanceBefore, ChanceAfter float64
	Forced                    bool       // the only legal move
	Words                     string     // a sentence
	Better                    []string   // the line that would have kept the value, if the move did not, as players write it
	Best                      []oxo.Move // the line that the search found best before the move; often begins with the move itself
}

// Played is a game to be reviewed.
type Played struct {
	Game  oxo.Game
	Start oxo.Position // Review leaves it unchanged
	Moves []oxo.Move   // legal ones, made since Start
	Drawn bool         // a rule about earlier positions ended it in a draw
}

// ReviewLimits limits the effort of a review. The zero value sets no limit: every
// position is solved.
type ReviewLimits struct {
	Total time.Duration // for all moves together; 0 is no limit
	Each  search.Limits // of each search; a move takes one or two searches
}

// searcher is the engine of a review: one of package search or mcts.
type searcher interface {
	Search(ctx context.Context, p oxo.Position, limits search.Limits) search.Result
}

// Review judges each move of a game, from the last to the first: later positions are
// easier to solve, and their values help with the earlier ones. It ends early when
// ctx does.
func Review(ctx context.Context, with searcher, g Played, limits ReviewLimits) iter.Seq[Reviewed] {
	return func(yield func(Reviewed) bool) {
		r := &reviewer{Played: g, with: with, limits: limits, begun: time.Now(), p: g.Start.Clone()}
		r.names, r.chances = catalog.NameLine(g.Game, g.Start, g.Moves), catalog.ChancesOf(g.Game)
		for _, m := range g.Moves {
			r.p.Make(m)
		}
		after := r.end(ctx)
		for ply := len(g.Moves); ply > 0; ply-- {
			said, before := r.ply(ctx, ply, after)
			if ctx.Err() != nil || !yield(said) {
				return // the earlier moves are not reviewed
			}
			after = before
		}
	}
}

// reviewer is the state of a review.
type reviewer struct {
	Played
	with    searcher
	limits  ReviewLimits
	begun   time.Time
	p       oxo.Position
	names   []string
	chances board.Chances
}

// end returns the value of the last position for its side to move.
func (r *reviewer) end(ctx context.Context) search.Value {
	switch {
	case r.p.Outcome() != oxo.Ongoing:
		return search.Value{Score: oxo.Final(r.p), Proven: true}
	case r.Drawn:
		return search.Value{Proven: true}
	}
	return r.with.Search(ctx, r.p, r.share(len(r.Moves)+1)).Value
}

// share returns the limits of one search; left is the number of searches that remain.
func (r *reviewer) share(left int) search.Limits {
	l := r.limits.Each
	if r.limits.Total > 0 {
		share := max((r.limits.Total-time.Since(r.begun))/time.Duration(left), time.Millisecond)
		if l.Time == 0 || share < l.Time {
			l.Time = share
		}
	}
	return l
}

// ply takes a move back and judges it, given the value of the position after it. It
// returns the value of the position before it.
func (r *reviewer) ply(ctx context.Context, ply int, after search.Value) (Reviewed, search.Value) {
	made := r.Moves[ply-1]
	r.p.Unmake(made)
	l := r.share(ply)
	result := r.with.Search(ctx, r.p, l)
	of := search.Value{Score: after.Score.ToParent(), Proven: after.Proven}
	result.Line = slices.Clone(result.Line) // the next search overwrites it
	before := result.Value
	if !before.Proven && (of.Score > before.Score || made == result.Best) {
		before = atLeast(result, of) // the search of the next position looked further
	}
	if letGo(before, of) && ctx.Err() == nil {
		of = r.child(ctx, made, l) // a search of its own, before the move is blamed for losing a win
	}
	if r.byChance(before, of) && r.lost(before, of) >= InaccuracyFrom && result.HasMove && result.Best != made {
		before, of = r.compare(ctx, before, of, result.Best, made, l)
	}
	return r.judge(ply, before, of, result), before
}

// child searches the position after a move, and returns the value of the move.
func (r *reviewer) child(ctx context.Context, m oxo.Move, l search.Limits) search.Value {
	r.p.Make(m)
	v := r.with.Search(ctx, r.p, l).Value
	r.p.Unmake(m)
	return search.Value{Score: v.Score.ToParent(), Proven: v.Proven}
}

// atLeast returns the value of a position from its search and from the value of one
// move. It is never below the value of the move, and equal to it if no other move can
// be better.
func atLeast(r search.Result, of search.Value) search.Value {
	switch {
	case r.Bounds.Hi() <= of.Score:
		return of
	case of.Score.IsLoss():
		return r.Value // another move may be better
	}
	return search.Value{Score: of.Score}
}

// letGo reports whether a win was proven before a move, but no result after it.
func letGo(before, after search.Value) bool {
	return before.Proven && before.Score.Sign() > 0 && !sure(after)
}

// sure reports whether the result is certain: a win counts even if a sooner one may
// exist.
func sure(v search.Value) bool { return v.Proven || v.Score.Sign() != 0 }

// judge rates a move by the values before and after it.
func (r *reviewer) judge(ply int, before, after search.Value, result search.Result) Reviewed {
	v := Reviewed{
		Ply: ply, Move: r.Moves[ply-1], Name: r.names[ply-1], Side: r.p.Turn(), Before: before, After: after, Judgement: Good, Best: result.Line,
		ChanceBefore: r.chances.Of(before.Score), ChanceAfter: r.chances.Of(after.Score), Forced: len(r.p.Moves(nil)) == 1,
	}
	side := board.SideName(r.Game, v.Side)
	switch {
	case v.Forced:
		v.Words = v.Name + " was the only move"
	case r.byChance(before, after):
		r.byEstimate(&v, side)
	case letGo(before, after):
		v.Judgement = LetGo
		v.Words = fmt.Sprintf("%s let a %s go: after %s no win is proven", side, before, v.Name)
	default:
		r.byProof(&v, side)
	}
	if v.Judgement != Good && v.Judgement != Unclear {
		v.Better = catalog.NameLine(r.Game, r.p, result.Line)
	}
	return v
}

// byProof rates a move between two certain results.
func (r *reviewer) byProof(v *Reviewed, side string) {
	before, after := v.Before, v.After
	switch lost := before.Score.Sign() - after.Score.Sign(); {
	case lost > 0:
		v.Judgement = [...]Judgement{Good, Mistake, Blunder}[lost]
		v.Words = fmt.Sprintf("%s had a %s and after %s has a %s", side, before, v.Name, after)
		if before.Score.Sign() > 0 {
			v.Words = fmt.Sprintf("%s let a %s go: after %s it has a %s", side, before, v.Name, after)
		}
	case before.Proven && after.Proven && before.Score != after.Score:
		v.Judgement = Slower
		v.Words = fmt.Sprintf("%s keeps the result, but %s became %s", v.Name, before, after)
	default:
		v.Words = fmt.Sprintf("%s keeps the %s", v.Name, before)
	}
}
