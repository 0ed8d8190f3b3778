// Package games lists the games of this module.
package games

import (
	"oxo/game/catalog"
	"oxo/game/numbertree"
	"oxo/games/breakthrough"
	"oxo/games/checkers"
	"oxo/games/chess"
	"oxo/games/connect4"
	"oxo/games/gogame"
	"oxo/games/mnk"
	"oxo/games/othello"
	"oxo/games/sticks"
	"oxo/games/twenty48"
)

// All returns every family of games, in the order in which they are shown.
func All() []catalog.Family {
	return []catalog.Family{
		mnk.Family(), connect4.Family(), sticks.Family(), breakthrough.Family(), othello.Family(), checkers.Family(), chess.Family(),
		gogame.Family(), twenty48.Family(), numbertree.Family(),
	}
}
