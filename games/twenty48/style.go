package twenty48

import (
	"fmt"

	"oxo/game/board"
)

// Style returns numbered tiles.
func (g *Game) Style() board.Style { return board.Style{Places: board.Tray, Pieces: board.Tiles} }

// Goal says how a side wins.
func (g *Game) Goal() string {
	return fmt.Sprintf("Slide all tiles: two equal ones become one. The slider wins with %d, the placer when nothing moves.", 1<<g.target)
}

// Rules returns the rules in full.
func (g *Game) Rules() []string {
	return []string{
		"The slider moves all tiles up, down, left or right as far as they go; two equal ones that meet become one of twice the number.",
		"After each slide the placer, who wants to stop that, puts a 2 or a 4 on an empty square.",
		fmt.Sprintf("The slider wins when a tile of %d is made, the placer when no slide changes anything.", 1<<g.target),
	}
}
