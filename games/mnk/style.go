package mnk

import (
	"fmt"

	"oxo"
	"oxo/game/board"
)

// maxHash is the longest side of a board drawn as lines between squares. Larger boards have
// stones on crossings.
const maxHash = 8

// style is noughts and crosses, or a board of stones where it is large.
func (g *game) style() board.Style {
	s := board.Style{Places: board.Hash, Pieces: board.Marks, Wraps: g.rules.Torus}
	if max(g.rules.Columns, g.rules.Rows) > maxHash {
		s.Places, s.Pieces = board.Crossings, board.Stones
	}
	return s
}

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	return &board.Facts{
		Sides: [2]string{"X", "O"},
		Style: g.style(),
		Bytes: g.bytes(),
		SGF:   &board.SGF{Number: 4, Resized: g.resized},
		Goal:  g.goal(), Rules: g.allRules(),
	}
}

// goal says how one wins.
func (g *game) goal() string {
	verb, edges := "wins", ""
	if g.rules.Misere {
		verb = "loses"
	}
	if g.rules.Torus {
		edges = " Opposite edges are joined."
	}
	exactly := ""
	if g.rules.Exact {
		exactly = "exactly "
	}
	return fmt.Sprintf("Take empty squares in turn: %s%d in a row, across, down or slanting, %s.%s", exactly, g.rules.K, verb, edges)
}

// allRules are all of them.
func (g *game) allRules() []string {
	end := "wins"
	if g.rules.Misere {
		end = "loses"
	}
	longer := fmt.Sprintf("more than %d count too", g.rules.K)
	if g.rules.Exact {
		longer = fmt.Sprintf("more than %d do not count", g.rules.K)
	}
	rules := []string{
		fmt.Sprintf("The board has %d columns and %d rows. X begins, then O and X take an empty square in turn.", g.rules.Columns, g.rules.Rows),
		fmt.Sprintf("Who has %d in a row, across, down or slanting, %s at once; %s.", g.rules.K, end, longer),
		"When the board is full and nobody has a row, it is a draw.",
	}
	if g.rules.Torus {
		rules = append(rules, "Opposite edges are joined: a row that leaves at one side goes on at the other.")
	}
	return rules
}

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
