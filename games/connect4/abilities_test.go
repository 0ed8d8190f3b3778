//go:build !race

package connect4

import (
	"oxo"
	"oxo/game/board"
	"oxo/game/knowledge"
	"oxo/protocol/uci"
	"oxo/prove/certificate"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. If a method no longer fits, the build fails.
var (
	_ board.Factual      = (*game)(nil)
	_ knowledge.Policied = (*game)(nil)
	_ uci.Variant        = (*game)(nil)

	_ knowledge.KeyGuide = (*guide[[4]byte])(nil)

	_ knowledge.KeyGuide = (*guide[[6]byte])(nil)

	_ knowledge.KeyGuide = (*guide[[7]byte])(nil)

	_ knowledge.KeyGuide = (*guide[[8]byte])(nil)

	_ board.Explained     = (*position)(nil)
	_ board.Grid          = (*position)(nil)
	_ board.Motivated     = (*position)(nil)
	_ certificate.Stacked = (*position)(nil)
	_ oxo.Evaluator       = (*position)(nil)
	_ oxo.Factual         = (*position)(nil)
	_ oxo.Guided          = (*position)(nil)
	_ oxo.Keyed           = (*position)(nil)
	_ oxo.Symmetric       = (*position)(nil)
)
