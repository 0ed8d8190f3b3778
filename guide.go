package oxo

// Child is a move worth searching, and what is proven of its value before it
// is searched, for the side that makes it. The zero Bounds say nothing.
type Child struct {
	Move Move
	Bounds
	// Order says how good the move looks. A search takes the highest first,
	// and equal ones in the order of the list: leave all at 0 to give the
	// order yourself. The unit is a sixteenth of a winning threat; a search
	// adds 4 to moves that were good in similar positions.
	Order int32
}

// Guide is what a game knows of a position beyond its rules, bound to that
// position: it sees each Make and Unmake. What it says must be true: bounds
// are proven, and a move left out is worth no more than some move kept, in
// result, margin and plies.
type Guide interface {
	// Expand appends the moves worth searching to buf, and returns bounds on
	// the value of the position, for the side to move. The caller asks where
	// the value lies in the window (alpha, beta): where the bounds alone
	// [Bounds.Decide] that, the moves may be left out. A finished game has no
	// moves and exact bounds.
	Expand(alpha, beta Score, buf []Child) ([]Child, Bounds)
}

// Guided is a [Position] that has a [Guide].
type Guided interface {
	Position
	// Guide returns the guide of this position, not of a copy.
	Guide() Guide
}

// KeyGuide is a [Guide] that also knows how a search's table is to treat the
// positions behind its moves, which is then asked before a move is made. It
// is for games whose nodes are as cheap as a look into memory; it is used
// for up to 16 moves, and where the position is [Keyed] exactly.
type KeyGuide interface {
	Guide
	// Keys fills in one entry for each child of the last Expand, in order.
	Keys(keys []ChildKey)
}

// ChildKey is what the table does for the position behind a move.
type ChildKey struct {
	// Key is that position's Key or Canonical; or, with bits that those never
	// set, a key shared by positions from which every continuation has the
	// same result. Symmetry maps its moves to those of the key's.
	Key      Key
	Symmetry uint8
	Use      TableUse
}

// TableUse says whether a table pays for the position behind a move.
type TableUse uint8

// The uses of a table.
const (
	TableAsk  TableUse = iota // no key is given: the search works it out
	TableNone                 // so little is left that a table costs more than it saves
	TableKey                  // the key is given
	TableLeaf                 // given, but near the end: not probed before moves are searched
)

// Given reports whether the key is given.
func (u TableUse) Given() bool { return u >= TableKey }
