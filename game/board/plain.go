package board

import (
	"strconv"

	"oxo"
)

// PlainNumbered is an [oxo.Game] that ends by a number, which is its first side's: its
// values are said as 3, -5 and 0, and not as a win by 3, a loss by 5 and a draw.
type PlainNumbered interface {
	oxo.Game
	PlainNumbers()
}

// Plain reports whether the values of a game are said as numbers.
func Plain(g oxo.Game) bool {
	_, ok := g.(PlainNumbered)
	return ok
}

// Say writes a score as the game tells it: "win by 3", or where values are plain
// numbers "3". The score of such a game has to be turned to its first side.
func Say(g oxo.Game, s oxo.Score) string {
	if !Plain(g) || s.CountsPlies() || s.Sign() == 0 && s != oxo.Draw {
		return s.String() // infinity, and what lies between two numbers
	}
	return strconv.Itoa(s.Margin())
}
