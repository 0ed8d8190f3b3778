package mnk

import "oxo"

// MaxSide is the longest side of a board.
const MaxSide = maxSide

// Rules are the rules of one game.
type Rules = rules

// New makes a game. An error says which rules are possible.
func New(r Rules) (oxo.Game, error) { return gameOf(r) }
