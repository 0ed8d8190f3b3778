package referee_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/arena/referee"
	"oxo/game/board"
	"oxo/game/rules"
	"oxo/game/rules/rbg"
)

// drawing is a program with oxo's rules that sends its board as oxo draws it.
type drawing struct {
	*honest
	spoil bool // it forgets the first piece of each board after the start
}

func (d *drawing) Ask(ctx context.Context, question string) (string, error) {
	answer, err := d.honest.Ask(ctx, question)
	if question == "over" || question == "moves" {
		return answer, err
	}
	text := draw(d.g, d.p)
	if i := strings.IndexFunc(text, func(c rune) bool { return c != '.' && c != '/' }); d.spoil && strings.HasPrefix(question, "make") {
		text = text[:i] + "." + text[i+1:]
	}
	return text, err
}

func draw(g oxo.Game, p oxo.Position) string {
	grid, _ := p.(board.Grid)
	columns, rows := grid.Size()
	var lines []string
	for y := rows - 1; y >= 0; y-- {
		line := ""
		for x := range columns {
			cell := grid.At(board.Square{Column: x, Row: y}).Text
			if cell == "" {
				cell = "."
			}
			line += cell
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "/") + " " + board.SideName(g, p.Turn())
}

// TestSheets: a program may send the board of a rule sheet as it is drawn. A missing piece is a difference.
func TestSheets(t *testing.T) {
	files, err := filepath.Glob("../../examples/sheets/*.[kr][ib][fg]")
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, file := range files {
		family := new(rules.Files).Family()
		if strings.HasSuffix(file, ".rbg") {
			family = rbg.Family(new(rules.Files))
		}
		g, err := family.New(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, grid := g.Start().(board.Grid)
		if grid {
			drawn++
		}
		for _, spoil := range []bool{false, true} {
			var theirs referee.Rules = &honest{t: t, g: g}
			if grid {
				theirs = &drawing{&honest{t: t, g: g}, spoil}
			}
			report, err := referee.Compare(t.Context(), theirs, referee.Options{Game: g, Depth: 2, Games: 2, Seed: 1})
			d := report.Difference
			if err != nil || (d != nil) != (spoil && grid) || d != nil && (d.What != "board" || len(d.Moves) != 1 || draw(g, d.Board) == draw(g, d.Own)) {
				t.Errorf("%s, spoil %v: %+v, %v", file, spoil, d, err)
			}
		}
	}
	if drawn < 8 {
		t.Errorf("%d sheets have a board: want 8 or more", drawn)
	}
}
