package sticks

import (
	"oxo"
	"oxo/game/board"
	"oxo/game/knowledge"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. A method that no longer fits does not build.
var (
	_ board.Factual = (*game)(nil)

	_ board.Grid         = (*position)(nil)
	_ board.Motivated    = (*position)(nil)
	_ knowledge.Drawless = (*position)(nil)
	_ oxo.Evaluator      = (*position)(nil)
	_ oxo.Guided         = (*position)(nil)
	_ oxo.Keyed          = (*position)(nil)
	_ oxo.Named          = (*position)(nil)
)
