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

// Judgement says what a move did to the value of a position.
type Judgement string

// The judgements. Only what is certain is held against a move.
const (
	Good    Judgement = "good"
	Unclear Judgement = "unclear" // not all of it is proven
	Slower  Judgement = "slower"  // the same result, later or sooner than it could be
	LetGo   Judgement = "letgo"   // a proven win was there, and after the move none is proven
	Mistake Judgement = "mistake" // half a point thrown away
	Blunder Judgement = "blunder" // a whole one
)

// Reviewed is one move of a game that was looked at afterwards.
type Reviewed struct {
	Ply           int // the number of the move, from 1
	Move          oxo.Move
	Name          string
	Side          oxo.Side     // that made it
	Before, After search.Value // for that side: of the position, and what the move left of it
	Judgement     Judgement
	Words         string     // a sentence
	Better        []string   // the line that would have kept the value, where the move did not
	Best          []oxo.Move // the line that the search found best, from before the move; often the move itself
}

// Played is a game to be reviewed.
type Played struct {
	Game  oxo.Game
	Start oxo.Position // which Review leaves as it is
	Moves []oxo.Move   // legal ones, made since Start
	Drawn bool         // by a rule about what came before, though it could go on
}

// ReviewLimits are how much a review may take. Without any it takes as long as every
// proof does.
type ReviewLimits struct {
	Total time.Duration // for all moves together; 0 is no limit
	Each  search.Limits // of each search, of which there are one or two for a move
}

// searcher is what a review searches with: an engine of package search or mcts.
type searcher interface {
	Search(ctx context.Context, p oxo.Position, limits search.Limits) search.Result
}

// Review looks at each move of a game, from the last to the first, which is the order
// in which less and less is known. It ends early when ctx does.
func Review(ctx context.Context, with searcher, g Played, limits ReviewLimits) iter.Seq[Reviewed] {
	return func(yield func(Reviewed) bool) {
		r := &reviewer{Played: g, with: with, limits: limits, begun: time.Now(), p: g.Start.Clone()}
		r.names = catalog.FormatLine(g.Game, g.Start, g.Moves)
		for _, m := range g.Moves {
			r.p.Make(m)
		}
		after := r.end(ctx)
		for ply := len(g.Moves); ply > 0; ply-- {
			said, before := r.ply(ctx, ply, after)
			if ctx.Err() != nil || !yield(said) {
				return // the moves before are not looked at
			}
			after = before
		}
	}
}

// reviewer is a review on its way.
type reviewer struct {
	Played
	with   searcher
	limits ReviewLimits
	begun  time.Time
	p      oxo.Position
	names  []string
}

// end returns what the last position is worth to its side to move.
func (r *reviewer) end(ctx context.Context) search.Value {
	switch {
	case r.p.Outcome() != oxo.Ongoing:
		return search.Value{Score: oxo.Final(r.p), Proven: true}
	case r.Drawn:
		return search.Value{Proven: true}
	}
	return r.with.Search(ctx, r.p, r.share(len(r.Moves)+1)).Value
}

// share is what one of a number of searches that are left may take.
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

// ply takes a move back and judges it, given what the position after it is worth. It
// returns what the one before it is worth.
func (r *reviewer) ply(ctx context.Context, ply int, after search.Value) (Reviewed, search.Value) {
	made := r.Moves[ply-1]
	r.p.Unmake(made)
	l := r.share(ply)
	result := r.with.Search(ctx, r.p, l)
	of := search.Value{Score: after.Score.ToParent(), Proven: after.Proven}
	result.Line = slices.Clone(result.Line) // the next search overwrites it
	before := result.Value
	if !before.Proven && (of.Score > before.Score || made == result.Best) {
		before = atLeast(result, of) // the search of what came after saw farther
	}
	if letGo(before, of) && ctx.Err() == nil {
		// Looked at once more, before the move is said to let a win go.
		r.p.Make(made)
		again := r.with.Search(ctx, r.p, l)
		r.p.Unmake(made)
		of = search.Value{Score: again.Score.ToParent(), Proven: again.Proven}
	}
	return r.judge(ply, before, of, result), before
}

// atLeast is what a search of a position knows of its value, given what one move is worth: the value is that where
// no other move can be better, and no less in any case.
func atLeast(r search.Result, of search.Value) search.Value {
	switch {
	case r.Bounds.Hi() <= of.Score:
		return of
	case of.Score.IsLoss():
		return r.Value // another move may be better
	}
	return search.Value{Score: of.Score}
}

// letGo reports whether a win was proven before a move, and nothing is certain after it.
func letGo(before, after search.Value) bool {
	return before.Proven && before.Score.Sign() > 0 && !sure(after)
}

// sure reports whether a value's result is: a win that may come sooner is one.
func sure(v search.Value) bool { return v.Proven || v.Score.Sign() != 0 }

// judge says what a move left of a position's value.
func (r *reviewer) judge(ply int, before, after search.Value, result search.Result) Reviewed {
	name := r.names[ply-1]
	v := Reviewed{Ply: ply, Move: r.Moves[ply-1], Name: name, Side: r.p.Turn(), Before: before, After: after, Judgement: Good, Best: result.Line}
	side := board.SideName(r.Game, r.p.Turn())
	switch lost := before.Score.Sign() - after.Score.Sign(); {
	case letGo(before, after):
		v.Judgement = LetGo
		v.Words = fmt.Sprintf("%s let a %s go: after %s no win is proven", side, before, name)
	case !sure(before) || !sure(after):
		v.Judgement = Unclear
		v.Words = fmt.Sprintf("%s: the position is %s, after the move %s; not all of it is proven", name, before, after)
		return v
	case lost > 0:
		v.Judgement = [...]Judgement{Good, Mistake, Blunder}[lost]
		v.Words = fmt.Sprintf("%s had a %s and after %s has a %s", side, before, name, after)
		if before.Score.Sign() > 0 {
			v.Words = fmt.Sprintf("%s let a %s go: after %s it has a %s", side, before, name, after)
		}
	case before.Proven && after.Proven && before.Score != after.Score:
		v.Judgement = Slower
		v.Words = fmt.Sprintf("%s keeps the result, but %s became %s", name, before, after)
	default:
		v.Words = fmt.Sprintf("%s keeps the %s", name, before)
		return v
	}
	v.Better = catalog.FormatLine(r.Game, r.p, result.Line)
	return v
}
