//go:build !amd64 || purego

package tt

import "oxo/keyguide"

// Never called: processor.Vectors says no.

func fetchVectors(*oneWord, *keyguide.Keys, int) { panic("tt: no vectors") }

func mayHoldVectors(*oneWord, *keyguide.Keys, int) uint64 { panic("tt: no vectors") }
