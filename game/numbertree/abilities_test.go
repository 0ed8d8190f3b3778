//go:build !race

package numbertree

import (
	"oxo"
	"oxo/game/board"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. If a method no longer fits, the build fails.
var (
	_ board.Factual = (*Game)(nil)

	_ oxo.Factual  = (*position)(nil)
	_ oxo.Keyed    = (*position)(nil)
	_ oxo.Margined = (*position)(nil)
)
