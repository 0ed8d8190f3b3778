package sticks

import "oxo"

// New makes a game. An error says which heaps are possible.
func New(heaps []int, limit int, normal bool) (oxo.Game, error) { return newGame(heaps, limit, normal) }
