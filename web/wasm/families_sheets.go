//go:build js && wasm && sheets

package main

import (
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/game/rules/rbg"
	"oxo/games"
)

func families() []catalog.Family {
	return append(games.All(), rules.Texts(rules.Small()), rbg.Texts(rbg.Small()))
}
