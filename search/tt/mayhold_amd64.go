//go:build !purego

package tt

import (
	"unsafe"

	"oxo/game/knowledge"
)

// Where the words of keys are, for the assembly.
//
//nolint:unused // the linter does not read it
const (
	keysHi = unsafe.Offsetof(knowledge.Keys{}.Hi)
	keysLo = unsafe.Offsetof(knowledge.Keys{}.Lo)
)

// fetchVectors is Fetch for such pairs.
//
//go:noescape
func fetchVectors(t *oneWord, keys *knowledge.Keys, n int)

// mayHoldVectors is MayHold for pairs that keep 64 bits of a key as they are.
//
//go:noescape
func mayHoldVectors(t *oneWord, keys *knowledge.Keys, n int) uint64
