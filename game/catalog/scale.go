package catalog

import "oxo"

// Scaled is a game whose players write values in a scale of their own, beside wins
// and losses counted in plies.
type Scaled interface {
	oxo.Game
	// Scale returns a proven score of p in that scale: above 0 a win for the
	// side to move, below 0 a loss, and the more the sooner.
	Scale(p oxo.Position, s oxo.Score) int
	// ScaleCounts says what the number counts, to go on after "a win is": a phrase.
	ScaleCounts() string
}

// Scale returns a proven score in the scale of a game, if it has one.
func Scale(g oxo.Game, p oxo.Position, s oxo.Score) (int, bool) {
	scaled, ok := g.(Scaled)
	if !ok {
		return 0, false
	}
	return scaled.Scale(p, s), true
}
