package connect4

import (
	"math/bits"
	"strconv"

	"oxo"
	"oxo/game/board"
)

// Labels numbers the columns; rows have no names.
func (p *position) Labels() (columns, rows []string) {
	for c := range p.g.width {
		columns = append(columns, strconv.Itoa(c+1))
	}
	return columns, nil
}

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
		step := [4]board.Square{{Row: 1}, {Column: 1, Row: -1}, {Column: 1}, {Column: 1, Row: 1}}[i]
		four := along(stones, d)
		if four == 0 {
			continue
		}
		first := bits.TrailingZeros64(four)
		s := board.Square{Column: first / p.g.step, Row: first % p.g.step}
		var line []board.Square
		for range 4 {
			line = append(line, s)
			s.Column, s.Row = s.Column+step.Column, s.Row+step.Row
		}
		return line
	}
	return nil
}
