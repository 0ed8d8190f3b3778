package othello

import (
	"fmt"

	"oxo"
	"oxo/game/board"
)

// Style returns stones on plain squares.
func (g *Game) Style() board.Style { return board.Style{Pieces: board.Stones} }

// Goal says how a side wins.
func (g *Game) Goal() string {
	return "Enclose discs of the other side in a line to turn them: who has more discs at the end wins."
}

// Rules returns the rules in full.
func (g *Game) Rules() []string {
	return []string{
		fmt.Sprintf("The board has %d columns and %d rows, with two discs of each side in the middle. Black begins.", g.columns, g.rows),
		"A new disc must enclose discs of the other side, in one line or more, between itself and another of its side. All that are enclosed turn over.",
		"Who cannot enclose any passes. When neither side can, who has more discs wins, by the difference.",
	}
}

// EstimateUnit says that estimates are in hundredths of a disc.
func (g *Game) EstimateUnit() (size oxo.Score, one, many string) {
	return perDiscShown, "disc", "discs"
}

// PointWorth returns the estimate of one disc, for searches that count margins.
func (p *position) PointWorth() oxo.Score { return perDiscShown }
