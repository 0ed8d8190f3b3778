package catalog

import (
	"oxo"
	"oxo/game/board"
)

// The scale of the chances where a game has none of its own: some units of its estimates,
// or a number for estimates without a unit.
const (
	defaultUnits = 2
	defaultScale = 100
)

// ChancesOf returns the curve of a game from estimates to chances of winning. Where the game
// has none, it is a default that no games were played for: its field On is empty.
func ChancesOf(g oxo.Game) board.Chances {
	if c := board.FactsOf(g).Chances; c != nil {
		return *c
	}
	if size := oxo.FactsOf(g.Start()).Unit; size != 0 {
		return board.Chances{Scale: defaultUnits * float64(size)}
	}
	return board.Chances{Scale: defaultScale}
}
