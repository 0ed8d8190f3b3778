//go:build !purego

package connect4

import (
	"unsafe"

	"oxo/game/knowledge"
)

// judgeVectors does what judgeLanes does, for all lanes at once.
//
//go:noescape
func judgeVectors(f *figures, st *state, w *weights, stop bool, to *lanes, more *working)

// Offsets of the parts of keys, for the assembly.
//
//nolint:unused // the linter does not read it
const (
	keysLo       = unsafe.Offsetof(knowledge.Keys{}.Lo)
	keysHi       = unsafe.Offsetof(knowledge.Keys{}.Hi)
	keysSymmetry = unsafe.Offsetof(knowledge.Keys{}.Symmetry)
	keysUse      = unsafe.Offsetof(knowledge.Keys{}.Use)
	none         = knowledge.NoKey
)

// keyVectors does what classesOfLanes and list do, for all lanes at once.
//
//go:noescape
func keyVectors(f *figures, st *state, to *lanes, more *working, use knowledge.KeyUse, keys *knowledge.Keys)
