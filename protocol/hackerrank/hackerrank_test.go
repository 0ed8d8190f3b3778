package hackerrank_test

import (
	"io"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/protocol/hackerrank"
)

func tictactoe(t testing.TB) oxo.Game {
	t.Helper()
	g, err := catalog.Lookup(games.All(), "tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRead(t *testing.T) {
	g := tictactoe(t)
	for input, want := range map[string]string{
		"X\n___\n___\n_XO\n":             ".../.../.XO",
		"X\n___\n___\n_XO":               ".../.../.XO",
		"O\n___\n_X_\n___\n":             ".../.X./...",
		"X \r\n___ \r\n___\t\r\n_XO\r\n": ".../.../.XO",
		"\n  X\n\n___\n___\n\n _XO \n\n": ".../.../.XO",
		"O\nXXX\nOO_\n___\n":             "XXX/OO./...",
	} {
		p, err := hackerrank.Read(strings.NewReader(input), g)
		if err != nil || g.FormatPosition(p) != want {
			t.Errorf("%q: %v", input, err)
		}
	}
	for input, hint := range map[string]string{
		"":                                "0 of 4 lines",
		"X\n":                             "1 of 4 lines",
		"X\n___\n___\n":                   "3 of 4 lines",
		"x\n___\n___\n___\n":              "X or O",
		"Y\n___\n___\n___\n":              "X or O",
		"X\n__\n___\n___\n":               "3 squares",
		"X\n____\n___\n___\n":             "3 squares",
		"X\n__a\n___\n___\n":              "X, O or _",
		"X\n_._\n___\n___\n":              "X, O or _",
		"X\n___\n___\n___\nX\n":           "text follows the board",
		"O\n___\n___\n___\n":              "X moves first",
		"X\nX__\n___\n___\n":              "X moves first",
		"X\nXXX\n___\n___\n":              "X moves first",
		"X\nOOO\nXX_\nX__\n":              "",
		"O\nOOO\nXX_\nXX_\n":              "the game was over before",
		"X\n" + strings.Repeat("_", 9999): "is too long",
		"X\n\xff\xfe\xfd\n___\n___\n":     "X, O or _",
		"X\nééé\n___\n___\n":              "3 squares",
	} {
		p, err := hackerrank.Read(strings.NewReader(input), g)
		if (err == nil) != (hint == "") || err != nil && !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: %v, %v, want an error with %q", input, p, err, hint)
		}
	}
}

func TestFormat(t *testing.T) {
	for square, want := range map[string]string{"a3": "0 0", "b2": "1 1", "c1": "2 2", "a1": "2 0"} {
		if got, err := hackerrank.Format(square); err != nil || got != want {
			t.Errorf("%s: %q, %v", square, got, err)
		}
	}
	for _, square := range []string{"", "d1", "a4", "a0", "b22", "22"} {
		if got, err := hackerrank.Format(square); err == nil {
			t.Errorf("%s: %q", square, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"X\n___\n___\n_XO\n", "O\r\nXX_\r\n_O_\r\n___", "", "X\n\n\n\n", "O\nXXX\nOO_\n___\n"} {
		f.Add(seed)
	}
	g := tictactoe(f)
	f.Fuzz(func(t *testing.T, input string) {
		p, err := hackerrank.Read(strings.NewReader(input), g)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error that says nothing")
			}
			return
		}
		for _, m := range p.Moves(nil) {
			if _, err := hackerrank.Format(g.FormatMove(p, m)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestInputStaysOpen: a referee that keeps the input open gets its answer.
func TestInputStaysOpen(t *testing.T) {
	in, out := io.Pipe()
	defer func() { _ = out.Close() }()
	go func() { _, _ = io.WriteString(out, "X\n___\n___\n_XO\n") }()
	if _, err := hackerrank.Read(in, tictactoe(t)); err != nil {
		t.Error(err)
	}
}
