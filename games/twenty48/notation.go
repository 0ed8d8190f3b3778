package twenty48

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

func slides() [placements]string { return [placements]string{"up", "down", "left", "right"} }

func squareName(sq int) string {
	return notation.SquareName(board.Square{Column: sq % side, Row: sq / side})
}

// FormatMove writes a slide or a placement.
func (g *game) FormatMove(_ oxo.Position, m oxo.Move) string {
	if m < placements {
		return slides()[m]
	}
	return squareName(int(m-placements)/2) + "=" + strconv.Itoa(2+2*(int(m-placements)%2))
}

// ParseMove reads what FormatMove writes; the first letter of a slide is enough.
func (g *game) ParseMove(p oxo.Position, text string) (oxo.Move, error) {
	b, ok := p.(*position)
	if err := notation.Check(g, p, ok && b.g.target == g.target, text); err != nil {
		return 0, err
	}
	word := strings.ToLower(strings.TrimSpace(text))
	var legal []string
	for _, m := range p.Moves(nil) {
		name := g.FormatMove(p, m)
		if word == name || m < placements && word == name[:1] {
			return m, nil
		}
		legal = append(legal, name)
	}
	if b.turn == oxo.Second {
		return 0, fmt.Errorf("%.20q does not place a tile: write an empty square and 2 or 4, as in %s", text, legal[0])
	}
	for _, name := range slides() {
		if word == name || word == name[:1] {
			return 0, fmt.Errorf("a slide %s changes nothing: want %s", name, strings.Join(legal, ", "))
		}
	}
	return 0, fmt.Errorf("%.20q is not a slide: want %s", text, strings.Join(legal, ", "))
}

// FormatPosition writes the rows from the top, joined by slashes, the tiles of a
// row by commas with a dot for an empty square, and who is to move.
func (g *game) FormatPosition(p oxo.Position) string {
	b := p.(*position)
	var rows []string
	for row := side - 1; row >= 0; row-- {
		var tiles []string
		for column := range side {
			tiles = append(tiles, tileText(int(b.board>>shiftOf(column, row)&15), "."))
		}
		rows = append(rows, strings.Join(tiles, ","))
	}
	return strings.Join(rows, "/") + " " + g.sideName(b.turn)
}

func tileText(exponent int, empty string) string {
	if exponent == 0 {
		return empty
	}
	return strconv.Itoa(1 << exponent)
}

// ParsePosition reads what FormatPosition writes.
func (g *game) ParsePosition(text string) (oxo.Position, error) {
	board, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
	p := &position{g: g}
	rows := strings.Split(board, "/")
	if len(rows) != side {
		return nil, fmt.Errorf("the position has %d row(s): want %d, from the top and joined by /, and then the side to move, as in %s",
			len(rows), side, g.FormatPosition(g.Start()))
	}
	for i, row := range rows {
		tiles := strings.Split(row, ",")
		if len(tiles) != side {
			return nil, fmt.Errorf("row %d of the position, %.40q, has %d squares: want %d, with commas between them", i+1, row, len(tiles), side)
		}
		for column, tile := range tiles {
			exponent, err := g.readTile(tile)
			if err != nil {
				return nil, fmt.Errorf("row %d of the position, %.40q: %w", i+1, row, err)
			}
			p.board |= uint64(exponent) << shiftOf(column, side-1-i)
		}
	}
	var err error
	if p.turn, err = notation.Turn(g, turn); err != nil {
		return nil, err
	}
	return p, p.check()
}

func (g *game) readTile(text string) (exponent int, err error) {
	if text == "." || text == "_" || text == "0" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 2 || n > 1<<g.target || n&(n-1) != 0 {
		return 0, fmt.Errorf("%.20q is not a tile: write a power of two from 2 to %d, or a dot", text, 1<<g.target)
	}
	return bits.Len(uint(n)) - 1, nil
}

// check refuses positions that no game leads to.
func (p *position) check() error {
	full := true
	for x := range side * side {
		full = full && p.board>>(4*x)&15 != 0
	}
	switch {
	case p.won() && p.turn == oxo.First:
		return fmt.Errorf("the tile %d exists, but the placer has moved since: the game was over before", 1<<p.g.target)
	case p.turn == oxo.Second && full:
		return fmt.Errorf("the placer has no empty square: want one, since each slide leaves one")
	case p.board == 0 && p.turn == oxo.First:
		return fmt.Errorf("the board is empty: want at least one tile for the slider")
	}
	return nil
}

func (p *position) Size() (columns, rows int) { return side, side }

// Labels returns letters for columns and numbers for rows.
func (p *position) Labels() (columns, rows []string) { return notation.Labels(p.Size()) }

func (p *position) At(s board.Square) board.Cell {
	return board.Cell{Text: tileText(int(p.board>>shiftOf(s.Column, s.Row)&15), "")}
}

// Line returns the square of the target tile.
func (p *position) Line() []board.Square {
	for sq := range side * side {
		if int(p.board>>(4*sq)&15) >= p.g.target {
			return []board.Square{{Column: sq % side, Row: sq / side}}
		}
	}
	return nil
}
