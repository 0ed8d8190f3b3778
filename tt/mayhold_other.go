//go:build !amd64 || purego

package tt

import "oxo"

// Never called: processor.Vectors says no.

func mayHoldVectors(*oneWord, *oxo.Key, uintptr, int) uint64 { panic("tt: no vectors") }
