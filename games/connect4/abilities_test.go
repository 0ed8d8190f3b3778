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
	_ oxo.Restorable      = (*position)(nil)
	_ oxo.Symmetric       = (*position)(nil)
)

// Large boards say the same, but have no policies.
var (
	_ board.Factual = (*largeGame)(nil)
	_ uci.Variant   = (*largeGame)(nil)

	_ board.Explained = (*largePosition)(nil)
	_ board.Grid      = (*largePosition)(nil)
	_ board.Motivated = (*largePosition)(nil)
	_ oxo.Evaluator   = (*largePosition)(nil)
	_ oxo.Factual     = (*largePosition)(nil)
	_ oxo.Guided      = (*largePosition)(nil)
	_ oxo.Keyed       = (*largePosition)(nil)
	_ oxo.Symmetric   = (*largePosition)(nil)
)
