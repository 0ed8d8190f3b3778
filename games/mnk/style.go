package mnk

import (
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// maxHash is the longest side of a board drawn as lines between squares. Larger boards have
// stones on crossings.
const maxHash = 8

// style is noughts and crosses, or a board of stones if it is large.
func (g *game) style() board.Style {
	s := board.Style{Places: board.Hash, Pieces: board.Marks, Wraps: g.rules.Torus}
	if max(g.rules.Columns, g.rules.Rows) > maxHash {
		s.Places, s.Pieces = board.Crossings, board.Stones
	}
	return s
}

// sides names the sides by what one sees: stones are black and white.
func (g *game) sides() [2]string {
	if g.style().Pieces == board.Stones {
		return [2]string{"black", "white"}
	}
	return [2]string{letter(oxo.First), letter(oxo.Second)}
}

// letter returns the letter of a side in texts of positions.
func letter(s oxo.Side) string { return [...]string{"X", "O"}[s&1] }

// Facts implements [board.Factual].
func (g *game) Facts() *board.Facts { return g.facts() }

func (g *game) newFacts() *board.Facts {
	return &board.Facts{
		Sides:   g.sides(),
		Style:   g.style(),
		Bytes:   g.bytes(),
		SGF:     &board.SGF{Number: 4, Resized: g.resized},
		Setup:   notation.Rows{Columns: g.rules.Columns, Rows: g.rules.Rows, Palette: notation.Stones("X", "O")}.Alternating(),
		Chances: g.chances(),
		Goal:    g.goal(), Rules: g.allRules(), Barred: g.barred(),
	}
}

// chances returns the curve of gomoku for all boards that share its estimates.
func (g *game) chances() *board.Chances {
	if _, ok := g.Start().(*tacticalWide); !ok {
		return nil
	}
	return &board.Chances{Scale: 237.5, On: "mnk:15x15x5", Games: 25, Positions: 622}
}

// goal returns a sentence about how a side wins.
func (g *game) goal() string {
	verb, edges := "wins", ""
	if g.rules.Misere {
		verb = "loses"
	}
	if g.rules.Torus {
		edges = " Opposite edges are joined."
	}
	if g.rules.strict() {
		return g.strictGoal()
	}
	exactly := ""
	if g.rules.Exact {
		exactly = "exactly "
	}
	return fmt.Sprintf("Take empty squares in turn: %s%d in a row, across, down or slanting, %s.%s", exactly, g.rules.K, verb, edges)
}

// allRules returns the rules, each as a sentence or two.
func (g *game) allRules() []string {
	end := "wins"
	if g.rules.Misere {
		end = "loses"
	}
	longer := fmt.Sprintf("more than %d count too", g.rules.K)
	if g.rules.Exact {
		longer = fmt.Sprintf("more than %d do not count", g.rules.K)
	}
	first, second := g.sides()[oxo.First], g.sides()[oxo.Second]
	begins := strings.ToUpper(first[:1]) + first[1:]
	rules := []string{
		fmt.Sprintf("The board has %d columns and %d rows. %s begins, then %s and %s take an empty square in turn.", g.rules.Columns, g.rules.Rows, begins, second, first),
		fmt.Sprintf("Who has %d in a row, across, down or slanting, %s at once; %s.", g.rules.K, end, longer),
		"When the board is full and nobody has a row, it is a draw.",
	}
	rules = append(rules, g.strictRules()...)
	if g.rules.Torus {
		rules = append(rules, "Opposite edges are joined: a row that leaves at one side goes on at the other.")
	}
	return rules
}

// sideName returns the name of a side.
func (g *game) sideName(s oxo.Side) string { return g.facts().Sides[s&1] }
