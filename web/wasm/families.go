//go:build js && wasm && !sheets

package main

import (
	"oxo/game/catalog"
	"oxo/games"
)

// families returns the games of the engine. Rule sheets are a twelfth of the bytes, and few
// visits need them: an engine of its own, built with the tag sheets, has them too.
func families() []catalog.Family { return games.All() }
