package connect4

import (
	_ "embed"

	"oxo"
)

// usualBook is the opening book of 7x6: "oxo book connect4" made it.
//
//go:embed 7x6.book
var usualBook []byte

// Book returns the game, and its opening book where it has the usual size: see
// package book.
func (p *position) Book() (oxo.Game, []byte) {
	if p.g.width != 7 || p.g.height != 6 {
		return p.g, nil
	}
	return p.g, usualBook
}
