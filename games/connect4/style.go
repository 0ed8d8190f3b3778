package connect4

import (
	"fmt"

	"oxo"
	"oxo/game/board"
)

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	return &board.Facts{
		Sides: [2]string{"X", "O"},
		Style: board.Style{Places: board.Frame, Pieces: board.Discs}, // discs that fall into a frame
		Scale: &board.Scale{Of: g.scale, Counts: "how many stones the winner has left, the winning one included"},
		Goal:  g.goal(), Rules: g.allRules(),
	}
}

// goal says how one wins.
func (g *game) goal() string {
	return "Drop a disc into a column: four in a row, across, down or slanting, win."
}

// allRules are all of them.
func (g *game) allRules() []string {
	return []string{
		fmt.Sprintf("The frame has %d columns of %d places. X begins, then the sides drop one disc in turn.", g.width, g.height),
		"A disc falls to the lowest free place of its column; a full column takes no more.",
		"Who has four in a row, across, down or slanting, wins at once. A full frame without a row is a draw.",
	}
}

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
