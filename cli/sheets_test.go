package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSheets: where a game's name is taken, the file of a rule sheet is, too.
func TestSheets(t *testing.T) {
	const sheet = "../examples/sheets/nim.kif"
	for args, want := range map[string]string{
		"solve " + sheet:                       "first to move: loss in 6",
		"analyze " + sheet + " leave(a,0)":     "leave(c,2)",
		"perft " + sheet + " 3":                "76",
		"count " + sheet:                       "ositions",
		"explain " + sheet + " --depth 1":      "leave(a,0)",
		"selfplay 3 --quiet --game " + sheet:   "3",
		"games":                                "FILE.kif",
		"arena " + sheet + " 1 2 --games 2 -q": "level",
	} {
		code, stdout, stderr := runWith(context.Background(), "", strings.Fields(args)...)
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("oxo %s: exit %d, %q, %q, want %q", args, code, stdout, stderr, want)
		}
	}
	if _, stdout, _ := runWith(context.Background(), "leave(c,0)\nleave(b,1)\n", "play", sheet, "--as", "both"); !strings.Contains(stdout, "has(a,1) has(b,1) turn(first)") {
		t.Errorf("play: %q", stdout)
	}
}

// TestSheetsWrong: a sheet that is wrong, or missing, is named with its line.
func TestSheetsWrong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.kif")
	if err := os.WriteFile(path, []byte("(role x)\n(role o)\n(<= (next (a ?x)) (not (true (a ?x))))\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"solve " + path:                         "line 3: nothing bounds the values of ?x",
		"solve no-such.kif":                     "no file \"no-such.kif\"",
		"solve ../examples/sheets/nim.kif jump": "no move \"jump\" here: want leave(a,0)",
	} {
		code, stdout, stderr := runWith(context.Background(), "", strings.Fields(args)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("oxo %s: exit %d, %q, %q, want %q", args, code, stdout, stderr, want)
		}
	}
}

// TestSheetBreaks: a position that breaks what all random games showed ends the command with
// an error. In this sheet both roles choose at the same time after one rare move of many.
func TestSheetBreaks(t *testing.T) {
	var sheet strings.Builder
	sheet.WriteString("(role x) (role o) (init (turn x)) (init (left 8)) (other x o) (other o x)\n")
	sheet.WriteString("(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9) (after 8 7) (after 7 6) (after 6 5) (after 5 4) (after 4 3) (after 3 2) (after 2 1) (after 1 0)\n")
	sheet.WriteString("(<= (legal ?r (go ?a ?b ?c)) (true (turn ?r)) (d ?a) (d ?b) (d ?c))\n(<= (legal ?r wait) (other ?r ?s) (true (turn ?s)) (not (true both)))\n(<= (legal ?r (both 1)) (role ?r) (true both))\n(<= (legal ?r (both 2)) (role ?r) (true both))\n")
	sheet.WriteString("(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))\n(<= (next (left ?m)) (true (left ?n)) (after ?n ?m))\n(<= (next both) (does x (go 7 7 7)) (true (left 6)))\n")
	sheet.WriteString("(<= terminal (true (left 0)))\n(<= (goal x 50))\n(<= (goal o 50))\n")
	path := filepath.Join(t.TempDir(), "rare.kif")
	if err := os.WriteFile(path, []byte(sheet.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runWith(context.Background(), "", "perft", path, "1", "go(0,0,0)", "go(0,0,0)", "go(7,7,7)")
	if code == 0 || !strings.Contains(stderr, "both roles choose at the same time") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}
