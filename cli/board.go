package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
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

// paint colours text for the terminal, or leaves it unchanged if colour is off.
type paint struct {
	on    bool
	discs bool // the pieces of the game are discs
}

// paint decides about colour by the terminal, NO_COLOR and TERM.
func (a *app) paint() paint {
	t := a.getenv("TERM")
	return paint{on: a.outTerminal && a.getenv("NO_COLOR") == "" && t != "" && t != "dumb"}
}

func (p paint) code(code, text string) string {
	if !p.on {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// of returns the paint of a game: discs are red and yellow, as their sides are called.
func (p paint) of(g oxo.Game) paint {
	p.discs = board.FactsOf(g).Style.Pieces == board.Discs
	return p
}

// side paints the first side blue and the second orange, which people with colour
// blindness can distinguish; discs red and yellow.
func (p paint) side(s oxo.Side, text string) string {
	switch {
	case p.discs && s == oxo.First:
		return p.code("1;31", text)
	case p.discs:
		return p.code("1;33", text)
	case s == oxo.First:
		return p.code("1;34", text)
	}
	return p.code("1;38;5;208", text)
}

func (p paint) line(text string) string  { return p.code("7", text) }
func (p paint) quiet(text string) string { return p.code("2", text) }

func (p paint) barred(text string) string { return p.code("1;31", text) }

// writeBoard draws a grid with its labels, puts the deciding squares in brackets, and marks those
// that are forbidden to the side to move. A position without a grid is written as text. Names are the names of
// the sides in this match, which may be swapped.
func writeBoard(w io.Writer, g oxo.Game, p oxo.Position, names [2]string, paint paint) {
	grid, ok := p.(board.Grid)
	if !ok {
		fmt.Fprintf(w, "  %s\n", catalog.FormatPosition(g, p))
		return
	}
	d := drawnBoard{g: g, grid: grid, names: names, own: sideNames(g), paint: paint.of(g), line: grid.Line(), barred: barredSquares(g, p)}
	columns, rows := grid.Size()
	columnLabels, rowLabels := grid.Labels()
	for row := rows - 1; row >= 0; row-- {
		var b strings.Builder
		fmt.Fprintf(&b, "%4s ", labelAt(rowLabels, row))
		for column := range columns {
			b.WriteString(d.square(board.Square{Column: column, Row: row}))
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
	var labels strings.Builder
	for column := range columns {
		fmt.Fprintf(&labels, "%2s ", labelAt(columnLabels, column))
	}
	if len(columnLabels) > 0 { // a board of hexagons has none
		fmt.Fprintf(w, "     %s\n", strings.TrimRight(labels.String(), " "))
	}
	key := letters(g, grid, names)
	if len(d.barred) > 0 {
		key += ", " + barredSign + " is forbidden to " + names[p.Turn()&1]
	}
	if key = strings.TrimPrefix(key, ", "); key != "" {
		fmt.Fprintf(w, "     %s\n", key)
	}
}

// drawnBoard is a board that is being written.
type drawnBoard struct {
	g            oxo.Game
	grid         board.Grid
	names, own   [2]string // of the sides in this match, and of the game
	paint        paint
	line, barred []board.Square
}

// square returns a square in three characters.
func (d *drawnBoard) square(s board.Square) string {
	if missing := board.FactsOf(d.g).Missing; missing != nil && missing(s) {
		return "   "
	}
	if slices.Contains(d.barred, s) {
		return " " + d.paint.barred(barredSign) + " "
	}
	cell := d.grid.At(s)
	if cell.Text == d.own[cell.Owner&1] {
		cell.Text = d.names[cell.Owner&1]
	}
	return square(cell, slices.Contains(d.line, s), d.paint)
}

// barredSign marks a square that the rules forbid to the side to move.
const barredSign = "!"

// barredSquares returns the squares that the rules forbid to the side to move, in games whose
// players may overlook that.
func barredSquares(g oxo.Game, p oxo.Position) []board.Square {
	if barred := board.FactsOf(g).Barred; barred != nil {
		return barred(p)
	}
	return nil
}

// letters says which letter is which side, as in "X is black, O is white", where letters
// stand for stones or discs; empty for other pieces, and for an empty board.
func letters(g oxo.Game, grid board.Grid, names [2]string) string {
	if pieces := board.FactsOf(g).Style.Pieces; pieces != board.Stones && pieces != board.Discs {
		return ""
	}
	columns, rows := grid.Size()
	var said [2]string
	for i := range columns * rows {
		cell := grid.At(board.Square{Column: i % columns, Row: i / columns})
		if side := cell.Owner & 1; cell.Text != "" && !strings.HasPrefix(names[side], cell.Text) {
			said[side] = cell.Text + " is " + names[side]
		}
	}
	return strings.Join(slices.DeleteFunc(said[:], func(s string) bool { return s == "" }), ", ")
}

// labelAt returns the name of a column or row, or nothing if it has no name.
func labelAt(labels []string, i int) string {
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

// sideNames returns the names of the sides of a game.
func sideNames(g oxo.Game) [2]string {
	return [2]string{board.SideName(g, oxo.First), board.SideName(g, oxo.Second)}
}
