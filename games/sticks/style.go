package sticks

import (
	"fmt"

	"oxo/game/board"
)

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	return &board.Facts{
		Style: board.Style{Places: board.Heaps, Pieces: board.Sticks}, // heaps of sticks
		Goal:  g.goal(), Rules: g.allRules(),
		Setup: g.setup(),
	}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	return fmt.Sprintf("Take %s in turn%s: who takes the last stick %s.", g.take(), g.from(), g.last())
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	from := "the heap"
	if len(g.heaps) > 1 {
		from = "one heap of your choice"
	}
	return []string{
		fmt.Sprintf("A move takes %s from %s. Nobody may pass.", g.take(), from),
		fmt.Sprintf("Who takes the last stick of all %s. There is no draw.", g.last()),
	}
}

func (g *game) take() string {
	most := 0
	for _, n := range g.heaps {
		most = max(most, n)
	}
	switch {
	case g.limit == 1:
		return "one stick"
	case g.limit >= most:
		return "as many sticks as you like"
	}
	return fmt.Sprintf("1 to %d sticks", g.limit)
}

func (g *game) from() string {
	if len(g.heaps) > 1 {
		return " from one heap"
	}
	return ""
}

func (g *game) last() string {
	if g.normal {
		return "wins"
	}
	return "loses"
}
