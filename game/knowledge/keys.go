package knowledge

import "oxo"

// KeyGuide is an [oxo.Guide] that gives the keys of the children, so that the search asks its
// transposition table before it makes a move. It is for games whose nodes cost no more than a read
// from memory; other guides do not need it. The search uses the keys of the first [MaxKeys] moves, and
// only where the position is [oxo.Keyed] exactly.
type KeyGuide interface {
	oxo.Guide
	// ExpandKeys is Expand. It also sets the key of each child that it appends, at the child's
	// index in the part appended. It may leave the rest of keys as it is.
	ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *Keys) ([]oxo.Child, oxo.Bounds)
}

// MaxKeys is the number of moves that have room for a key.
const MaxKeys = 16

// Keys holds what the table needs of each child, by the index of its move. It is a struct of
// arrays, since vector instructions read several keys at once.
type Keys struct {
	// Lo and Hi are the two words of the child's Key or Canonical. A game may instead give a key that
	// several positions share, if every continuation has the same result in all of them. Such a key
	// has bits that Key and Canonical never set. Symmetry maps the moves of the child to those of the
	// key's position.
	Lo, Hi   [MaxKeys]uint64
	Symmetry [MaxKeys]uint8
	Use      [MaxKeys]KeyUse
}

// At returns the key at index i.
func (k *Keys) At(i int) oxo.Key { return oxo.Key{Lo: k.Lo[i&(MaxKeys-1)], Hi: k.Hi[i&(MaxKeys-1)]} }

// Give sets the key at index i and its use, with no symmetry.
func (k *Keys) Give(i int, key oxo.Key, u KeyUse) {
	k.Lo[i], k.Hi[i], k.Symmetry[i], k.Use[i] = key.Lo, key.Hi, 0, u
}

// KeyUse says what the search does with the table at a child.
type KeyUse uint8

// The uses of a key.
const (
	ComputeKey   KeyUse = iota // no key is given: the search computes it
	NoKey                      // so near the end of the game a table costs more than it saves
	KeyGiven                   // the key is given
	LeafKeyGiven               // the key is given, but the child is near the end: the search does not probe it before it makes a move
)

// Given reports whether the key is given.
func (u KeyUse) Given() bool { return u >= KeyGiven }
