package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
)

// writeJSON writes one value on one line.
func (a *app) writeJSON(v any) error { return writeJSON(a.out, v) }

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// paint colours text for the terminal; where colour is not wanted it does
// nothing.
type paint struct{ on bool }

// paint looks at the terminal, NO_COLOR and TERM.
func (a *app) paint() paint {
	t := a.getenv("TERM")
	return paint{a.outTerminal && a.getenv("NO_COLOR") == "" && t != "" && t != "dumb"}
}

func (p paint) code(code, text string) string {
	if !p.on {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// side paints the first side blue and the second orange, a pair that colour
// blindness leaves apart.
func (p paint) side(s oxo.Side, text string) string {
	if s == oxo.First {
		return p.code("1;34", text)
	}
	return p.code("1;38;5;208", text)
}

func (p paint) line(text string) string  { return p.code("7", text) }
func (p paint) quiet(text string) string { return p.code("2", text) }

// writeBoard draws a grid with its labels, the squares that decided the game
// in brackets; a position that is no grid is written as text. Names are what
// the sides are called here, which may be swapped.
func writeBoard(w io.Writer, g oxo.Game, p oxo.Position, names [2]string, paint paint) {
	grid, ok := p.(board.Grid)
	if !ok {
		fmt.Fprintf(w, "  %s\n", catalog.FormatPosition(g, p))
		return
	}
	columns, rows := grid.Size()
	own := sideNames(g)
	line := map[board.Square]bool{}
	for _, s := range grid.Line() {
		line[s] = true
	}
	columnLabels, rowLabels := grid.Labels()
	for row := rows - 1; row >= 0; row-- {
		var b strings.Builder
		fmt.Fprintf(&b, "%4s ", label(rowLabels, row))
		for column := range columns {
			s := board.Square{Column: column, Row: row}
			cell := grid.At(s)
			if cell.Text == own[cell.Owner&1] {
				cell.Text = names[cell.Owner&1]
			}
			b.WriteString(square(cell, line[s], paint))
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
	var labels strings.Builder
	for column := range columns {
		fmt.Fprintf(&labels, "%2s ", label(columnLabels, column))
	}
	fmt.Fprintf(w, "     %s\n", strings.TrimRight(labels.String(), " "))
}

// label returns the name of a column or row, or nothing where it has none.
func label(labels []string, i int) string {
	if i < len(labels) {
		return labels[i]
	}
	return ""
}

func square(c board.Cell, decided bool, paint paint) string {
	text := paint.quiet(".")
	if c.Text != "" {
		text = paint.side(c.Owner, c.Text)
	}
	if decided {
		return "[" + paint.line(text) + "]"
	}
	return " " + text + " "
}

// sideNames returns what the sides of a game are called.
func sideNames(g oxo.Game) [2]string {
	return [2]string{board.SideName(g, oxo.First), board.SideName(g, oxo.Second)}
}
