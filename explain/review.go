package explain

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"oxo"
	"oxo/board"
	"oxo/catalog"
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
	Words         string   // a sentence
	Better        []string // the line that would have kept the value, where the move did not
}

// Played is a game to be reviewed.
type Played struct {
	Game  oxo.Game
	Start oxo.Position // which Review leaves as it is
	Moves []oxo.Move   // legal ones, made since Start
	Drawn bool         // by a rule about what came before, though it could go on
}

// Review looks at each move of a game, from the last to the first, which is the order
// in which less and less is known. The time of the limits is for all of them, and above
// 0; their depth is for each search. It ends early when ctx does.
func Review(ctx context.Context, with *search.Searcher, g Played, limits search.Limits) iter.Seq[Reviewed] {
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
	with   *search.Searcher
	limits search.Limits
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
	return r.with.Search(ctx, r.p, search.Limits{Time: r.limits.Time / time.Duration(len(r.Moves)+1), Depth: r.limits.Depth}).Value
}

// ply takes a move back and judges it, given what the position after it is worth. It
// returns what the one before it is worth.
func (r *reviewer) ply(ctx context.Context, ply int, after search.Value) (Reviewed, search.Value) {
	made := r.Moves[ply-1]
	r.p.Unmake(made)
	l := search.Limits{Time: max((r.limits.Time-time.Since(r.begun))/time.Duration(ply), time.Millisecond), Depth: r.limits.Depth}
	result := r.with.Search(ctx, r.p, l)
	of := search.Value{Score: after.Score.ToParent(), Proven: after.Proven}
	before := result.Value
	if !before.Proven && (of.Score > before.Score || made == result.Best) {
		before = of // the search of what came after saw farther
	}
	if letGo(before, of) && ctx.Err() == nil {
		// Looked at once more, before the move is said to let a win go.
		result.Line = slices.Clone(result.Line) // the next search overwrites it
		r.p.Make(made)
		again := r.with.Search(ctx, r.p, l)
		r.p.Unmake(made)
		of = search.Value{Score: again.Score.ToParent(), Proven: again.Proven}
	}
	return r.judge(ply, before, of, result), before
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
	v := Reviewed{Ply: ply, Move: r.Moves[ply-1], Name: name, Side: r.p.Turn(), Before: before, After: after, Judgement: Good}
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
