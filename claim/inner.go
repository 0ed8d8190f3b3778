package claim

import "oxo"

// Nested is a [Claimer] in which smaller boards of the same game have a place. What wins on one of them
// mostly wins on the whole board, though that is no proof: a side has more lines there to threaten with.
type Nested interface {
	Claimer
	// Inner returns the places that the board of a smaller game has in p, or nil where it is none.
	Inner(smaller oxo.Game) []Inner
}

// Inner is a place of a smaller board.
type Inner struct {
	// Position is what p has there, with the same side to move. Where that side's opponent has too few
	// stones there for its turn, some stand where they matter least; it is no position, and nil, where it
	// has too many.
	Position oxo.Position
	// Outer returns the move on the whole board that a move there is.
	Outer func(oxo.Move) oxo.Move
}
