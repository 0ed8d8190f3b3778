package rules_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/game/rules/gdl"
	"oxo/games"
	"oxo/oxotest"
	"oxo/search"
	"oxo/textbook"
)

// sheets is the folder of the examples.
const sheets = "../../examples/sheets"

// load makes the game of an example.
func load(t *testing.T, name string) *rules.Game {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(sheets, name))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

func parse(t *testing.T, text string) *rules.Game {
	t.Helper()
	g, err := rules.New(context.Background(), "test.kif", text, gdl.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestConformance: the games of sheets keep the contract.
func TestConformance(t *testing.T) {
	for name, perft := range map[string][]uint64{
		"noughts.kif": {1, 9, 72, 504, 3024, 15120},
		"nim.kif":     {1, 6, 26, 76, 138, 140, 60},
		"coins.kif":   nil,
	} {
		t.Run(name, func(t *testing.T) { oxotest.Run(t, load(t, name), oxotest.Options{Perft: perft}) })
	}
}

// TestTwin: noughts and crosses as a sheet is worth the same as in Go, in all positions of
// random games, and has the same moves.
func TestTwin(t *testing.T) {
	sheet := load(t, "noughts.kif")
	twin, err := catalog.Lookup(games.All(), "mnk:3x3x3")
	if err != nil {
		t.Fatal(err)
	}
	var walk func(a, b oxo.Position, plies int)
	s := search.New(search.Options{KeepTable: true})
	u := search.New(search.Options{KeepTable: true})
	walk = func(a, b oxo.Position, plies int) {
		x := s.Search(context.Background(), a, search.Limits{})
		y := u.Search(context.Background(), b, search.Limits{})
		if !x.Proven || x.Score != y.Score || a.Outcome() != b.Outcome() {
			t.Fatalf("%s: %v and %v", sheet.FormatPosition(a), x.Value, y.Value)
		}
		if plies == 0 || a.Outcome() != oxo.Ongoing {
			return
		}
		moves := b.Moves(nil)
		if n := len(a.Moves(nil)); n != len(moves) {
			t.Fatalf("%s: %d moves, want %d", sheet.FormatPosition(a), n, len(moves))
		}
		for _, m := range moves {
			text := twin.FormatMove(b, m) // a1 is the lower left square
			call := "mark(" + string('1'+text[0]-'a') + "," + text[1:] + ")"
			n, err := sheet.ParseMove(a, call)
			if err != nil {
				t.Fatal(err)
			}
			a.Make(n)
			b.Make(m)
			walk(a, b, plies-1)
			b.Unmake(m)
			a.Unmake(n)
		}
	}
	walk(sheet.Start(), twin.Start(), 4)
}

// TestValues: the search proves the values of sheets, as plain minimax does.
func TestValues(t *testing.T) {
	for name, want := range map[string]oxo.Score{
		"noughts.kif": oxo.Draw,
		"nim.kif":     oxo.Loss(6), // the exclusive or of the heaps is 0
		"coins.kif":   oxo.By(20),
	} {
		g := load(t, name)
		for _, o := range []search.Options{{}, {NoTable: true}, {KeepTable: true, Threads: 2}} {
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

// TestRefused: New refuses a sheet without turns or without one sum of points, and says why.
func TestRefused(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(sheets, "nim.kif"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, old, other, want string }{
		{"both at once", "(true (turn ?role)) (true (has", "(role ?role) (true (has", "both roles choose at the same time"},
		{"no sum", "(goal ?role 0)", "(goal ?role 30)", ""},
		{"a role without a move", "(<= (legal ?role wait) (role ?role) (not (true (turn ?role))))", "", "no legal move"},
		{"points are missing", "(<= (goal ?role 100) (role ?role) (not (true (turn ?role))))", "", "without one number of points"},
		{"two numbers of points", "(goal ?role 0) (true (turn ?role))", "(goal ?role 0) (role ?role)", "without one number of points"},
		{"no choice", "(less 0 1) (less 0 2) (less 1 2) (less 0 3) (less 1 3) (less 2 3)", "(less 0 1) (less 1 2) (less 2 3)", ""},
		{"other sums", "(<= (goal ?role 100) (role ?role) (not (true (turn ?role))))", "(<= (goal first 100) (not (true (turn first)))) (<= (goal second 90) (not (true (turn second))))", "want the same sum at each end"},
	} {
		sheet := strings.Replace(string(text), c.old, c.other, 1)
		if sheet == string(text) {
			t.Fatalf("%s: the sheet has no %s", c.name, c.old)
		}
		_, err := rules.New(context.Background(), "test.kif", sheet, gdl.Bounds{})
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v, want a game", c.name, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestBroken: what no random game shows stops play with the position in which it breaks.
func TestBroken(t *testing.T) {
	g := load(t, "noughts.kif")
	text := g.FormatPosition(g.Start())
	if _, err := g.ParsePosition(strings.Replace(text, "turn(x)", "", 1)); err == nil || !strings.Contains(err.Error(), "no legal move") {
		t.Errorf("no turn: %v", err)
	}
	for _, bad := range []string{"", "cell(1,1,x)", "cell(9,9,x) to move: x", text + "y", strings.Replace(text, "turn(x)", "turn(x) turn(x)", 1)} {
		if _, err := g.ParsePosition(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// TestFamily: a game is found by the path of its file; its name holds a part of the file's
// sum, so other rules are no longer the same game.
func TestFamily(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my,game.kif")
	text, err := os.ReadFile(filepath.Join(sheets, "nim.kif"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	families := append(games.All(), rules.Family())
	g, err := catalog.Lookup(families, path)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := catalog.Lookup(families, g.Name()); err != nil || same.Name() != g.Name() {
		t.Errorf("%s is not found by its name: %v", g.Name(), err)
	}
	if err := os.WriteFile(path, append(text, "; changed\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := catalog.Lookup(families, g.Name()); err == nil || !strings.Contains(err.Error(), "has other rules now") {
		t.Errorf("a changed file: %v", err)
	}
	if _, err := catalog.Lookup(families, path+"x.kif"); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Errorf("no file: %v", err)
	}
	if _, err := catalog.Lookup(games.All(), path); err == nil {
		t.Error("a program without the family reads the file")
	}
}
