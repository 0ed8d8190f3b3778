package knowledge

import "oxo"

// Nested is a [Claimer] into which boards of a smaller version of the game fit. A
// winning move on the smaller board usually wins on the whole board too, but that is
// no proof: the opponent has more lines there for threats.
type Nested interface {
	Claimer
	// Inner returns the places where the board of a smaller game fits into the
	// position. It returns nil if the board is not smaller or the rules differ.
	Inner(smaller oxo.Game) []Inner
}

// Inner is a place of a smaller board.
type Inner struct {
	// Position has the stones of that place, with the same side to move. If the
	// opponent of that side has too few stones there, some are added where they matter
	// least. If it has too many, Position is nil.
	Position oxo.Position
	// Outer converts a move on the small board to one on the whole board.
	Outer func(oxo.Move) oxo.Move
}
