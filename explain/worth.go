package explain

import (
	"oxo"
	"oxo/game/catalog"
	"oxo/search"
)

// Worth writes a value the way players of the game do: an estimate is in the game's
// unit, as in "about +1.40 pawns".
func Worth(g oxo.Game, v search.Value) string {
	if v.Proven || v.Score.Sign() != 0 {
		return v.String()
	}
	return "about " + catalog.UnitOf(g).Say(v.Score)
}
