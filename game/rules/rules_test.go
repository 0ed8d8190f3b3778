package rules_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/rules"
	"oxo/game/rules/gdl"
	"oxo/games"
	"oxo/internal/race"
	"oxo/oxotest"
	"oxo/search"
	"oxo/textbook"
)

// sheets is the folder of the examples.
const sheets = "../../examples/sheets"

// text returns the text of an example.
func text(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(sheets, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// load makes the game of an example.
func load(t *testing.T, name string) *rules.Game {
	t.Helper()
	return parse(t, text(t, name))
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
	race.OneThread(t)
	for name, perft := range map[string][]uint64{
		"noughts.kif": {1, 9, 72, 504, 3024, 15120},
		"nim.kif":     {1, 6, 26, 76, 138, 140, 60},
		"coins.kif":   nil,
		"hex.kif":     {1, 9, 72, 504, 3024, 15120},
		"misere.kif":  {1, 9, 72, 504, 3024, 15120},
		"drop.kif":    nil,
		"pawns.kif":   nil,
	} {
		t.Run(name, func(t *testing.T) { oxotest.Run(t, load(t, name), oxotest.Options{Perft: perft}) })
	}
}

// TestTwin: noughts and crosses as a sheet is worth the same as in Go, in all positions of
// random games, and has the same moves.
func TestTwin(t *testing.T) {
	race.OneThread(t)
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
	race.OneThread(t)
	for name, want := range map[string]oxo.Score{
		"noughts.kif": oxo.Draw,
		"nim.kif":     oxo.Loss(6), // the exclusive or of the heaps is 0
		"coins.kif":   oxo.By(20),
		"hex.kif":     oxo.Win(5),
		"misere.kif":  oxo.Draw,
		"drop.kif":    oxo.Win(9),
		"pawns.kif":   oxo.Win(11),
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

// TestBroken: ParsePosition refuses a text that is not a state of the game, and a state in which no
// role has a legal move.
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
	families := append(games.All(), new(rules.Files).Family())
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
	if same, err := catalog.Lookup(families, g.Name()); err != nil || same != g {
		t.Errorf("after a change of the file: %v, %v: want the rules that the name means", same, err)
	}
	again := append(games.All(), new(rules.Files).Family())
	if _, err := catalog.Lookup(again, filepath.Join(filepath.Dir(path), g.Name())); err == nil || !strings.Contains(err.Error(), "has other rules now") {
		t.Errorf("a changed file: %v", err)
	}
	if _, err := catalog.Lookup(families, path+"x.kif"); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Errorf("no file: %v", err)
	}
	if _, err := catalog.Lookup(games.All(), path); err == nil {
		t.Error("a program without the family reads the file")
	}
}

// TestLookIn: a name with a sum means the same sheet in any folder.
func TestLookIn(t *testing.T) {
	var files rules.Files
	families := append(games.All(), files.Family())
	name := rules.NameOf("nim.kif", text(t, "nim.kif"))
	if _, err := catalog.Lookup(families, name); !errors.Is(err, rules.ErrNoSheet) {
		t.Errorf("without the folder: %v", err)
	}
	folder := filepath.Join("..", "..", "examples", "sheets")
	files.LookIn(t.TempDir())
	files.LookIn(folder)
	g, err := catalog.Lookup(families, name)
	if err != nil || g.Name() != name {
		t.Fatalf("with the folder: %v, %v", g, err)
	}
	if path, ok := files.Path(name); !ok || path != filepath.Join(folder, "nim.kif") {
		t.Errorf("it is in %s, %v", path, ok)
	}
	for i := range 12 { // more than are kept
		path := filepath.Join(t.TempDir(), "many.kif")
		if err := os.WriteFile(path, []byte(text(t, "nim.kif")+strings.Repeat(";", i+1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := catalog.Lookup(families, path); err != nil {
			t.Fatal(err)
		}
	}
	if again, err := catalog.Lookup(families, name); err != nil || again == g || again.Name() != name {
		t.Errorf("after twelve others: %v, %v: want it read again", again, err)
	}
}

// TestFromSheet: a caller that gives the text of a sheet must give the text that the name's sum
// belongs to.
func TestFromSheet(t *testing.T) {
	families := append(games.All(), rules.Texts(rules.Small()))
	nim := text(t, "nim.kif")
	name := rules.NameOf("a@b.kif", nim)
	if g, err := catalog.FromSheet(t.Context(), families, name, nim); err != nil || g.Name() != name {
		t.Errorf("%v, %v", g, err)
	}
	if g, err := catalog.FromSheet(t.Context(), families, "tictactoe", ""); err != nil || g.Name() != "mnk:3x3x3" {
		t.Errorf("%v, %v", g, err)
	}
	if _, err := catalog.FromSheet(t.Context(), families, name, nim+";"); err == nil || !strings.Contains(err.Error(), "want the one of "+name) {
		t.Errorf("another text: %v", err)
	}
	if _, err := catalog.FromSheet(t.Context(), families, "tictactoe", nim); err == nil || !strings.Contains(err.Error(), "want the name of a rule sheet") {
		t.Errorf("a text for another game: %v", err)
	}
}

// TestTexts: a program that takes texts from others makes their games, and reads no file.
func TestTexts(t *testing.T) {
	families := append(games.All(), rules.Texts(rules.Small()))
	text, err := os.ReadFile(filepath.Join(sheets, "nim.kif"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := catalog.ReadText(context.Background(), families, "own.kif", string(text))
	if err != nil || !strings.HasPrefix(g.Name(), "own.kif@") {
		t.Fatalf("%v, %v", g, err)
	}
	if board.FactsOf(g).Bytes <= 64<<10 {
		t.Errorf("the game takes %d bytes", board.FactsOf(g).Bytes)
	}
	for name, want := range map[string]bool{"own.kif": true, g.Name(): true, "a.gdl": true, "tictactoe": false, "own.kifx": false, "": false} {
		if _, ok := catalog.OfText(families, name); ok != want {
			t.Errorf("%q: want %v", name, want)
		}
	}
	if _, ok := catalog.OfText(append(games.All(), new(rules.Files).Family()), "own.kif"); ok {
		t.Error("the family of files takes texts")
	}
	if _, err := catalog.Lookup(families, filepath.Join(sheets, "nim.kif")); err == nil || !strings.Contains(err.Error(), "want the sheet, too") {
		t.Errorf("a path: %v", err)
	}
	if _, err := catalog.ReadText(context.Background(), families, "own.txt", string(text)); err == nil || !strings.Contains(err.Error(), "ends with .kif or .gdl") {
		t.Errorf("another ending: %v", err)
	}
	if _, err := catalog.ReadText(context.Background(), games.All(), "own.kif", string(text)); err == nil || !strings.Contains(err.Error(), "no rule sheets") {
		t.Errorf("without the family: %v", err)
	}
}
