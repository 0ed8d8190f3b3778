package twenty48

import (
	"fmt"
	"strings"

	"oxo/game/board"
	"oxo/internal/notation"
)

// setup returns how positions are set up: rows of tiles, and the side to move.
func (g *game) setup() *board.Setup {
	s := &board.Setup{Turn: true, Read: g.readDraft}
	for exponent := 1; exponent <= g.target; exponent++ {
		s.Palette = append(s.Palette, board.Cell{Text: tileText(exponent, "")})
	}
	s.Write = func(d board.Draft) string {
		var rows []string
		for row := side - 1; row >= 0; row-- {
			var tiles []string
			for _, c := range d.Cells[row*side : (row+1)*side] {
				tile := c.Text
				if tile == "" {
					tile = "."
				}
				tiles = append(tiles, tile)
			}
			rows = append(rows, strings.Join(tiles, ","))
		}
		return strings.Join(rows, "/") + " " + g.sideName(d.Turn)
	}
	return s
}

// readDraft reads a position without its checks.
func (g *game) readDraft(text string) (d board.Draft, err error) {
	tiles, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
	rows := strings.Split(tiles, "/")
	if len(rows) != side {
		return d, fmt.Errorf("the position has %d row(s): want %d, from the top and joined by /", len(rows), side)
	}
	d.Cells = make([]board.Cell, side*side)
	for i, row := range rows {
		tiles := strings.Split(row, ",")
		if len(tiles) != side {
			return d, fmt.Errorf("row %d of the position has %d squares: want %d, with commas between them", i+1, len(tiles), side)
		}
		for column, tile := range tiles {
			exponent, err := g.readTile(tile)
			if err != nil {
				return d, fmt.Errorf("row %d of the position: %w", i+1, err)
			}
			d.Cells[(side-1-i)*side+column].Text = tileText(exponent, "")
		}
	}
	d.Turn, err = notation.Turn(g, turn)
	return d, err
}
