package connect4

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
		Sides:   [2]string{"red", "yellow"},
		Style:   board.Style{Places: board.Frame, Pieces: board.Discs}, // discs that fall into a frame
		Scale:   &board.Scale{Of: g.scale, Counts: "how many stones the winner has left, the winning one included"},
		Chances: &board.Chances{Scale: 23.85, On: "connect4:7x6", Games: 135, Positions: 482},
		Goal:    g.goal(), Rules: g.allRules(),
		Setup: notation.Rows{Columns: g.width, Rows: g.height, Palette: notation.Stones("X", "O")}.Alternating(),
	}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	return "Drop a disc into a column: four in a row, across, down or slanting, win."
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	return []string{
		fmt.Sprintf("The frame has %d columns of %d places. Red begins, then the sides drop one disc in turn.", g.width, g.height),
		"A disc falls to the lowest free place of its column; a full column takes no more.",
		"Who has four in a row, across, down or slanting, wins at once. A full frame without a row is a draw.",
	}
}

// letter returns the letter of a side in texts of positions.
func letter(s oxo.Side) string { return [...]string{"X", "O"}[s&1] }

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
