// Package board is how a game shows itself: a board of squares that can be drawn,
// what is said beside it, and the names of the sides. The command, the page and the tests of boards read
// it; a game without it is shown by its text.
package board

import "oxo"

// Square is a place on a [Grid]: columns from the left, rows from the
// bottom, both from 0.
type Square struct{ Column, Row int }

// Cell is what a square shows: nothing (""), or one or a few characters and
// the side they belong to, First for what is nobody's.
type Cell struct {
	Text  string
	Owner oxo.Side
}

// Grid is an [oxo.Position] on a rectangular board that can be drawn.
type Grid interface {
	oxo.Position
	// Size returns how many columns and rows there are, at least one each.
	Size() (columns, rows int)
	// Labels returns what the notation calls the columns, from the left, and
	// the rows, from the bottom; nil for what it does not name. A move that is
	// written as the labels of squares is checked against what it changes.
	Labels() (columns, rows []string)
	// At returns what a square shows.
	At(Square) Cell
	// Line returns the squares that decided the game, nil when none did.
	Line() []Square
}

// Noted is an [oxo.Position] with something to say beside its board, as "score 52".
type Noted interface {
	oxo.Position
	// Note returns a few words, or none.
	Note() string
}

// SideNamer is an [oxo.Game] whose sides have names: "X" and "O".
type SideNamer interface {
	oxo.Game
	SideName(oxo.Side) string
}

// SideName returns the game's name for a side, or "first" or "second".
func SideName(g oxo.Game, s oxo.Side) string {
	if n, ok := g.(SideNamer); ok {
		return n.SideName(s)
	}
	return s.String()
}
