//go:build !amd64 || purego

package tt

import "oxo/game/knowledge"

// Never called: processor.Vectors returns false.

func fetchVectors(*oneWord, *knowledge.Keys, int) { panic("tt: no vectors") }

func mayHoldVectors(*oneWord, *knowledge.Keys, int) uint64 { panic("tt: no vectors") }
