// Package board describes how a game looks: a board of squares that can be drawn,
// notes next to it, and the names of the sides. The command, the page and the tests
// of boards read it; a game without a board is shown by its text.
package board

import "oxo"

// Square is a square of a [Grid]: columns from the left, rows from the bottom, both
// from 0.
type Square struct{ Column, Row int }

// Cell is the contents of a square: nothing (""), or a few characters and the side
// that owns them. Contents without an owner belong to First.
type Cell struct {
	Text  string
	Owner oxo.Side
}

// Grid is an [oxo.Position] on a rectangular board that can be drawn.
type Grid interface {
	oxo.Position
	// Size returns the numbers of columns and rows, at least one each.
	Size() (columns, rows int)
	// Labels returns the notation's names of the columns, from the left, and of the
	// rows, from the bottom; nil if they have no names. The tests check that a move
	// written with labels of squares changes these squares.
	Labels() (columns, rows []string)
	// At returns the contents of a square.
	At(Square) Cell
	// Line returns the squares that decided the game, or nil.
	Line() []Square
}
