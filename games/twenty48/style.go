package twenty48

import (
	"fmt"
	"strconv"

	"oxo"
	"oxo/game/board"
)

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	return &board.Facts{
		Sides: [2]string{"slider", "placer"},
		Style: board.Style{Places: board.Tray, Pieces: board.Tiles}, // numbered tiles
		Goal:  g.goal(), Rules: g.allRules(),
		Setup: g.setup(),
		Note:  func(p oxo.Position) string { return "score " + strconv.Itoa(p.(*position).Score()) },
	}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	return fmt.Sprintf("Slide all tiles: two equal ones become one. The slider wins with %d, the placer when nothing moves.", 1<<g.target)
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	return []string{
		"The slider moves all tiles up, down, left or right as far as they go; two equal ones that meet become one of twice the number.",
		"After each slide the placer, who wants to stop that, puts a 2 or a 4 on an empty square.",
		fmt.Sprintf("The slider wins when a tile of %d is made, the placer when no slide changes anything.", 1<<g.target),
	}
}

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
