package gtp

import (
	"math"

	"oxo"
)

// A win rate is a scale for controllers that draw one: wins and losses are its
// ends, estimates keep a distance to them.
const (
	evenRate = 0.5
	span     = 0.45 // how far estimates get from the middle
	half     = 64   // the estimate that gets half as far, in the units of the games' evaluators
)

// winRate puts a score on the scale.
func winRate(s oxo.Score) float64 {
	if sign := s.Sign(); sign != 0 {
		return evenRate + float64(sign)*evenRate
	}
	e := float64(s)
	return evenRate + span*e/(math.Abs(e)+half)
}

// estimate reads what another engine calls a win rate, from 0 to 1. It is never
// more than an estimate.
func estimate(rate float64) oxo.Score {
	const most = 0.99 // of the span
	x := max(-most, min(most, (rate-evenRate)/span))
	return oxo.Score(math.Round(half * x / (1 - math.Abs(x))))
}
