package connect4

import (
	_ "embed"

	"oxo"
)

// defaultBook is the opening book of 7x6, made by "oxo book connect4".
//
//go:embed 7x6.book
var defaultBook []byte

// Book returns the game, and its opening book if the board is 7x6: see package book.
func (p *position) Book() (oxo.Game, []byte) {
	if p.g.width != 7 || p.g.height != 6 {
		return p.g, nil
	}
	return p.g, defaultBook
}
