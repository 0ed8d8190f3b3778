package board

import (
	"strconv"

	"oxo"
)

// Plain reports whether the values of a game are said as numbers.
func Plain(g oxo.Game) bool { return FactsOf(g).PlainNumbers }

// Say writes a score in words, "win by 3", or as a number, "3", if values are plain
// numbers. A score of such a game must be from its first side's view.
func Say(g oxo.Game, s oxo.Score) string {
	if !Plain(g) || s.CountsPlies() || s.Sign() == 0 && s != oxo.Draw {
		return s.String() // infinity, or a value between two numbers
	}
	return strconv.Itoa(s.Margin())
}
