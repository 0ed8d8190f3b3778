// Package keyguide is an extension of the contract for games whose nodes cost no
// more than a look into memory, as Connect Four's do: their guide also says how a
// search's table knows the positions behind its moves, so that the table is asked
// before a move is made. No other guide needs it.
package keyguide

import "oxo"

// Guide is an [oxo.Guide] that knows keys. They are used for up to 16 moves, and
// where the position is [oxo.Keyed] exactly.
type Guide interface {
	oxo.Guide
	// Keys fills in one entry for each child of the last Expand, in order.
	Keys(keys []Key)
}

// Key is what the table does for the position behind a move.
type Key struct {
	// Key is that position's Key or Canonical; or, with bits that those never
	// set, a key shared by positions from which every continuation has the
	// same result. Symmetry maps its moves to those of the key's.
	Key      oxo.Key
	Symmetry uint8
	Use      Use
}

// Use says whether a table pays for the position behind a move.
type Use uint8

// The uses of a table.
const (
	Ask   Use = iota // no key is given: the search works it out
	None             // so little is left that a table costs more than it saves
	Given            // the key is given
	Leaf             // given, but near the end: not probed before moves are searched
)

// Given reports whether the key is given.
func (u Use) Given() bool { return u >= Given }
