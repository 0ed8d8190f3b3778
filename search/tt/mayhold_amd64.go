//go:build !purego

package tt

import (
	"unsafe"

	"oxo/game/knowledge"
)

// Offsets of the words of keys, for the assembly.
//
//nolint:unused // the linter does not read it
const (
	keysHi = unsafe.Offsetof(knowledge.Keys{}.Hi)
	keysLo = unsafe.Offsetof(knowledge.Keys{}.Lo)
)

// fetchVectors is Fetch for pairs whose low word is 64 bits of the key.
//
//go:noescape
func fetchVectors(t *oneWord, keys *knowledge.Keys, n int)

// mayHoldVectors is MayHold for the same pairs.
//
//go:noescape
func mayHoldVectors(t *oneWord, keys *knowledge.Keys, n int) uint64
