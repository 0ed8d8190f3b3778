package numbertree

import (
	"oxo"
	"oxo/game/board"
)

// Facts implements [board.Factual].
func (g *Game) Facts() *board.Facts { return g.facts() }

func (g *Game) newFacts() *board.Facts {
	return &board.Facts{
		Sides:        [2]string{"MAX", "MIN"},
		PlainNumbers: true,
		Goal:         g.goal(), Rules: g.allRules(),
		Note: func(p oxo.Position) string { return p.(*position).note() },
	}
}

// goal returns a sentence about what the two sides want.
func (g *Game) goal() string {
	return "Walk down the tree: MAX wants a large number at its end, MIN a small one."
}

// allRules returns the rules, each as a sentence or two.
func (g *Game) allRules() []string {
	return []string{
		"MAX and MIN choose in turn which node comes next, MAX first.",
		"A node without nodes below it ends the game: its number is what MAX gets and MIN gives.",
	}
}
