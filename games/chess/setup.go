package chess

import (
	"cmp"
	"fmt"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
	"oxo/internal/words"
)

// maxClock is the largest number of plies without progress that a position's text can have.
const maxClock = 9999

// setup returns how positions are set up: by FEN without the number of the move.
func (g *game) setup() *board.Setup {
	rows := notation.Rows{Columns: g.columns, Rows: g.rows, Palette: g.palette(), Runs: true}
	return &board.Setup{
		Palette: rows.Palette, Turn: true, Fields: g.fields(),
		Read:  func(text string) (board.Draft, error) { return g.readDraft(rows, text) },
		Write: func(d board.Draft) string { return g.writeDraft(rows, d) },
	}
}

// palette returns the men of both sides.
func (g *game) palette() []board.Cell {
	var all []board.Cell
	for _, letter := range "KQRBNP" {
		if letter != 'B' || g.most[bishop] > 0 {
			all = append(all, board.Cell{Text: string(letter)})
		}
	}
	for _, c := range all {
		all = append(all, board.Cell{Text: strings.ToLower(c.Text), Owner: oxo.Second})
	}
	return all
}

// fields returns the rights to castle, the square en passant and the clock.
func (g *game) fields() []board.Field {
	clock := board.Field{Name: "plies without progress", Most: maxClock}
	switch {
	case !g.castles:
		return []board.Field{clock}
	case g.any:
		return []board.Field{{Name: "castling, as in KQkq"}, g.passantField(), clock}
	}
	return []board.Field{
		{Name: "white castles short", Values: []string{"", "K"}},
		{Name: "white castles long", Values: []string{"", "Q"}},
		{Name: "black castles short", Values: []string{"", "k"}},
		{Name: "black castles long", Values: []string{"", "q"}},
		g.passantField(), clock,
	}
}

// passantField lists the squares that a pawn can have passed.
func (g *game) passantField() board.Field {
	f := board.Field{Name: "en passant", Values: []string{""}}
	for _, row := range []int{g.rows - 3, 2} {
		for column := range g.columns {
			f.Values = append(f.Values, squareName(row*side+column))
		}
	}
	return f
}

// castlings returns the number of fields with rights to castle.
func (g *game) castlings() int { return max(0, len(g.fields())-2) }

// readDraft reads FEN without its checks.
func (g *game) readDraft(rows notation.Rows, text string) (d board.Draft, err error) {
	parts := append(strings.Fields(text), "", "", "", "", "")
	if d.Cells, err = rows.Read(parts[0]); err != nil {
		return d, err
	}
	switch parts[1] {
	case "w":
	case "b":
		d.Turn = oxo.Second
	default:
		return d, fmt.Errorf("%q is not a side to move: write w or b after the men", words.Clip(parts[1]))
	}
	rights := strings.Trim(parts[2], "-")
	switch n := g.castlings(); {
	case n == 1:
		d.Fields = append(d.Fields, rights)
	case n > 1:
		for _, f := range g.fields()[:n] {
			value := f.Values[1]
			if !strings.Contains(rights, value) {
				value = ""
			}
			d.Fields = append(d.Fields, value)
		}
	}
	if g.castles {
		d.Fields = append(d.Fields, strings.Trim(parts[3], "-"))
	}
	d.Fields = append(d.Fields, strings.Trim(parts[4], "-"))
	return d, nil
}

// writeDraft writes FEN. The clock is left out if it is 0, as in FormatPosition.
func (g *game) writeDraft(rows notation.Rows, d board.Draft) string {
	fields := append(d.Fields, make([]string, len(g.fields())-min(len(d.Fields), len(g.fields())))...)
	n := g.castlings()
	rights, passant := strings.Join(fields[:n], ""), ""
	if g.castles {
		passant = fields[n]
	}
	parts := []string{rows.Write(d.Cells), [...]string{"w", "b"}[d.Turn&1], cmp.Or(rights, "-"), cmp.Or(passant, "-")}
	if clock := fields[len(fields)-1]; strings.Trim(clock, "0") != "" {
		parts = append(parts, clock)
	}
	return strings.Join(parts, " ")
}
