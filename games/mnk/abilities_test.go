//go:build !race

package mnk

import (
	"oxo"
	"oxo/game/board"
	"oxo/game/knowledge"
	"oxo/protocol/uci"
	"oxo/prove/certificate/lines"
	"oxo/search"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. If a method no longer fits, the build fails.
var (
	_ board.Factual = (*game)(nil)
	_ uci.Variant   = (*game)(nil)

	_ board.Explained   = (*tacticalWide)(nil)
	_ board.Grid        = (*tacticalWide)(nil)
	_ board.Motivated   = (*tacticalWide)(nil)
	_ lines.Lined       = (*tacticalWide)(nil)
	_ knowledge.Claimer = (*tacticalWide)(nil)
	_ oxo.Evaluator     = (*tacticalWide)(nil)
	_ oxo.Factual       = (*tacticalWide)(nil)
	_ oxo.Guided        = (*tacticalWide)(nil)
	_ oxo.Symmetric     = (*tacticalWide)(nil)
	_ search.Tactical   = (*tacticalWide)(nil)

	_ board.Explained   = (*wide)(nil)
	_ board.Grid        = (*wide)(nil)
	_ board.Motivated   = (*wide)(nil)
	_ lines.Lined       = (*wide)(nil)
	_ knowledge.Claimer = (*wide)(nil)
	_ oxo.Evaluator     = (*wide)(nil)
	_ oxo.Factual       = (*wide)(nil)
	_ oxo.Guided        = (*wide)(nil)
	_ oxo.Symmetric     = (*wide)(nil)

	_ board.Explained   = (*word)(nil)
	_ board.Grid        = (*word)(nil)
	_ board.Motivated   = (*word)(nil)
	_ lines.Lined       = (*word)(nil)
	_ knowledge.Claimer = (*word)(nil)
	_ oxo.Evaluator     = (*word)(nil)
	_ oxo.Factual       = (*word)(nil)
	_ oxo.Guided        = (*word)(nil)
	_ oxo.Keyed         = (*word)(nil)
	_ oxo.Restorable    = (*word)(nil)
	_ oxo.Symmetric     = (*word)(nil)
)
