package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// numbering says how two numbers name a square.
type numbering struct {
	rowFirst bool
	from     int    // 0 or 1: the number of the first column, and of the first row
	rows     string // rows are counted from "top" or "bottom"; "" is the game's default
}

// usualNumbers returns the default: column, then row, as the board labels them.
func usualNumbers() numbering { return numbering{from: 1} }

// set applies a word of the flags, or of the command "numbers" in a game, and
// reports whether it knows the word.
func (n *numbering) set(word string) bool {
	switch word = strings.ToLower(word); word {
	case "colrow", "rowcol":
		n.rowFirst = word == "rowcol"
	case "0", "1":
		n.from = int(word[0] - '0')
	case "top", "bottom":
		n.rows = word
	default:
		return false
	}
	return true
}

// readNumbering reads three flags of play; an empty one means the default.
func readNumbering(order, from, rows string) (numbering, error) {
	n := usualNumbers()
	for _, flag := range []struct{ name, value, values string }{
		{"numbers", order, "colrow or rowcol"}, {"from", from, "0 or 1"}, {"rows", rows, "top or bottom"},
	} {
		if flag.value == "" {
			continue
		}
		if !slices.Contains(strings.Fields(flag.values), flag.value) || !n.set(flag.value) {
			return n, usagef("--%s %q: want %s", flag.name, flag.value, flag.values)
		}
	}
	return n, nil
}

// squares reads numbers as squares, in a game whose moves are squares.
type squares struct {
	numbering
	columns, rows []string // labels, rows from the bottom
	explained     bool     // the meaning of numbers has been printed
}

// squaresOf returns the reader of squares of a game. It returns nil if the moves of
// the game are not squares named by labels, as b2 is.
func squaresOf(g oxo.Game, n numbering) *squares {
	p := g.Start()
	grid, ok := p.(board.Grid)
	if !ok {
		return nil
	}
	columns, rows := grid.Labels()
	moves := p.Moves(nil)
	if len(columns) == 0 || len(rows) == 0 || len(moves) == 0 {
		return nil
	}
	first := g.FormatMove(p, moves[0])
	for _, c := range columns {
		for _, r := range rows {
			if c+r == first {
				return &squares{numbering: n, columns: columns, rows: rows}
			}
		}
	}
	return nil
}

// fromTop reports whether rows are counted from the top. By default they are if the
// row comes first, as in a matrix, or if the board labels its rows from the top.
func (s *squares) fromTop() bool {
	if s.numbering.rows != "" {
		return s.numbering.rows == "top"
	}
	return s.rowFirst || s.rows[0] != "1"
}

// order returns the meaning of two numbers in words: "column, row from the bottom".
func (s *squares) order() string {
	row := "row from the bottom"
	if s.fromTop() {
		row = "row from the top"
	}
	text := "column, " + row
	if s.rowFirst {
		text = row + ", column"
	}
	if s.from == 0 {
		text += ", both from 0"
	}
	return text
}

// parse splits a text of one or two numbers, and reports whether the text is one.
func (s *squares) parse(text string) ([]string, bool) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t,", c) })
	for _, field := range fields {
		if strings.ContainsFunc(field, func(c rune) bool { return c < '0' || c > '9' }) {
			return nil, false
		}
	}
	return fields, len(fields) == 1 || len(fields) == 2
}

// name returns the name of the square that two numbers mean.
func (s *squares) name(numbers []string) (string, error) {
	column, row := numbers[0], numbers[1]
	if s.rowFirst {
		column, row = row, column
	}
	c, okColumn := words.Number(withoutZeros(column), len(s.columns))
	r, okRow := words.Number(withoutZeros(row), len(s.rows))
	c, r = c-s.from, r-s.from
	if !okColumn || !okRow || c < 0 || r < 0 || c >= len(s.columns) || r >= len(s.rows) {
		return "", s.outside(numbers)
	}
	if s.fromTop() {
		r = len(s.rows) - 1 - r
	}
	return s.columns[c] + s.rows[r], nil
}

// outside returns the error of numbers outside the board, with the possible numbers.
func (s *squares) outside(numbers []string) error {
	last := s.from - 1
	return fmt.Errorf("%q is outside the board: columns %d to %d, rows %d to %d; the order is %s",
		words.Clip(strings.Join(numbers, " ")), s.from, last+len(s.columns), s.from, last+len(s.rows), s.order())
}

// begins reports whether a number can be the first number of a square.
func (s *squares) begins(number string) bool {
	_, err := s.name([]string{number, strconv.Itoa(s.from)})
	return err == nil
}

// withoutZeros removes leading zeros.
func withoutZeros(digits string) string {
	if text := strings.TrimLeft(digits, "0"); text != "" {
		return text
	}
	return "0"
}

// echo returns the name of a square from numbers, and the first time also the
// meaning of the numbers.
func (s *squares) echo(numbers []string, name string) string {
	text := strings.Join(numbers, " ") + " is " + name
	if !s.explained {
		s.explained = true
		text += ": " + s.order() + "."
		if s.numbering == usualNumbers() {
			text += " (If you mean the row first: undo, and write: numbers rowcol)"
		}
	}
	return text
}

// missing returns the name of the number that must follow the first.
func (s *squares) missing() string {
	if s.rowFirst {
		return "column"
	}
	return "row"
}

// change reads the command "numbers" and its words.
func (s *squares) change(text string) string {
	n := s.numbering
	for _, word := range strings.Fields(text)[1:] {
		if strings.EqualFold(word, "from") {
			continue
		}
		if !n.set(word) {
			return fmt.Sprintf("%q: want numbers with colrow or rowcol, 0 or 1, top or bottom, as in: numbers rowcol 0", words.Clip(word))
		}
	}
	s.numbering, s.explained = n, true
	return "Numbers mean " + s.order() + "."
}
