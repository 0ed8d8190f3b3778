package checkers

import "oxo"

// The numbers of games in Portable Draughts Notation.
const (
	typeInternational = 20
	typeEnglish       = 21
	typeBrazilian     = 26
)

// gameType returns the number of the game in Portable Draughts Notation, 0 for a form
// that has none.
func (g *game) gameType() int {
	square := g.columns == g.rows && g.men == g.rows/2-1
	switch {
	case square && g.columns == 8 && !g.international:
		return typeEnglish
	case square && g.columns == 10 && g.international:
		return typeInternational
	case square && g.columns == 8:
		return typeBrazilian
	}
	return 0
}

// whiteSide returns the side that plays white.
func (g *game) whiteSide() oxo.Side {
	if g.international {
		return oxo.First
	}
	return oxo.Second
}
