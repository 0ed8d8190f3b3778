//go:build !purego

package tt

import (
	"unsafe"

	"oxo"
)

// Where the words of a key are, for the assembly.
//
//nolint:unused // the linter does not read it
const (
	keyHi = unsafe.Offsetof(oxo.Key{}.Hi)
	keyLo = unsafe.Offsetof(oxo.Key{}.Lo)
)

// mayHoldVectors is MayHold for pairs that keep 64 bits of a key as they are:
// n keys, step bytes apart.
//
//go:noescape
func mayHoldVectors(t *oneWord, keys *oxo.Key, step uintptr, n int) uint64
