package api

import (
	"context"

	"oxo"
	"oxo/explain"
	"oxo/player"
	"oxo/search"
)

// Reviewed is the review of one move of a game.
type Reviewed struct {
	Ply       int         `json:"ply" doc:"The number of the move, from 1"`
	Move      string      `json:"move"`
	Name      string      `json:"name" doc:"The move as players write it: Nf3 for g1f3"`
	Side      int         `json:"side" enum:"0,1"`
	Before    Worth       `json:"before" doc:"What the position was worth to the side that moved"`
	After     Worth       `json:"after" doc:"What the move left of it"`
	Kind      string      `json:"kind" enum:"good,unclear,slower,inaccuracy,letgo,mistake,blunder" doc:"unclear: nothing is proven, and the game has no estimates; slower: the same result, later or sooner than it could be; letgo: a proven win was there, and after the move none is proven; mistake: half a point thrown away; blunder: a whole one. If estimated: inaccuracy, mistake and blunder lose 5, 10 and 15 of 100 chances of winning, or more"`
	Estimated bool        `json:"estimated" doc:"The kind rests on an estimate: an opinion, to be marked ≈"`
	Sign      string      `json:"sign" doc:"The mark of the move, as ??, or ≈?! if it is estimated; empty for other moves"`
	Forced    bool        `json:"forced" doc:"It was the only legal move"`
	Chances   [2]float64  `json:"chances" doc:"The chances of winning of the side that moved, from 0 to 1, before and after the move; a draw is half a win"`
	Accuracy  [2]*float64 `json:"accuracy" doc:"Of both sides, from 0 to 100, over the moves reviewed so far; null without a move that counts: forced ones do not"`
	Basis     string      `json:"basis" doc:"On what the chances rest"`
	Words     string      `json:"words"`
	Better    []string    `json:"better" doc:"The line that would have kept the value, where the move did not, as players write it"`
	Done      bool        `json:"done" doc:"Whether this is the last of the game"`
}

// ReviewRequest asks for a review of a game.
type ReviewRequest struct {
	Place
	Limits
}

// Review reviews each move of a game, from the last to the first: later positions are
// easier to solve. The time limit covers all of them.
func (s *Service) Review(ctx context.Context, with *search.Searcher, a Allowed, r ReviewRequest, report func(Reviewed)) error {
	pl, err := s.reviewed(r)
	if err != nil {
		return err
	}
	l, err := r.limits(a)
	if err != nil {
		return err
	}
	s.consult(with, pl.game.Name())
	played := explain.Played{Game: pl.game, Start: pl.start, Moves: pl.moves, Drawn: pl.drawn != ""}
	var all explain.Accuracy
	for m := range explain.Review(ctx, player.Proving(with, pl.start), played, explain.ReviewLimits{Total: l.Time, Each: search.Limits{Depth: l.Depth, Nodes: l.Nodes}}) {
		all.Add(&m)
		report(Reviewed{
			Estimated: m.Estimated, Sign: m.Sign(), Forced: m.Forced, Chances: [2]float64{m.ChanceBefore, m.ChanceAfter},
			Accuracy: accuracy(&all), Basis: explain.ChancesNote(pl.game),
			Ply: m.Ply, Move: pl.names[m.Ply-1], Name: m.Name, Side: int(m.Side), Before: worth(pl.game, m.Before), After: worth(pl.game, m.After),
			Kind: string(m.Judgement), Words: m.Words, Better: append([]string{}, m.Better...), Done: m.Ply == 1,
		})
	}
	return ended(ctx)
}

// accuracy returns the accuracy of both sides, nil without a move that counts.
func accuracy(all *explain.Accuracy) (of [2]*float64) {
	for side := range oxo.Side(2) {
		if percent, n := all.Of(side); n > 0 {
			of[side] = &percent
		}
	}
	return of
}

// CheckReview returns an error for an invalid request.
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
