package gtp

import (
	"math"

	"oxo"
)

// Constants of the win rate, a scale for controllers that draw one: wins and losses
// are its ends, and estimates stay away from them.
const (
	evenRate = 0.5
	span     = 0.45 // maximum distance of an estimate from the middle
	half     = 64   // the estimate that gets half of that distance, in the units of the games' evaluators
)

// winRate converts a score to a win rate from 0 to 1.
func winRate(s oxo.Score) float64 {
	if sign := s.Sign(); sign != 0 {
		return evenRate + float64(sign)*evenRate
	}
	e := float64(s)
	return evenRate + span*e/(math.Abs(e)+half)
}

// estimate converts another engine's win rate, from 0 to 1. The result is never more
// than an estimate.
func estimate(rate float64) oxo.Score {
	const most = 0.99 // of the span
	x := max(-most, min(most, (rate-evenRate)/span))
	return oxo.Score(math.Round(half * x / (1 - math.Abs(x))))
}
