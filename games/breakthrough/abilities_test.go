//go:build !race

package breakthrough

import (
	"oxo"
	"oxo/game/board"
	"oxo/protocol/uci"
	"oxo/prove/certificate"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. If a method no longer fits, the build fails.
var (
	_ board.Factual = (*game)(nil)
	_ uci.Variant   = (*game)(nil)

	_ board.Explained    = (*position)(nil)
	_ board.Grid         = (*position)(nil)
	_ board.Motivated    = (*position)(nil)
	_ certificate.Racing = (*position)(nil)
	_ oxo.Evaluator      = (*position)(nil)
	_ oxo.Factual        = (*position)(nil)
	_ oxo.Guided         = (*position)(nil)
	_ oxo.Keyed          = (*position)(nil)
	_ oxo.Symmetric      = (*position)(nil)
)
