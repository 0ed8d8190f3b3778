package connect4

import (
	"math/bits"

	"oxo"
	"oxo/game/board"
)

// Labels numbers the columns; rows have no names.
func (p *position) Labels() (columns, rows []string) { return p.g.labels(), nil }

func (p *position) At(s board.Square) board.Cell {
	for side, stones := range p.stones() {
		if stones&p.g.square(s) != 0 {
			return board.Cell{Text: letter(oxo.Side(side)), Owner: oxo.Side(side)}
		}
	}
	return board.Cell{}
}

// Line returns the squares of a four in a row, if there is one.
func (p *position) Line() []board.Square {
	if !p.now.lined {
		return nil
	}
	stones := p.now.follower
	for i, d := range directions(p.g.height) {
		if four := along(stones, d); four != 0 {
			first := bits.TrailingZeros64(four)
			return lineFrom(board.Square{Column: first / p.g.step, Row: first % p.g.step}, i)
		}
	}
	return nil
}
