package board

import "oxo"

// Pathed is a [Grid] whose moves are pointed at by other squares than those that they
// change: a jump by where it starts, lands and ends, castling by the king's two. Others
// are pointed at by what they change.
type Pathed interface {
	Grid
	// Path returns the squares of a legal move in order, from where it starts to where
	// it ends; none for one that is pointed at by no square, such as a pass.
	Path(m oxo.Move) []Square
}

// Owned is a [Grid] whose squares belong to sides in the end, whether something stands
// on them or not: territory.
type Owned interface {
	Grid
	// Owner returns whose square it is, and whether it is anybody's, in a finished game.
	Owner(s Square) (oxo.Side, bool)
}
