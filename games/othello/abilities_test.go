package othello

import (
	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/game/knowledge"
	"oxo/protocol/uci"
	"oxo/search"
	"oxo/search/mcts"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. A method that no longer fits does not build.
var (
	_ board.Ruled        = (*Game)(nil)
	_ board.SideNamer    = (*Game)(nil)
	_ board.Styled       = (*Game)(nil)
	_ catalog.Measured   = (*Game)(nil)
	_ gamefile.StoneGame = (*Game)(nil)
	_ uci.Fairy          = (*Game)(nil)
	_ uci.Variant        = (*Game)(nil)

	_ knowledge.KeyGuide = (*guide)(nil)
	_ search.Pacing      = (*guide)(nil)

	_ board.Explained = (*position)(nil)
	_ board.Grid      = (*position)(nil)
	_ mcts.Scaled     = (*position)(nil)
	_ oxo.Evaluator   = (*position)(nil)
	_ oxo.Guided      = (*position)(nil)
	_ oxo.Keyed       = (*position)(nil)
	_ oxo.Margined    = (*position)(nil)
	_ oxo.Named       = (*position)(nil)
	_ oxo.Symmetric   = (*position)(nil)
)
