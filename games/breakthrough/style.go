package breakthrough

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
		Sides:   [2]string{"white", "black"},
		Style:   board.Style{Places: board.Chequered, Pieces: board.Pawns}, // pawns on squares of two colours
		Chances: &board.Chances{Scale: 181.8, On: "breakthrough:8x8", Games: 120, Positions: 1754},
		Goal:    g.goal(), Rules: g.allRules(),
		Setup: notation.Rows{Columns: g.columns, Rows: g.rows, Palette: notation.Stones("w", "b")}.WithTurn(g),
		Note:  func(oxo.Position) string { return g.note() },
	}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	return "Pawns go one step forward, straight or slanting: the first to reach the far row wins."
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	rules := []string{
		fmt.Sprintf("The board has %d columns and %d rows. Each side has two rows of pawns; white begins and moves up.", g.columns, g.rows),
		"A pawn goes one step forward, straight or slanting, to an empty square. It takes a pawn of the other side slanting only, by going there.",
		"Who reaches the far row with a pawn, or takes all pawns of the other side, wins. There is no draw.",
	}
	if g.teleport {
		rules = append(rules, "From the squares in the middle that are named beside the board a pawn may also go to the other group of them.")
	}
	return rules
}

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
