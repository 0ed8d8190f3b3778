package gogame

import (
	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/prove/loops"
	"oxo/search/mcts"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. A method that no longer fits does not build.
var (
	_ board.Ruled        = (*Game)(nil)
	_ board.SideNamer    = (*Game)(nil)
	_ board.Styled       = (*Game)(nil)
	_ catalog.Measured   = (*Game)(nil)
	_ gamefile.StoneGame = (*Game)(nil)

	_ board.Explained = (*position)(nil)
	_ board.Grid      = (*position)(nil)
	_ board.Noted     = (*position)(nil)
	_ board.Owned     = (*position)(nil)
	_ board.Pathed    = (*position)(nil)
	_ loops.Barring   = (*position)(nil)
	_ mcts.Past       = (*position)(nil)
	_ mcts.Playouts   = (*position)(nil)
	_ mcts.Priors     = (*position)(nil)
	_ mcts.Scaled     = (*position)(nil)
	_ oxo.Evaluator   = (*position)(nil)
	_ oxo.Guided      = (*position)(nil)
	_ oxo.Keyed       = (*position)(nil)
	_ oxo.Looping     = (*position)(nil)
	_ oxo.Margined    = (*position)(nil)
	_ oxo.Named       = (*position)(nil)
	_ oxo.Symmetric   = (*position)(nil)
)
