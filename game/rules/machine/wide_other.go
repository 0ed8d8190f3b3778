//go:build !amd64 || purego

package machine

import "oxo/game/rules/gdl"

// Never called: processor.Vectors returns false.
func wideVectors(*WideSet, *wideHead, int, *int32, *gdl.Literal) { panic("machine: no vectors") }
