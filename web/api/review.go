package api

import (
	"context"

	"oxo/explain"
	"oxo/player"
	"oxo/search"
)

// Reviewed is the review of one move of a game.
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
	for m := range explain.Review(ctx, player.Proving(with, pl.start), played, explain.ReviewLimits{Total: l.Time, Each: search.Limits{Depth: l.Depth}}) {
		report(Reviewed{
			Ply: m.Ply, Move: m.Name, Side: int(m.Side), Before: worth(pl.game, m.Before), After: worth(pl.game, m.After),
			Kind: string(m.Judgement), Words: m.Words, Better: append([]string{}, m.Better...), Done: m.Ply == 1,
		})
	}
	return ended(ctx)
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
