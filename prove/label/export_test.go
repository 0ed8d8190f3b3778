package label

import (
	"oxo"
	"oxo/game/board"
)

// SideToMove returns the name of the side to move.
func SideToMove(p *Plan, at oxo.Position) string { return board.SideName(p.Game, at.Turn()) }
