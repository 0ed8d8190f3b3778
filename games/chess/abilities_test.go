//go:build !race

package chess

import (
	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/protocol/uci"
	"oxo/prove/census"
	"oxo/search"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. If a method no longer fits, the build fails.
var (
	_ board.Factual      = (*game)(nil)
	_ catalog.Forgiving  = (*game)(nil)
	_ gamefile.Algebraic = (*game)(nil)
	_ uci.Variant        = (*game)(nil)

	_ board.Explained = (*position)(nil)
	_ board.Grid      = (*position)(nil)
	_ census.Ender    = (*position)(nil)
	_ oxo.Clocked     = (*position)(nil)
	_ oxo.Evaluator   = (*position)(nil)
	_ oxo.Factual     = (*position)(nil)
	_ oxo.Guided      = (*position)(nil)
	_ oxo.Keyed       = (*position)(nil)
	_ oxo.Looping     = (*position)(nil)
	_ search.Tactical = (*position)(nil)
)
