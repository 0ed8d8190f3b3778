package api

import (
	"context"
	"fmt"
	"time"

	"oxo"
	"oxo/board"
	"oxo/catalog"
	"oxo/search"
)

// Reviewed is one move of a game that was looked at afterwards.
type Reviewed struct {
	Ply    int      `json:"ply" doc:"The number of the move, from 1"`
	Move   string   `json:"move"`
	Side   int      `json:"side" enum:"0,1"`
	Before Worth    `json:"before" doc:"What the position was worth to the side that moved"`
	After  Worth    `json:"after" doc:"What the move left of it"`
	Kind   string   `json:"kind" enum:"good,unclear,slower,letgo,mistake,blunder" doc:"unclear: not proven; letgo: a proven win was there, and after the move none is proven; slower: the same result, later or sooner than it could be; mistake: half a point thrown away; blunder: a whole one"`
	Words  string   `json:"words"`
	Better []string `json:"better" doc:"The line that would have kept the value, where the move did not"`
	Done   bool     `json:"done" doc:"Whether this is the last of the game"`
}

// ReviewRequest asks for a look at a game.
type ReviewRequest struct {
	Place
	Limits
}

// Review looks at each move of a game, from the last to the first, which is the
// order in which less and less is known; the time is for all of them.
func (s *Service) Review(ctx context.Context, with *search.Searcher, a Allowed, r ReviewRequest, report func(Reviewed)) error {
	pl, err := s.reviewed(r)
	if err != nil {
		return err
	}
	l, err := r.limits(a)
	if err != nil {
		return err
	}
	left, begun := l.Time, time.Now()
	after := search.Value{Proven: true}
	switch {
	case pl.p.Outcome() != oxo.Ongoing:
		after.Score = oxo.Final(pl.p)
	case !pl.drawn:
		after = with.Search(ctx, pl.p, search.Limits{Time: left / time.Duration(len(pl.moves)+1), Depth: l.Depth}).Value
	}
	for ply := len(pl.moves); ply > 0; ply-- {
		made, name := pl.moves[ply-1], pl.names[ply-1]
		pl.p.Unmake(made)
		left = l.Time - time.Since(begun)
		result := with.Search(ctx, pl.p, search.Limits{Time: max(left/time.Duration(ply), time.Millisecond), Depth: l.Depth})
		if ctx.Err() != nil {
			return ended(ctx) // the moves before are not looked at
		}
		of := search.Value{Score: after.Score.ToParent(), Proven: after.Proven}
		before := result.Value
		if !before.Proven && (of.Score > before.Score || made == result.Best) {
			before = of // the search of what came after saw farther
		}
		if letGo(before, of) {
			if of, err = pl.again(ctx, with, made, search.Limits{Time: max(left/time.Duration(ply), time.Millisecond), Depth: l.Depth}); err != nil {
				return err
			}
		}
		report(pl.judge(ply, name, before, of, result))
		after = before
	}
	return nil
}

// letGo reports whether a win was proven before a move, and nothing is certain after it.
func letGo(before, after search.Value) bool {
	return before.Proven && before.Score.Sign() > 0 && !certain(after)
}

// again looks once more at what a move leaves, before it is said to let a win go.
func (pl *place) again(ctx context.Context, with *search.Searcher, m oxo.Move, l search.Limits) (search.Value, error) {
	pl.p.Make(m)
	defer pl.p.Unmake(m)
	r := with.Search(ctx, pl.p, l)
	return search.Value{Score: r.Score.ToParent(), Proven: r.Proven}, ended(ctx)
}

// CheckReview says what is wrong with a request.
func (s *Service) CheckReview(r ReviewRequest) error {
	_, err := s.reviewed(r)
	return err
}

func (s *Service) reviewed(r ReviewRequest) (*place, error) {
	pl, err := s.place(r.Place)
	if err == nil && len(pl.moves) == 0 {
		err = problemf(Bad, "no moves to review: play some first")
	}
	return pl, err
}

// certain reports whether a value's result is: a win that may come sooner is one.
func certain(v search.Value) bool { return v.Proven || v.Score.Sign() != 0 }

// judge says what a move left of a position's value. Only what is certain is
// held against it.
func (pl *place) judge(ply int, name string, before, after search.Value, r search.Result) Reviewed {
	v := Reviewed{
		Ply: ply, Move: name, Side: int(pl.p.Turn()), Before: worth(before), After: worth(after),
		Kind: "good", Better: []string{}, Done: ply == 1,
	}
	side := board.SideName(pl.game, pl.p.Turn())
	switch lost := before.Score.Sign() - after.Score.Sign(); {
	case letGo(before, after):
		v.Kind = "letgo"
		v.Words = fmt.Sprintf("%s let a %s go: after %s no win is proven", side, before, name)
	case !certain(before) || !certain(after):
		v.Kind = "unclear"
		v.Words = fmt.Sprintf("%s: the position is %s, after the move %s; not all of it is proven", name, before, after)
		return v
	case lost > 0:
		v.Kind = [...]string{"", "mistake", "blunder"}[lost]
		v.Words = fmt.Sprintf("%s had a %s and after %s has a %s", side, before, name, after)
		if before.Score.Sign() > 0 {
			v.Words = fmt.Sprintf("%s let a %s go: after %s it has a %s", side, before, name, after)
		}
	case before.Proven && after.Proven && before.Score != after.Score:
		v.Kind = "slower"
		v.Words = fmt.Sprintf("%s keeps the result, but %s became %s", name, before, after)
	default:
		v.Words = fmt.Sprintf("%s keeps the %s", name, before)
		return v
	}
	v.Better = catalog.FormatLine(pl.game, pl.p, r.Line)
	return v
}
