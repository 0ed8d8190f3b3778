package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo/internal/race"
)

// TestSheets: every command that takes the name of a game also takes the file of a rule sheet.
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

		"solve ../examples/sheets/noughts.rbg":              "draw",
		"perft ../examples/sheets/breakthrough.rbg 3":       "848",
		"solve ../examples/sheets/honeycomb.rbg":            ".  P  .  P  .  P  .\nwhite to move: loss in 6",
		"analyze ../examples/sheets/jumps.rbg --depth 2":    "a1-a2",
		"selfplay 3 -q --game ../examples/sheets/jumps.rbg": "3",
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

// TestSheetsMoved: the files of a sheet's game stay valid if the sheet gets another name or folder,
// since its sum says which game it is.
func TestSheetsMoved(t *testing.T) {
	text, err := os.ReadFile("../examples/sheets/nim.kif")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	for name, text := range map[string]string{"here.kif": string(text), "there.kif": string(text), "other.kif": string(text) + "; another sum\n"} {
		if err := os.WriteFile(in(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"solve here.kif --all --out all.table",
		"book here.kif --plies 1 --out exact.book",
		"book here.kif --positions 3 --nodes 200 --out estimates.book",
		"solve here.kif leave(a,0) --checkpoint proof",
		"arena here.kif 1 random --games 2 -q --out some.games",
		"review here.kif leave(a,0) --nodes 100 --out reviewed.pgn",
	} {
		if code, _, stderr := runWith(context.Background(), "", files(in, args)...); code != 0 {
			t.Fatalf("oxo %s: exit %d, %s", args, code, stderr)
		}
	}
	for args, want := range map[string]string{
		"solve SHEET --tables all.table":                               "by a book or table",
		"analyze SHEET --nodes 100 --book exact.book":                  "leave(a,0)",
		"analyze SHEET --nodes 100 --book estimates.book":              "leave(a,0)",
		"solve SHEET leave(a,0) --checkpoint proof":                    "second to move",
		"review SHEET --nodes 100 --file some.games":                   " against ",
		"perft SHEET 1 --file reviewed.pgn":                            "5",
		"arena SHEET 1 2 --games 2 -q --openings some.games --plies 1": "level 2",
	} {
		code, stdout, stderr := runWith(context.Background(), "", files(in, strings.Replace(args, "SHEET", "there.kif", 1))...)
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("oxo %s: exit %d, %q, %q, want %q", args, code, stdout, stderr, want)
		}
		code, _, stderr = runWith(context.Background(), "", files(in, strings.Replace(args, "SHEET", "other.kif", 1))...)
		if code == 0 || !strings.Contains(stderr, "here.kif@") && !strings.Contains(stderr, "the tag Variant says") {
			t.Errorf("oxo %s with other rules: exit %d, %q", args, code, stderr)
		}
	}
}

// files splits a command, and puts its files into a folder.
func files(in func(name string) string, command string) []string {
	args := strings.Fields(command)
	for i, arg := range args {
		if strings.Contains(arg, ".") || arg == "proof" {
			args[i] = in(arg)
		}
	}
	return args
}

// TestSheetsWrong: the error for a wrong or missing sheet names the file, and the line if there is
// one.
func TestSheetsWrong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.kif")
	if err := os.WriteFile(path, []byte("(role x)\n(role o)\n(<= (next (a ?x)) (not (true (a ?x))))\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"solve " + path:                          "line 3: nothing bounds the values of ?x",
		"solve no-such.kif":                      "no file \"no-such.kif\"",
		"solve no-such.rbg":                      "no file \"no-such.rbg\"",
		"solve ../examples/sheets/noughts.rbg x": "no move \"x\" here: want a3, b3",
		"solve ../examples/sheets/nim.kif jump":  "no move \"jump\" here: want leave(a,0)",
	} {
		code, stdout, stderr := runWith(context.Background(), "", strings.Fields(args)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("oxo %s: exit %d, %q, %q, want %q", args, code, stdout, stderr, want)
		}
	}
}

// TestBoardBreaks: if a game ends with points that no random game had, the command ends with an
// error. In this sheet stones on three of the hundred squares cause that.
func TestBoardBreaks(t *testing.T) {
	sheet := "#players = a(100), b(100)\n#pieces = e, x\n#variables = n(3)\n#board = rectangle(up,down,left,right," +
		strings.Repeat("["+strings.Repeat("e,", 9)+"e]", 10) + ")\n#any = (left* + right*)(up* + down*)\n" +
		"#turn(me) = {$ n < 3} ->me any {e} [x] ->> [$ n = n + 1] ({! any {! down} {! left} {x} right {x} right {x}} + {? any {! down} {! left} {x} right {x} right {x}} [$ b = 100]) ->>\n" +
		"#rules = [$ a = 50, b = 50] (turn(a) turn(b))*\n"
	path := filepath.Join(t.TempDir(), "rare.rbg")
	if err := os.WriteFile(path, []byte(sheet), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runWith(context.Background(), "", "perft", path, "1", "a1", "b1")
	if code != 0 || !strings.Contains(stdout, "98") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	code, stdout, stderr = runWith(context.Background(), "", "solve", path, "a1", "b1")
	if code == 0 || !strings.Contains(stderr, "the points of the players are not like those of other ends, in x:") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

// TestSheetBreaks: if a position contradicts what all random games have shown, the command ends
// with an error. In this sheet both roles choose at the same time after one rare move.
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
	for _, args := range [][]string{
		{"perft", path, "1", "go(0,0,0)", "go(0,0,0)", "go(7,7,7)"},
		{"solve", path, "go(0,0,0)", "--threads", "2"}, // the threads of a search meet the position
		{"selfplay", "2", "--game", path, "--threads", "2", "--nodes", "20000"},
		{"arena", path, "search,nodes=20000", "random", "--games", "2", "--threads", "2"},
	} {
		if race.Enabled && args[0] != "solve" { // under the race detector each command reads the sheet for ten seconds
			continue
		}
		code, stdout, stderr := runWith(context.Background(), "", args...)
		if code == 0 || !strings.Contains(stderr, "both roles choose at the same time") {
			t.Errorf("%v: exit %d, %q, %q", args[0], code, stdout, stderr)
		}
	}
}
