//go:build !race

package othello

import (
	"oxo"
	"oxo/game/board"
	"oxo/game/knowledge"
	"oxo/protocol/uci"
	"oxo/search"
	"oxo/textbook"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. If a method no longer fits, the build fails.
var (
	_ board.Factual = (*game)(nil)
	_ uci.Variant   = (*game)(nil)

	_ knowledge.KeyGuide = (*guide)(nil)
	_ search.Pacing      = (*guide)(nil)

	_ board.Explained = (*position)(nil)
	_ board.Grid      = (*position)(nil)
	_ oxo.Evaluator   = (*position)(nil)
	_ oxo.Factual     = (*position)(nil)
	_ oxo.Guided      = (*position)(nil)
	_ oxo.Keyed       = (*position)(nil)
	_ oxo.Restorable  = (*position)(nil)
	_ oxo.Margined    = (*position)(nil)
	_ oxo.Symmetric   = (*position)(nil)

	_ textbook.Counting = (*position)(nil)
)
