package rules

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
)

// SurveyWithin plays the random games of a survey that may take a number of steps.
func SurveyWithin(ctx context.Context, e *Engine, steps int) error {
	_, err := surveyWithin(ctx, e, steps)
	return err
}

// PlaySideBySide plays 512 random games side by side, some plies in each, and returns how many of them ended.
func (g *Game) PlaySideBySide(plies int) (ended int, err error) {
	if g.engine.program == nil {
		return 0, errors.New("the sheet has no circuit")
	}
	s := g.engine.sideBySide(rand.New(rand.NewPCG(3, 9)))
	for range plies {
		over, _, wrong := s.look()
		if !wrong.Empty() {
			return ended, fmt.Errorf("lanes %x: the roles do not take turns", wrong)
		}
		ended += over.Len()
		s.play(&over)
	}
	return ended, nil
}
