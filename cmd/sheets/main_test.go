package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"oxo"
	"oxo/game/rules"
)

// TestTable: the table has a line for each sheet of two roles; of each subfolder, for its last
// sheet. If a sheet cannot be a game, its line says why.
func TestTable(t *testing.T) {
	folder := t.TempDir()
	text, err := os.ReadFile("../../examples/sheets/nim.kif")
	if err != nil {
		t.Fatal(err)
	}
	for name, sheet := range map[string]string{
		"nim/nim.kif":    "(role a",
		"nim/v1/nim.kif": string(text),
		"open.kif":       "(role a)\n(role b",
		"alone/one.kif":  "(role a)",
		"notes.txt":      "no sheet",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(sheet), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, fault strings.Builder
	if code := run(t.Context(), []string{"-perft", "100", folder}, &out, &fault); code != 0 {
		t.Fatalf("exit code %d: %s", code, fault.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{`^\| nim \| [0-9.]+ \| 7 \| 1 \| no \| no \| [0-9]+ \| 6 26 \|$`, `^\| open \| [0-9.]+ \| \| \| \| \| \| line 2: `}
	if len(lines) != 2+len(want) {
		t.Fatalf("the table is\n%s", out.String())
	}
	for i, w := range want {
		if !regexp.MustCompile(w).MatchString(lines[2+i]) {
			t.Errorf("%s, want %s", lines[2+i], w)
		}
	}
	for _, args := range [][]string{{}, {"-what", folder}, {folder, folder}, {filepath.Join(folder, "none")}} {
		if code := run(t.Context(), args, &out, &fault); code == 0 {
			t.Errorf("%q: exit code 0", args)
		}
	}
}

// TestCompare: with -compare the table says up to how many plies oxo counts the same number of games as another program, and where it does not.
func TestCompare(t *testing.T) {
	folder := t.TempDir()
	text, err := os.ReadFile("../../examples/sheets/noughts.rbg")
	if err != nil {
		t.Fatal(err)
	}
	for name, sheet := range map[string]string{"noughts.rbg": string(text), "other.rbg": string(text), "none.rbg": string(text), "alone.rbg": strings.ReplaceAll(string(text), "o(100)", "o(100), z(100)")} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(sheet), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	counts := filepath.Join(folder, "counts.txt")
	if err := os.WriteFile(counts, []byte("# who counted\nabacus\nnoughts 9 72 504 3024 15120\nother 9 72 503\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, fault strings.Builder
	if code := run(t.Context(), []string{"-perft", "4000", "-compare", counts, folder}, &out, &fault); code != 0 {
		t.Fatalf("exit code %d: %s", code, fault.String())
	}
	for _, want := range []string{
		"| noughts | 22 | 4 | 3024 | abacus | a game |", "| none | 22 | | | | a game |",
		"| other | 22 | 2 | 72 | abacus | 504 games of 3 plies, not 503 as abacus counts |", "| alone | | | | | line ",
	} {
		if !strings.Contains(strings.ReplaceAll(out.String(), "|  ", "| "), want) {
			t.Errorf("the table is\n%s, want %s", out.String(), want)
		}
	}
	if err := os.WriteFile(counts, []byte("abacus\nnoughts nine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := run(t.Context(), []string{"-compare", counts, folder}, &out, &fault); code != 1 || !strings.Contains(fault.String(), `line 2: "nine": want a number of games`) {
		t.Errorf("exit code %d, %s", code, fault.String())
	}
}

// TestConformance: with -check each game goes through the conformance suite, and a check that had
// too little time says so.
func TestConformance(t *testing.T) {
	folder := t.TempDir()
	text, err := os.ReadFile("../../examples/sheets/nim.kif")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "nim.kif"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[string]string{"1h": "a game; keeps its promises, checked in ", "1ns": "a game; no fault, but the checks do not end within 1ns"} {
		var out, fault strings.Builder
		if code := run(t.Context(), []string{"-check", limit, "-games", "2", folder}, &out, &fault); code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("exit code %d, %s, %s, want %q", code, out.String(), fault.String(), want)
		}
	}
}

// nameless is a game that breaks a promise.
type nameless struct{ oxo.Game }

func (nameless) Name() string { return "" }

// TestFailures: the first failure of a game is in its cell.
func TestFailures(t *testing.T) {
	g, err := new(rules.Files).Family().New("../../examples/sheets/nim.kif", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := conform(t.Context(), nameless{g}, options{check: time.Hour, games: 1}); !strings.Contains(got, "checks fail, first start: a game has a name: ") {
		t.Error(got)
	}
}
