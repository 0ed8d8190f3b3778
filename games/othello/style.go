package othello

import (
	"fmt"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	return &board.Facts{
		Sides:   [2]string{"black", "white"},
		Style:   board.Style{Pieces: board.Stones}, // stones on plain squares
		Unit:    [2]string{"disc", "discs"},
		Chances: &board.Chances{Scale: 959.1, On: "othello", Games: 120, Positions: 1654},
		SGF:     &board.SGF{Number: 2, Resized: g.resized},
		Goal:    g.goal(), Rules: g.allRules(),
		Setup: notation.Rows{Columns: g.columns, Rows: g.rows, Palette: notation.Stones("X", "O")}.WithTurn(g),
	}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	return "Enclose discs of the other side in a line to turn them: who has more discs at the end wins."
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	return []string{
		fmt.Sprintf("The board has %d columns and %d rows, with two discs of each side in the middle. Black begins.", g.columns, g.rows),
		"A new disc must enclose discs of the other side, in one line or more, between itself and another of its side. All that are enclosed turn over.",
		"Who cannot enclose any passes. When neither side can, who has more discs wins, by the difference.",
	}
}

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
