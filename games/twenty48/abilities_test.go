//go:build !race

package twenty48

import (
	"oxo"
	"oxo/game/board"
	"oxo/player"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. If a method no longer fits, the build fails.
var (
	_ board.Factual = (*game)(nil)
	_ player.Chance = (*game)(nil)

	_ board.Explained = (*position)(nil)
	_ board.Grid      = (*position)(nil)
	_ oxo.Evaluator   = (*position)(nil)
	_ oxo.Factual     = (*position)(nil)
	_ oxo.Guided      = (*position)(nil)
	_ oxo.Keyed       = (*position)(nil)
	_ oxo.Symmetric   = (*position)(nil)
)
