package knowledge

import "oxo"

// Nested is a [Claimer] in which smaller boards of the same game have a place. What wins on one of them
// mostly wins on the whole board, though that is no proof: a side has more lines there to threaten with.
type Nested interface {
	Claimer
	// Inner returns the places that the board of a smaller game has in the position. It returns nil if the board
	// is not smaller or the rules differ.
	Inner(smaller oxo.Game) []Inner
}

// Inner is a place of a smaller board.
type Inner struct {
	// Position has the stones of that place, with the same side to move. If the opponent of that side has
	// too few stones there, some are added where they matter least. If it has too many, Position is nil.
	Position oxo.Position
	// Outer returns the move on the whole board that a move there is.
	Outer func(oxo.Move) oxo.Move
}
