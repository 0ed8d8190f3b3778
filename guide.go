package oxo

// Child is a move worth searching, and what is proven of its value before it
// is searched, for the side that makes it. The zero Bounds say nothing.
type Child struct {
	Move Move
	Bounds
	// Order says how good the move looks, in sixteenths of a winning threat.
	// A search takes the highest first, equal ones as listed, and adds 4 to
	// moves that were good in similar positions.
	Order int32
}

// Guide is what a game knows of a position beyond its rules, bound to it: it
// sees each Make and Unmake. Its bounds are proven, and a move that it leaves
// out is worth no more than some move kept, in result, margin and plies.
type Guide interface {
	// Expand appends the moves worth searching to buf, and returns bounds on
	// the value for the side to move. Where these [Bounds.Decide] the window
	// (alpha, beta) the moves may be left out. A finished game has no moves
	// and exact bounds. It may make moves, and takes them back.
	Expand(alpha, beta Score, buf []Child) ([]Child, Bounds)
}

// Guided is a [Position] that has a [Guide].
type Guided interface {
	Position
	// Guide returns the guide of this position, not of a copy.
	Guide() Guide
}
