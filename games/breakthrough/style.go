package breakthrough

import (
	"fmt"

	"oxo/game/board"
)

// Style returns pawns on squares of two colours.
func (g *Game) Style() board.Style {
	return board.Style{Places: board.Chequered, Pieces: board.Pawns}
}

// Goal says how a side wins.
func (g *Game) Goal() string {
	return "Pawns go one step forward, straight or slanting: the first to reach the far row wins."
}

// Rules returns the rules in full.
func (g *Game) Rules() []string {
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
