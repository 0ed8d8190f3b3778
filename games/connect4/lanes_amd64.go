//go:build !purego

package connect4

import (
	"unsafe"

	"oxo/game/knowledge"
)

// judgeVectors is judgeLanes for all lanes at once.
//
//go:noescape
func judgeVectors(f *figures, st *state, w *weights, stop bool, to *lanes, more *working)

// Where the parts of keys are, for the assembly.
//
//nolint:unused // the linter does not read it
const (
	keysLo       = unsafe.Offsetof(knowledge.Keys{}.Lo)
	keysHi       = unsafe.Offsetof(knowledge.Keys{}.Hi)
	keysSymmetry = unsafe.Offsetof(knowledge.Keys{}.Symmetry)
	keysUse      = unsafe.Offsetof(knowledge.Keys{}.Use)
	none         = knowledge.NoKey
)

// keyVectors is classesOfLanes and list for all lanes at once.
//
//go:noescape
func keyVectors(f *figures, st *state, to *lanes, more *working, use knowledge.KeyUse, keys *knowledge.Keys)
