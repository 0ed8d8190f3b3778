package checkers

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// maxCount is the largest counter in the text of a position.
const maxCount = 9999

// setup returns how positions are set up: the squares of both sides, and the counters.
func (g *game) setup() *board.Setup {
	fields := []board.Field{{Name: "plies without progress", Most: maxCount}}
	if g.fewKings {
		fields = append(fields, board.Field{Name: "plies with few kings", Most: maxCount})
	}
	return &board.Setup{
		Palette: g.palette(), Turn: true, Fields: fields,
		Holds: func(s board.Square) bool { _, ok := g.at(s); return ok },
		Read:  g.readDraft,
		Write: g.writeDraft,
	}
}

// palette returns the men and kings of both sides: w and b are men, W and B kings.
func (g *game) palette() []board.Cell {
	var all []board.Cell
	for _, s := range [...]oxo.Side{oxo.First, oxo.Second} {
		all = append(all, board.Cell{Text: strings.ToLower(g.letter(s)), Owner: s}, board.Cell{Text: g.letter(s), Owner: s})
	}
	return all
}

// readDraft reads a position without its checks.
func (g *game) readDraft(text string) (board.Draft, error) {
	parts := strings.Split(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), "."), ":")
	d := board.Draft{Fields: []string{"", ""}}
	switch parts[0] {
	case g.letter(oxo.First):
	case g.letter(oxo.Second):
		d.Turn = oxo.Second
	default:
		return d, fmt.Errorf("%q is to move? write W or B at the beginning", words.Clip(parts[0]))
	}
	p, read := g.empty(), [2]bool{}
	var err error
	for _, part := range parts[1:] {
		switch {
		case strings.HasPrefix(part, "D"):
			d.Fields[1] = part[1:]
		case strings.HasPrefix(part, "H"):
			d.Fields[0] = part[1:]
		case strings.HasPrefix(part, "F"): // the number of the move
		default:
			err = errors.Join(err, g.readPart(p, part, &read))
		}
	}
	for row := range g.rows {
		for column := range g.columns {
			d.Cells = append(d.Cells, p.At(board.Square{Column: column, Row: row}))
		}
	}
	if !g.fewKings {
		d.Fields = d.Fields[:1]
	}
	return d, err
}

// writeDraft writes what readDraft reads. A counter of 0 is left out.
func (g *game) writeDraft(d board.Draft) string {
	var numbers [2][]int
	kings := map[int]bool{}
	for i, c := range d.Cells {
		bit, ok := g.at(board.Square{Column: i % g.columns, Row: i / g.columns})
		if !ok || c.Text == "" {
			continue
		}
		n := g.number(bit)
		numbers[c.Owner&1] = append(numbers[c.Owner&1], n)
		kings[n] = c.Text == g.letter(c.Owner)
	}
	list := func(s oxo.Side) string {
		slices.Sort(numbers[s&1])
		var names []string
		for _, n := range numbers[s&1] {
			name := strconv.Itoa(n)
			if kings[n] {
				name = "K" + name
			}
			names = append(names, name)
		}
		return strings.Join(names, ",")
	}
	white := g.whiteSide()
	parts := []string{g.letter(d.Turn), "W" + list(white), "B" + list(white.Opponent())}
	for _, i := range []int{1, 0} { // few kings before plies without progress
		if i < len(d.Fields) && strings.Trim(d.Fields[i], "0") != "" {
			parts = append(parts, [...]string{"H", "D"}[i]+d.Fields[i])
		}
	}
	return strings.Join(parts, ":")
}
