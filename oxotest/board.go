package oxotest

import (
	"slices"
	"strings"

	"oxo"
	"oxo/game/board"
)

const promiseGrid = "a board shows what moves change, where the notation says that they change it"

// drawn returns the cells of a position, row by row from the bottom.
func drawn(b board.Grid) []board.Cell {
	columns, rows := b.Size()
	var cells []board.Cell
	for row := range rows {
		for column := range columns {
			cells = append(cells, b.At(board.Square{Column: column, Row: row}))
		}
	}
	return cells
}

// drawing returns the board as text.
func drawing(b board.Grid) string {
	var text strings.Builder
	for _, cell := range drawn(b) {
		text.WriteByte('0' + byte(cell.Owner))
		text.WriteString(cell.Text)
	}
	return text.String()
}

// grid checks that a board keeps its size, and that a move changes the squares that
// it names.
func (c *checker) grid() string {
	if _, ok := c.g.Start().(board.Grid); !ok {
		return "the game has no board"
	}
	named := false
	c.games(func(p oxo.Position) {
		b := p.(board.Grid)
		columns, rows := b.Size()
		if columns < 1 || rows < 1 {
			c.fail("a board has squares", p, "it has %d columns and %d rows", columns, rows)
		}
		if l, r := b.Labels(); l != nil && len(l) != columns || r != nil && len(r) != rows {
			c.fail("each column and row has a label, or none has", p, "%d columns and %d rows have the labels %q and %q", columns, rows, l, r)
		}
		for _, s := range b.Line() {
			if s.Column < 0 || s.Column >= columns || s.Row < 0 || s.Row >= rows {
				c.fail("the deciding line is on the board", p, "it runs over %v", s)
			}
		}
		if p.Outcome() == oxo.Ongoing && b.Line() != nil {
			c.fail("an ongoing game has no deciding line", p, "it has %v", b.Line())
		}
		c.missing(b)
		for _, m := range c.some(p.Moves(nil)) {
			named = c.drawnMove(b, m) || named
		}
	})
	if !named {
		return "the size of the board was checked; no move names a square, so what moves change was not"
	}
	return ""
}

// missing checks that squares which do not exist are empty, and that no move's path has one.
func (c *checker) missing(b board.Grid) {
	facts := board.FactsOf(c.g)
	if facts.Missing == nil {
		return
	}
	columns, rows := b.Size()
	for i := range columns * rows {
		if s := (board.Square{Column: i % columns, Row: i / columns}); facts.Missing(s) && b.At(s).Text != "" {
			c.fail("a square that does not exist is empty", b, "%v holds %q", s, b.At(s).Text)
		}
	}
	for _, m := range b.Moves(nil) {
		if facts.Path != nil && slices.ContainsFunc(facts.Path(b, m), facts.Missing) {
			c.fail("no move is pointed at by a square that does not exist", b, "%s is", c.g.FormatMove(b, m))
		}
	}
}

// drawnMove checks that a move changes the squares that it names, and reports
// whether it names any.
func (c *checker) drawnMove(b board.Grid, m oxo.Move) bool {
	before, name := drawn(b), c.g.FormatMove(b, m)
	b.Make(m)
	after := drawn(b)
	b.Unmake(m)
	var changed []int
	for i := range before {
		if before[i] != after[i] {
			changed = append(changed, i)
		}
	}
	squares, ok := namedSquares(b, name)
	for _, sq := range squares {
		if !slices.Contains(changed, sq) {
			columns, _ := b.Size()
			c.fail(promiseGrid, b, "the move %s does not change column %d, row %d, but %v (squares row by row from the bottom left)",
				name, sq%columns+1, sq/columns+1, changed)
		}
	}
	return ok
}

// namedSquares reads the squares of a move that consists of labels of the board, one
// square or several.
func namedSquares(b board.Grid, move string) ([]int, bool) {
	columns, rows := b.Labels()
	if columns == nil || rows == nil {
		return nil, false
	}
	width, _ := b.Size()
	var squares []int
	for rest := move; rest != ""; {
		found, square := "", 0 // the longest name at the beginning of the move
		for r, row := range rows {
			for c, column := range columns {
				if name := column + row; len(name) > len(found) && strings.HasPrefix(rest, name) {
					found, square = name, r*width+c
				}
			}
		}
		if found == "" {
			return nil, false
		}
		squares = append(squares, square)
		rest = strings.TrimLeft(rest[len(found):], "-x")
	}
	return squares, len(squares) > 0
}
