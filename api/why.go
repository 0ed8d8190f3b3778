package api

import (
	"context"

	"oxo"
	"oxo/explain"
	"oxo/game/board"
	"oxo/search"
)

// WhyRequest asks for the reason of a move's value.
type WhyRequest struct {
	Place
	Limits
	Move      string `json:"move" query:"move" required:"true" maxLength:"40" doc:"A legal move of the position" example:"c3"`
	Better    string `json:"better,omitempty" query:"better" maxLength:"40" doc:"A move that a review calls better: it is named first if it is as good as any"`
	Sentences int    `json:"sentences,omitempty" query:"sentences" minimum:"0" maximum:"50" doc:"How many sentences at most, 3 at least; 0 is six"`
}

// Because is the reason of a move's value.
type Because struct {
	Move      string     `json:"move"`
	Worth     Worth      `json:"worth" doc:"Of the move, for the side that makes it"`
	Sentences []sentence `json:"sentences"`
	Motives   []string   `json:"motives" doc:"What the sentences tell of, as double threat, must block, zugzwang"`
}

// sentence is a part of an answer.
type sentence struct {
	Text    string   `json:"text"`
	Squares []int    `json:"squares" doc:"The squares that it is about"`
	Line    []string `json:"line" doc:"The moves from the position asked about to what it tells of"`
}

// Why explains the value of a move.
func (s *Service) Why(ctx context.Context, with *search.Searcher, a Allowed, r WhyRequest) (*Because, error) {
	pl, m, err := s.asked(r)
	if err != nil {
		return nil, err
	}
	options := explain.WhyOptions{Searcher: with, Sentences: r.Sentences, HasBetter: r.Better != ""}
	if options.HasBetter {
		if options.Better, err = pl.game.ParseMove(pl.p, r.Better); err != nil {
			return nil, bad(err)
		}
	}
	options.Limits, err = r.limits(a)
	if err != nil {
		return nil, err
	}
	s.consult(with, pl.game.Name())
	b, err := explain.Why(ctx, pl.game, pl.p, m, options)
	if err == nil {
		err = ended(ctx)
	}
	if err != nil {
		return nil, err
	}
	told := &Because{Move: pl.game.FormatMove(pl.p, m), Worth: worth(pl.game, b.Value), Sentences: []sentence{}, Motives: append([]string{}, b.Motives...)}
	columns := 0
	if grid, ok := pl.p.(board.Grid); ok {
		columns, _ = grid.Size()
	}
	for _, n := range b.Sentences {
		squares := []int{}
		for _, sq := range n.Squares {
			squares = append(squares, sq.Row*columns+sq.Column)
		}
		told.Sentences = append(told.Sentences, sentence{n.Text, squares, append([]string{}, n.Line...)})
	}
	return told, nil
}

// CheckWhy returns an error for an invalid request.
func (s *Service) CheckWhy(r WhyRequest) error {
	_, _, err := s.asked(r)
	return err
}

// asked parses a request.
func (s *Service) asked(r WhyRequest) (*place, oxo.Move, error) {
	if r.Sentences < 0 {
		return nil, 0, problemf(Bad, "sentences: want 0 or more")
	}
	pl, err := s.ongoing(r.Place)
	if err != nil {
		return nil, 0, err
	}
	m, err := pl.game.ParseMove(pl.p, r.Move)
	if err != nil {
		return nil, 0, bad(err)
	}
	return pl, m, nil
}
