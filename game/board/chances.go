package board

import (
	"math"

	"oxo"
)

// Chances converts the estimates of a game to chances of winning. The curve is the logistic
// one, 1 / (1 + e^(-estimate / Scale)), where a draw counts as half a win. It was fitted to
// games that levels of oxo played against themselves: go run ./cmd/chances fit.
type Chances struct {
	// Scale is the estimate at which the chance is 73%. It is above 0.
	Scale float64
	// On is the name of the game on which Scale was fitted; empty if it was fitted on none.
	On string
	// Games and Positions are the numbers of games and of positions of the fit.
	Games, Positions int
}

// Of returns the chance of the side to move, from 0 to 1, in a position of a given estimate. A
// win, a loss and a draw that are certain are 1, 0 and a half.
func (c Chances) Of(s oxo.Score) float64 {
	switch {
	case s.Sign() != 0:
		return float64(1+s.Sign()) / 2
	case c.Scale <= 0:
		return 0.5
	}
	return 1 / (1 + math.Exp(-float64(s)/c.Scale))
}
