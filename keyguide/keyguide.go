// Package keyguide is an extension of the contract for games whose nodes cost no
// more than a look into memory, as Connect Four's do: their guide also says how a
// search's table knows the positions behind its moves, so that the table is asked
// before a move is made. No other guide needs it.
package keyguide

import "oxo"

// Guide is an [oxo.Guide] that knows keys. They are used for up to [Most] moves, others
// need none, and
// where the position is [oxo.Keyed] exactly.
type Guide interface {
	oxo.Guide
	// ExpandKeys is Expand, and fills in what is said of each child that it appends, at
	// its index among these; the rest it may leave as it is.
	ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *Keys) ([]oxo.Child, oxo.Bounds)
}

// Most is how many moves have room for keys.
const Most = 16

// Keys are what the table does for the positions behind moves, by the moves' indices:
// lists side by side, as vectors want them.
type Keys struct {
	// Lo and Hi are the words of that position's Key or Canonical; or, with bits that
	// those never set, of a key shared by positions from which every continuation has
	// the same result. Symmetry maps its moves to those of the key's.
	Lo, Hi   [Most]uint64
	Symmetry [Most]uint8
	Use      [Most]Use
}

// At returns the key at an index.
func (k *Keys) At(i int) oxo.Key { return oxo.Key{Lo: k.Lo[i&(Most-1)], Hi: k.Hi[i&(Most-1)]} }

// Give notes that a key is used so.
func (k *Keys) Give(i int, key oxo.Key, u Use) {
	k.Lo[i], k.Hi[i], k.Symmetry[i], k.Use[i] = key.Lo, key.Hi, 0, u
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
