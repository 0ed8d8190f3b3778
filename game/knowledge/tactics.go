package knowledge

import "oxo"

// Tactics holds optional functions of a position for a selective search, in addition to the
// methods of search.Tactical. Each may be nil. They follow the position through Make and Unmake.
type Tactics struct {
	// Shortlist appends the moves that a selective search looks at, likeliest best first, and
	// returns proven bounds for the side to move. It is for games with many legal moves, most of
	// them not worth searching, such as gomoku. An ongoing game has at least one move. The first
	// move keeps what the bounds prove, if they prove anything. At depth 0 only a threatened side
	// needs moves.
	Shortlist func(depth int, buf []oxo.Move) ([]oxo.Move, oxo.Bounds)
	// Threatens reports whether the other side is threatened after a legal move. It may miss some. A
	// selective search leaves no such move out.
	Threatens func(m oxo.Move) bool
	// HashAfter returns what Hash will be after a legal move. It may be wrong now and then. The
	// table's entry of that position is fetched before the move is made.
	HashAfter func(m oxo.Move) uint64
}
