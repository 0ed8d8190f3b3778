package board

import "oxo"

// Pathed is a [Grid] whose moves are selected by other squares than those that they
// change: a jump by its start, landings and end, castling by the king's two squares.
// Other moves are selected by the squares that they change.
type Pathed interface {
	Grid
	// Path returns the squares of a legal move in order, from its start to its end;
	// nil for a move without squares, such as a pass.
	Path(m oxo.Move) []Square
}

// Owned is a [Grid] whose squares belong to sides at the end of the game, occupied or
// not: territory.
type Owned interface {
	Grid
	// Owner returns the side that owns a square in a finished game, and whether any
	// side does.
	Owner(s Square) (oxo.Side, bool)
}
