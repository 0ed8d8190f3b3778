package oxotest

import (
	"slices"

	"oxo"
	"oxo/game/board"
)

// setup checks that each position can be set up by hand: its text is read as a draft of the board
// that is drawn, each content is in the palette, and the draft is written as the same text.
func (c *checker) setup() string {
	s := board.FactsOf(c.g).Setup
	if s == nil {
		return "the game does not say how positions are set up: only their text can be edited"
	}
	c.games(func(p oxo.Position) {
		const promise = "a position can be set up as it is drawn"
		text := c.g.FormatPosition(p)
		d, err := s.Read(text)
		if err != nil {
			c.fail(promise, p, "Setup.Read refuses the text of a position: %v", err)
		}
		if again := s.Write(d); again != text {
			c.fail(promise, p, "Setup.Write writes %q for %q", again, text)
		}
		if d.Turn != p.Turn() {
			c.fail(promise, p, "Setup.Read says that %v is to move, and the position %v", d.Turn, p.Turn())
		}
		if len(d.Fields) != len(s.Fields) {
			c.fail(promise, p, "Setup.Read gives %d fields, want %d", len(d.Fields), len(s.Fields))
		}
		for i, f := range s.Fields {
			if f.Values != nil && !slices.Contains(f.Values, d.Fields[i]) {
				c.fail(promise, p, "the field %q is %q, which is not one of its values: %q", f.Name, d.Fields[i], f.Values)
			}
		}
		c.setUpCells(p, s, d)
	})
	return ""
}

// setUpCells checks the squares of a draft.
func (c *checker) setUpCells(p oxo.Position, s *board.Setup, d board.Draft) {
	const promise = "a draft has the squares of its position"
	grid, ok := p.(board.Grid)
	if !ok || s.Palette == nil {
		if s.Palette != nil || d.Cells != nil {
			c.fail(promise, p, "a game without boards or without a palette has no squares to set up")
		}
		return
	}
	cells := drawn(grid)
	if !slices.Equal(cells, d.Cells) {
		c.fail(promise, p, "the board has %v, the draft %v", cells, d.Cells)
	}
	columns, _ := grid.Size()
	for i, cell := range cells {
		if cell.Text == "" {
			continue
		}
		if !slices.Contains(s.Palette, cell) {
			c.fail(promise, p, "%+v is not in the palette %+v", cell, s.Palette)
		}
		if s.Holds != nil && !s.Holds(board.Square{Column: i % columns, Row: i / columns}) {
			c.fail(promise, p, "square %d has %q, and Setup.Holds says that it holds nothing", i, cell.Text)
		}
	}
}
