package board

import (
	"strconv"

	"oxo"
)

// PlainNumbered is an [oxo.Game] that ends with a number, from the first side's view.
// Its values are written as 3, -5 and 0 instead of a win by 3, a loss by 5 and a
// draw.
type PlainNumbered interface {
	oxo.Game
	PlainNumbers()
}

// Plain reports whether the values of a game are written as numbers.
func Plain(g oxo.Game) bool {
	_, ok := g.(PlainNumbered)
	return ok
}

// Say writes a score in words, "win by 3", or as a number, "3", if values are plain
// numbers. A score of such a game must be from its first side's view.
func Say(g oxo.Game, s oxo.Score) string {
	if !Plain(g) || s.CountsPlies() || s.Sign() == 0 && s != oxo.Draw {
		return s.String() // infinity, or a value between two numbers
	}
	return strconv.Itoa(s.Margin())
}
