package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo/games"
)

// ending is an input that calls ctrlC after its last line, and then waits for the end.
type ending struct {
	lines io.Reader
	ctrlC func()
	over  <-chan struct{}
}

func (e *ending) Read(b []byte) (int, error) {
	n, err := e.lines.Read(b)
	if errors.Is(err, io.EOF) {
		e.ctrlC()
		<-e.over
	}
	return n, err
}

// TestLabelInterrupted: after Ctrl-C, and after a crash in the middle of a row, the same command
// continues, and the file is the same as without an interruption.
func TestLabelInterrupted(t *testing.T) {
	const lines = "444444\n\n11\n4\n1\n44\n123\n"
	for _, format := range []string{"csv", "jsonl", "parquet"} {
		file := filepath.Join(t.TempDir(), "set."+format)
		calm := filepath.Join(t.TempDir(), "calm."+format)
		args := func(file string) []string {
			return []string{"label", "connect4:4x4", "-", "--without-mirrors", "--out", file}
		}
		if code, _, stderr := runWith(context.Background(), lines, args(calm)...); code != exitUsage || !strings.Contains(stderr, "line 1: move 5 of the position") {
			t.Fatalf("%d, %s", code, stderr)
		}
		ctx, stop := context.WithCancel(context.Background())
		var out, errs bytes.Buffer
		a := &app{families: games.All(), name: "oxo", out: &out, err: &errs, getenv: func(string) string { return "" }}
		a.in = &ending{strings.NewReader(lines[:16]), stop, t.Context().Done()}
		if code := a.run(ctx, args(file)); code != exitInterrupted || !strings.Contains(errs.String(), ".rows.part keeps ") || !strings.Contains(errs.String(), "the same command goes on from there") {
			t.Fatalf("%d, %s", code, errs.String())
		}
		part, err := os.ReadFile(file + ".rows.part")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file+".rows.part", part[:len(part)-1], 0o600); err != nil {
			t.Fatal(err)
		}
		if code, stdout, stderr := runWith(context.Background(), lines, args(file)...); code != exitUsage || stdout != "" {
			t.Fatalf("%d, %s, %s", code, stdout, stderr)
		}
		want, _ := os.ReadFile(calm)
		if got, err := os.ReadFile(file); err != nil || len(want) == 0 || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, %d bytes, want %d", format, err, len(got), len(want))
		}
		if _, err := os.Stat(file + ".rows.part"); err == nil {
			t.Error("the unfinished file is still there")
		}
	}
}

// TestLabelWrongUsage: every wrong command line gets an error that says what would be right.
func TestLabelWrongUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"label tictactoe", "no positions: want - for lines of standard input, or --plies N, --all or --random N"},
		{"label tictactoe a1", `"a1": want - for positions of standard input`},
		{"label tictactoe - --all", "want only one of them"},
		{"label tictactoe --plies -1", "--plies -1: want 0 or more"},
		{"label tictactoe --random 0", "--random 0: want 1 or more"},
		{"label tictactoe --random -3", "--random -3: want 1 or more"},
		{"label tictactoe --random 10 --all", "--all: want it without --plies and --random"},
		{"label tictactoe --random 1000 --plies 1", "want fewer, random games of mnk:3x3x3 found 9 different positions"},
		{"label sticks --all --without-mirrors", "want a game whose board can be turned or mirrored"},
		{"label mnk:4x4x4 --all --max-positions 100", "mnk:4x4x4 has too many positions, more than 100: want --random"},
		{"label chess --all --nodes 9 --max-positions 100", "chess has too many positions, more than 100: want --random"},
		{"label tictactoe --all --max-positions 0", "--max-positions 0: want 1 or more"},
		{"label chess --plies 1", "want --nodes, --depth or --time"},
		{"label chess --plies 1 --nodes -1", "want a whole number, 0 or more"},
		{"label chess --plies 1 --depth -1", "--depth -1: want 0 or more"},
		{"label tictactoe --plies 1 --result --nodes 9", "--result asks for a proof: want it without --nodes"},
		{"label connect4 --form uci-connect-5", `--form "uci-connect-5": want uci-connect-4, uci-tic-tac-toe or pons-eval`},
		{"label connect4 --form uci-tic-tac-toe", "--form uci-tic-tac-toe: want the game mnk:3x3x3, not connect4:7x6"},
		{"label connect4 --form pons-eval", "no positions: want - for lines"},
		{"label connect4 - --form pons-eval --squares", "has columns of its own: want it without --scale, --squares"},
		{"label tree --plies 1 --squares", "--squares: want a game with a board of squares, and tree:"},
		{"label chess --plies 1 --nodes 9 --squares", "--squares: want a game with one kind of piece a side, and white has R and P"},
		{"label tictactoe --plies 1 --scale pons", "--scale pons: want connect4"},
		{"label connect4 --plies 1 --scale stones", `--scale "stones": want pons`},
		{"label connect4 --plies 1 --scale pons --result", "--scale pons counts stones: want it without --result"},
		{"label tictactoe --plies 1 --split 80,10", "want three percentages whose sum is 100"},
		{"label tictactoe --plies 1 --split 80,10,20", "want three percentages whose sum is 100"},
		{"label tictactoe --plies 1 --format xml", `--format "xml": want csv, jsonl or parquet`},
		{"label tictactoe --plies 1 --format parquet", "want --out FILE too"},
		{"label tictactoe --plies 1 --out a.txt", "--out a.txt: want a name that ends with .csv, .jsonl or .parquet, or --format"},
		{"label tictactoe --plies 1 --out .", "--out .: want a name"},
		{"label tictactoe --plies 1 --threads 0", "--threads 0: want a number from 1"},
	} {
		checkWrong(t, c.args, "", c.want)
	}
}
