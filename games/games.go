// Package games lists the games of this module.
package games

import (
	"oxo/catalog"
	"oxo/games/breakthrough"
	"oxo/games/checkers"
	"oxo/games/connect4"
	"oxo/games/mnk"
	"oxo/games/othello"
	"oxo/games/sticks"
	"oxo/games/twenty48"
	"oxo/numbertree"
)

// All returns every family of games, in the order in which they are shown.
func All() []catalog.Family {
	return []catalog.Family{mnk.Family(), connect4.Family(), sticks.Family(), breakthrough.Family(), checkers.Family(), othello.Family(), twenty48.Family(), numbertree.Family()}
}
