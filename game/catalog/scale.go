package catalog

import "oxo"

// Scaled is a game whose players have their own scale of values, as an alternative to
// wins and losses counted in plies.
type Scaled interface {
	oxo.Game
	// Scale converts a proven score of p: positive for a win of the side to move,
	// negative for a loss, and larger the sooner it comes.
	Scale(p oxo.Position, s oxo.Score) int
	// ScaleCounts returns a phrase for what the number counts, to follow "a win is".
	ScaleCounts() string
}

// Scale converts a proven score to the scale of a game, if it has one.
func Scale(g oxo.Game, p oxo.Position, s oxo.Score) (int, bool) {
	scaled, ok := g.(Scaled)
	if !ok {
		return 0, false
	}
	return scaled.Scale(p, s), true
}
