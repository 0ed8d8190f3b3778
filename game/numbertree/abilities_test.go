package numbertree

import (
	"oxo"
	"oxo/game/board"
)

// What the game may say besides its rules: see docs/lookup/interfaces.md. A method that no longer fits does not build.
var (
	_ board.PlainNumbered = (*Game)(nil)
	_ board.Ruled         = (*Game)(nil)
	_ board.SideNamer     = (*Game)(nil)

	_ board.Noted  = (*position)(nil)
	_ oxo.Keyed    = (*position)(nil)
	_ oxo.Margined = (*position)(nil)
	_ oxo.Named    = (*position)(nil)
)
