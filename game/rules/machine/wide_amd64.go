//go:build !purego

package machine

import "oxo/game/rules/gdl"

// wideVectors computes the atoms of n heads, as compute does, with vectors.
//
//go:noescape
func wideVectors(truth *WideSet, heads *wideHead, n int, sizes *int32, body *gdl.Literal)
