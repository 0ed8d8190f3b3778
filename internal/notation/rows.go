package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// Rows is the form of a board in the texts of positions: rows from the top, joined by slashes, with
// one letter for each square. It reads and writes drafts, which no game need reach.
type Rows struct {
	Columns, Rows int
	Palette       []board.Cell // the text of each is its letter
	Runs          bool         // a number is written for a run of empty squares, not a dot for each
}

// Read reads the rows. It accepts either case of a letter if only one of the two is in the palette,
// an underscore for a dot, and numbers for runs of empty squares.
func (r Rows) Read(text string) ([]board.Cell, error) {
	rows := strings.Split(text, "/")
	if len(rows) != r.Rows {
		return nil, fmt.Errorf("the position has %d row(s): want %d, from the top and joined by /", len(rows), r.Rows)
	}
	slices.Reverse(rows)
	cells := make([]board.Cell, 0, r.Columns*r.Rows)
	for i, row := range rows {
		read, err := r.row(row)
		if err != nil {
			return nil, fmt.Errorf("row %d of the position, %q: %w", r.Rows-i, words.Clip(row), err)
		}
		cells = append(cells, read...)
	}
	return cells, nil
}

// row reads one row.
func (r Rows) row(text string) ([]board.Cell, error) {
	cells := make([]board.Cell, 0, r.Columns)
	for text != "" && len(cells) <= r.Columns {
		rest := strings.TrimLeft(text, "0123456789")
		if digits := text[:len(text)-len(rest)]; digits != "" {
			n, ok := words.Number(digits, r.Columns)
			if !ok || n == 0 {
				return nil, fmt.Errorf("a run of %s empty squares does not fit into %d columns", words.Clip(digits), r.Columns)
			}
			cells, text = append(cells, make([]board.Cell, n)...), rest
			continue
		}
		letter, size := utf8.DecodeRuneInString(text)
		cell, ok := r.cell(text[:size])
		if !ok {
			return nil, fmt.Errorf("%q is not a square: want %s or a dot", letter, r.letters())
		}
		cells, text = append(cells, cell), text[size:]
	}
	if len(cells) != r.Columns {
		return nil, fmt.Errorf("it does not have %d squares", r.Columns)
	}
	return cells, nil
}

// cell returns the contents that a letter stands for.
func (r Rows) cell(letter string) (board.Cell, bool) {
	if letter == "." || letter == "_" {
		return board.Cell{}, true
	}
	if i := slices.IndexFunc(r.Palette, func(c board.Cell) bool { return c.Text == letter }); i >= 0 {
		return r.Palette[i], true
	}
	if i := slices.IndexFunc(r.Palette, func(c board.Cell) bool { return strings.EqualFold(c.Text, letter) }); i >= 0 {
		return r.Palette[i], true
	}
	return board.Cell{}, false
}

// letters lists the letters of the palette.
func (r Rows) letters() string {
	var all []string
	for _, c := range r.Palette {
		all = append(all, c.Text)
	}
	return strings.Join(all, ", ")
}

// Write writes cells, row by row from the bottom left.
func (r Rows) Write(cells []board.Cell) string {
	var text strings.Builder
	for row := r.Rows - 1; row >= 0; row-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				text.WriteString(strconv.Itoa(empty))
			}
			empty = 0
		}
		for _, c := range cells[row*r.Columns : (row+1)*r.Columns] {
			switch {
			case c.Text != "":
				flush()
				text.WriteString(c.Text)
			case r.Runs:
				empty++
			default:
				text.WriteByte('.')
			}
		}
		flush()
		if row > 0 {
			text.WriteByte('/')
		}
	}
	return text.String()
}

// Stones are the contents of a board with one kind of piece for each side.
func Stones(first, second string) []board.Cell {
	return []board.Cell{{Text: first}, {Text: second, Owner: oxo.Second}}
}

// Alternating is the setup of a game in which each move adds a stone: the numbers of stones
// decide who is to move, and the text is rows alone.
func (r Rows) Alternating() *board.Setup {
	return &board.Setup{
		Palette: r.Palette,
		Read: func(text string) (board.Draft, error) {
			cells, err := r.Read(strings.TrimSpace(text))
			return board.Draft{Cells: cells, Turn: fewer(cells)}, err
		},
		Write: func(d board.Draft) string { return r.Write(d.Cells) },
	}
}

// fewer returns the side that has fewer pieces, or else First.
func fewer(cells []board.Cell) oxo.Side {
	stones := 0
	for _, c := range cells {
		if c.Text != "" {
			stones += 1 - 2*int(c.Owner)
		}
	}
	if stones > 0 {
		return oxo.Second
	}
	return oxo.First
}

// WithTurn is the setup of a game whose text is rows and the name of the side to move.
func (r Rows) WithTurn(g oxo.Game) *board.Setup {
	return &board.Setup{
		Palette: r.Palette, Turn: true,
		Read: func(text string) (d board.Draft, err error) {
			squares, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
			d.Cells, err = r.Read(squares)
			side, wrong := Turn(g, turn)
			d.Turn = side
			return d, errors.Join(err, wrong)
		},
		Write: func(d board.Draft) string { return r.Write(d.Cells) + " " + board.SideName(g, d.Turn) },
	}
}
