//go:build !race

package sticks

import (
	"oxo"
	"oxo/game/board"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. If a method no longer fits, the build fails.
var (
	_ board.Factual = (*game)(nil)

	_ board.Grid      = (*position)(nil)
	_ board.Motivated = (*position)(nil)
	_ oxo.Evaluator   = (*position)(nil)
	_ oxo.Factual     = (*position)(nil)
	_ oxo.Guided      = (*position)(nil)
	_ oxo.Keyed       = (*position)(nil)
)
