package oxotest

import (
	"strconv"
	"strings"
	"unicode"

	"oxo"
	"oxo/game/board"
)

// style checks that a game's declared look fits the contents of its boards.
func (c *checker) style() string {
	style := board.FactsOf(c.g).Style
	if style == (board.Style{}) {
		return "the game does not say how it looks: a board of it is plain"
	}
	if _, ok := c.g.Start().(board.Grid); !ok {
		c.fail("a game with a style has boards", nil, "the game has a style, but its positions are not a board.Grid")
	}
	for _, kind := range []struct {
		what, name, plain string
		number            int
	}{
		{"places", style.Places.String(), board.PlainPlaces.String(), int(style.Places)},
		{"pieces", style.Pieces.String(), board.Lettered.String(), int(style.Pieces)},
	} {
		if kind.number != 0 && kind.name == kind.plain {
			c.fail("the kinds of a style are those of package board", nil, "want known %s, not number %d", kind.what, kind.number)
		}
	}
	c.games(func(p oxo.Position) {
		for i, cell := range drawn(p.(board.Grid)) {
			if problem := unfit(style.Pieces, cell); cell.Text != "" && problem != "" {
				c.fail("each piece is of the kind that the style says", p, "%s: square %d shows %q", problem, i, cell.Text)
			}
		}
		if style.Places == board.Frame {
			c.fallen(p.(board.Grid))
		}
	})
	return ""
}

// unfit returns why a cell cannot be drawn as a kind of piece, or "".
func unfit(kind board.Pieces, cell board.Cell) string {
	switch kind {
	case board.Tiles:
		if n, err := strconv.Atoi(cell.Text); err != nil || n < 0 {
			return "a tile has a number"
		}
	case board.Chessmen:
		if len(cell.Text) != 1 || !strings.Contains("KQRBNP", strings.ToUpper(cell.Text)) {
			return "a chessman is one of K Q R B N P"
		}
	default:
	}
	return ""
}

// fallen checks that no piece hangs in a frame.
func (c *checker) fallen(b board.Grid) {
	columns, rows := b.Size()
	for column := range columns {
		for row := 1; row < rows; row++ {
			if b.At(board.Square{Column: column, Row: row}).Text != "" && b.At(board.Square{Column: column, Row: row - 1}).Text == "" {
				c.fail("in a frame pieces fall", b, "a piece hangs in column %d, row %d", column+1, row+1)
			}
		}
	}
}

// maxGoal is the number of characters that fit a line under a board.
const maxGoal = 120

// rules checks that a game's explanation of its rules can be shown.
func (c *checker) rules() string {
	facts := board.FactsOf(c.g)
	goal := facts.Goal
	if goal == "" && facts.Rules == nil {
		return "the game does not say its rules"
	}
	if strings.TrimSpace(goal) == "" || len([]rune(goal)) > maxGoal {
		c.fail("the goal of a game is one line", nil, "it has %d characters, want 1 to %d: %q", len([]rune(goal)), maxGoal, goal)
	}
	if len(facts.Rules) == 0 {
		c.fail("a game with a goal has rules", nil, "the game has none")
	}
	for _, text := range append([]string{goal}, facts.Rules...) {
		if strings.ContainsFunc(text, unicode.IsControl) || strings.TrimSpace(text) == "" {
			c.fail("rules are lines of text", nil, "%q is not one line of text", text)
		}
	}
	return ""
}
