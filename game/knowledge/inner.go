package knowledge

import "oxo"

// Inner is a place of a smaller board. A move that wins there mostly wins on the whole board, too. But
// this proves nothing: on the whole board a side has more lines to threaten with.
type Inner struct {
	// Position has the stones of that place, with the same side to move. If the
	// opponent of that side has too few stones there, some are added where they matter
	// least. If it has too many, Position is nil.
	Position oxo.Position
	// Outer converts a move on the small board to one on the whole board.
	Outer func(oxo.Move) oxo.Move
}
