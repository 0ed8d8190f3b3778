package connect4

import (
	"fmt"

	"oxo/game/board"
)

// Style returns discs that fall into a frame.
func (g *Game) Style() board.Style { return board.Style{Places: board.Frame, Pieces: board.Discs} }

// Goal says how a side wins.
func (g *Game) Goal() string {
	return "Drop a disc into a column: four in a row, across, down or slanting, win."
}

// Rules returns the rules in full.
func (g *Game) Rules() []string {
	return []string{
		fmt.Sprintf("The frame has %d columns of %d places. X begins, then the sides drop one disc in turn.", g.width, g.height),
		"A disc falls to the lowest free place of its column; a full column takes no more.",
		"Who has four in a row, across, down or slanting, wins at once. A full frame without a row is a draw.",
	}
}
