package clashofpawns_test

import (
	"io"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/protocol/clashofpawns"
)

// start returns the board at the beginning, white at the top of the page.
func start() string {
	row := func(cell string) string { return strings.TrimSpace(strings.Repeat(cell+" ", 12)) + "\n" }
	return strings.Repeat(row("1"), 2) + strings.Repeat(row("-1"), 8) + strings.Repeat(row("0"), 2)
}

func TestStart(t *testing.T) {
	g := gametest.Game(t, "clashofpawns")
	p, err := clashofpawns.Read(strings.NewReader("1\n"+start()), g)
	if err != nil || p.Hash() != g.Start().Hash() || p.Turn() != oxo.First {
		t.Errorf("%v, %v", p, err)
	}
	p, err = clashofpawns.Read(strings.NewReader("0\r\n"+strings.ReplaceAll(start(), "\n", "\r\n")), g)
	if err != nil || p.Turn() != oxo.Second {
		t.Errorf("%v, %v", p, err)
	}
	// White moves down the page: from row 1 to row 2.
	if got, err := clashofpawns.Format("e2e3"); got != "1 4 2 4" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := clashofpawns.Format("l12k11"); got != "11 11 10 10" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestWrongInput(t *testing.T) {
	g := gametest.Game(t, "clashofpawns")
	for input, hint := range map[string]string{
		"":                     "the input is empty",
		"2\n" + start():        "1 for white or 0 for black",
		"1\n1 1 1":             "has 3 numbers",
		"1\n" + start() + " 1": "text follows",
		"1\n" + strings.Replace(start(), "0", "7", 1):  "row 10, column 0",
		"1\n" + strings.Replace(start(), "-1", "1", 1): "want at most 24",
	} {
		if _, err := clashofpawns.Read(strings.NewReader(input), g); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%.30q: %v, want %q", input, err, hint)
		}
	}
	for _, move := range []string{"", "e2", "e2e", "m1m2", "e0e1", "e2e13", "e2e3e4", "22"} {
		if got, err := clashofpawns.Format(move); err == nil {
			t.Errorf("%q is written as %q", move, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("1\n" + start())
	f.Add("0 -1 -1")
	f.Add("x")
	g := gametest.Game(f, "clashofpawns")
	f.Fuzz(func(t *testing.T, input string) {
		if p, err := clashofpawns.Read(strings.NewReader(input), g); err == nil {
			if _, err := g.ParsePosition(g.FormatPosition(p)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestInputStaysOpen: a referee that keeps the input open gets its answer.
func TestInputStaysOpen(t *testing.T) {
	in, out := io.Pipe()
	defer func() { _ = out.Close() }()
	go func() { _, _ = io.WriteString(out, "1\n"+start()) }()
	if _, err := clashofpawns.Read(in, gametest.Game(t, "clashofpawns")); err != nil {
		t.Error(err)
	}
}
