//go:build !purego

package connect4

import (
	"unsafe"

	"oxo/keyguide"
)

// judgeVectors is judgeLanes for all lanes at once.
//
//go:noescape
func judgeVectors(f *figures, st *state, w *weights, stop bool, to *lanes, more *working)

// Where the parts of keys are, for the assembly.
//
//nolint:unused // the linter does not read it
const (
	keysLo       = unsafe.Offsetof(keyguide.Keys{}.Lo)
	keysHi       = unsafe.Offsetof(keyguide.Keys{}.Hi)
	keysSymmetry = unsafe.Offsetof(keyguide.Keys{}.Symmetry)
	keysUse      = unsafe.Offsetof(keyguide.Keys{}.Use)
	none         = keyguide.None
)

// keyVectors is classesOfLanes and list for all lanes at once.
//
//go:noescape
func keyVectors(f *figures, st *state, to *lanes, more *working, use keyguide.Use, keys *keyguide.Keys)
