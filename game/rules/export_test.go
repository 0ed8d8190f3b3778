package rules

import "context"

// SurveyWithin plays the random games of a survey that may take a number of steps.
func SurveyWithin(ctx context.Context, e *Engine, steps int) error {
	_, err := surveyWithin(ctx, e, steps)
	return err
}
