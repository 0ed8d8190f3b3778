package rbg_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/game/rules/rbg"
	"oxo/games"
	"oxo/internal/race"
	"oxo/oxotest"
	"oxo/search"
	"oxo/textbook"
)

// sheets is the folder of the examples.
const sheets = "../../../examples/sheets"

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(sheets, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func parse(t *testing.T, text string) *rbg.Game {
	t.Helper()
	g, err := rbg.New(context.Background(), "test.rbg", text, rbg.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestConformance: the games of sheets keep the contract.
func TestConformance(t *testing.T) {
	race.OneThread(t)
	for name, perft := range map[string][]uint64{
		"noughts.rbg":      {1, 9, 72, 504, 3024, 15120},
		"breakthrough.rbg": {1, 10, 90, 848, 7794},
		"jumps.rbg":        nil,
	} {
		t.Run(name, func(t *testing.T) { oxotest.Run(t, parse(t, text(t, name)), oxotest.Options{Perft: perft}) })
	}
}

// TestValues: the search proves the values of sheets, as the textbook does.
func TestValues(t *testing.T) {
	race.OneThread(t)
	for name, want := range map[string]oxo.Score{
		"noughts.rbg": oxo.Draw,
		"jumps.rbg":   oxo.By(-6),
	} {
		g := parse(t, text(t, name))
		for _, o := range []search.Options{{}, {KeepTable: true, Threads: 2}} {
			if r := search.New(o).Search(context.Background(), g.Start(), search.Limits{}); !r.Proven || r.Score != want {
				t.Errorf("%s with %+v: %v, want %v proven", name, o, r.Value, want)
			}
		}
		r, err := textbook.AlphaBeta(context.Background(), g.Start(), textbook.Options{})
		if err != nil || r.Value != want {
			t.Errorf("%s by the textbook: %v %v, want %v", name, r.Value, err, want)
		}
	}
}

// TestFamily: a game is found by the path of its file; its name holds a part of the file's
// sum, so other rules are no longer the same game.
func TestFamily(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my,game.rbg")
	sheet := text(t, "noughts.rbg")
	if err := os.WriteFile(path, []byte(sheet), 0o600); err != nil {
		t.Fatal(err)
	}
	families := append(games.All(), rbg.Family(new(rules.Files)))
	g, err := catalog.Lookup(families, path)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := catalog.Lookup(families, g.Name()); err != nil || same.Name() != g.Name() {
		t.Errorf("%s is not found by its name: %v", g.Name(), err)
	}
	if err := os.WriteFile(path, []byte(sheet+"// changed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	again := append(games.All(), rbg.Family(new(rules.Files)))
	if _, err := catalog.Lookup(again, filepath.Join(filepath.Dir(path), g.Name())); err == nil || !strings.Contains(err.Error(), "has other rules now") {
		t.Errorf("a changed file: %v", err)
	}
	if _, err := catalog.Lookup(families, path+"x.rbg"); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Errorf("no file: %v", err)
	}
	if _, err := catalog.Lookup(games.All(), path); err == nil {
		t.Error("a program without the family reads the file")
	}
}

// drawing returns the cells of a board, rows from the top, with a - before each piece of
// the second side.
func drawing(t *testing.T, p oxo.Position) string {
	t.Helper()
	grid, ok := p.(board.Grid)
	if !ok {
		return ""
	}
	columns, rows := grid.Size()
	var b strings.Builder
	for r := rows - 1; r >= 0; r-- {
		for c := range columns {
			cell := grid.At(board.Square{Column: c, Row: r})
			if cell.Owner == oxo.Second {
				b.WriteString("-")
			}
			b.WriteString(cell.Text + ",")
		}
		b.WriteString("/")
	}
	return b.String()
}

// TestDrawing: squares with coordinates in their names are drawn as a grid, with the pieces of
// both sides; other squares are not.
func TestDrawing(t *testing.T) {
	hex := "#players = red(100), blue(100) #pieces = e, r, b #variables = " +
		"#board = hexagon(nw,ne,e0,se,sw,w, [e] [e,e] [e]) #any = (nw* + se*)(ne* + sw*) #turn(me; piece) = ->me any {e} ->> [piece] " +
		"#rules = [$ red = 100] (turn(red; r) turn(blue; b))*"
	for _, c := range []struct{ name, sheet, moves, want string }{
		{"noughts", text(t, "noughts.rbg"), "b2 c3", ",,-n,/,C,,/,,,/"},
		{"breakthrough", text(t, "breakthrough.rbg"), "", "-p,-p,-p,-p,/-p,-p,-p,-p,/,,,,/P,P,P,P,/P,P,P,P,/"},
		{"jumps", text(t, "jumps.rbg"), "b1-b2", "-s,-s,-s,/,S,,/S,,S,/"},
		{"a hexagon", hex, "a2 b2", ",·,,/R,,-b,/,·,,/"},
		{"names without coordinates", strings.NewReplacer("a1", "left1", "b2", "centre").Replace(text(t, "jumps.rbg")), "", ""},
	} {
		g := parse(t, c.sheet)
		p := g.Start()
		for move := range strings.FieldsSeq(c.moves) {
			m, err := g.ParseMove(p, move)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
		}
		if got := drawing(t, p); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestPath: the squares to click for a move are the squares of its text.
func TestPath(t *testing.T) {
	g := parse(t, text(t, "breakthrough.rbg"))
	p := g.Start()
	m, err := g.ParseMove(p, "b2-c3")
	if err != nil {
		t.Fatal(err)
	}
	want := []board.Square{{Column: 1, Row: 1}, {Column: 2, Row: 2}}
	if got := g.Facts().Path(p, m); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
