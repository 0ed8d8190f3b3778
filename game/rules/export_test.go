package rules

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// SurveyWithin plays the random games of a survey that may take a number of steps.
func SurveyWithin(ctx context.Context, e *Engine, steps int) error {
	_, err := surveyWithin(ctx, e, steps)
	return err
}

// PlaySideBySide plays random games in 64 lanes, some plies in each, and returns how many of them ended.
func (g *Game) PlaySideBySide(plies int) (ended int, err error) {
	if g.engine.program == nil {
		return 0, errors.New("the sheet has no circuit")
	}
	s := g.engine.sideBySide(g.engine.program.Lanes(), rand.New(rand.NewPCG(3, 9)))
	for range plies {
		over, _, wrong := s.look()
		if wrong != 0 {
			return ended, fmt.Errorf("lanes %b: the roles do not take turns", wrong)
		}
		ended += bits.OnesCount64(over)
		s.play(over)
	}
	return ended, nil
}
