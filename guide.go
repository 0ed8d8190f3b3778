package oxo

// Child is a move worth searching, with proven bounds of its value for the side that
// makes it. The zero Bounds mean that nothing is known.
type Child struct {
	Move Move
	Bounds
	// Order rates how good the move looks, in sixteenths of a winning threat. A search
	// takes the highest first, equal ones in the order of the list, and adds 4 to moves
	// that were good in similar positions.
	Order int32
}

// Guide holds a game's knowledge of a position beyond its rules. It is bound to the
// position: it sees each Make and Unmake. Its bounds are proven, and some kept move
// is worth at least as much as each omitted one, in result, margin and plies.
type Guide interface {
	// Expand appends the moves worth searching to buf, and returns bounds of the value
	// for the side to move. If these [Bounds.Decide] the window (alpha, beta), it may
	// omit the moves. A finished game has no moves and exact bounds. Expand may make
	// moves, but takes them back.
	Expand(alpha, beta Score, buf []Child) ([]Child, Bounds)
}

// Guided is a [Position] that has a [Guide].
type Guided interface {
	Position
	// Guide returns the guide of this position, not of a copy.
	Guide() Guide
}
