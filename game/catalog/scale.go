package catalog

import (
	"oxo"
	"oxo/game/board"
)

// Scale returns a proven score in the scale of a game, if it has one: see [board.Scale].
func Scale(g oxo.Game, p oxo.Position, s oxo.Score) (int, bool) {
	scale := board.FactsOf(g).Scale
	if scale == nil {
		return 0, false
	}
	return scale.Of(p, s), true
}
