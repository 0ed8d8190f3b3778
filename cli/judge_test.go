package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestJudgeWrongUsage: every wrong command line of judge says what would be right, with
// exit code 2, and starts nothing.
func TestJudgeWrongUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"judge", "write its command after --"},
		{"judge --", "write its command after --"},
		{"judge tictactoe -- sh", "the game as --game GAME"},
		{"judge -- no-such-program-as-this", "cannot be started"},
		{"judge --game tictactow -- sh", "did you mean tictactoe?"},
		{"judge --game tictactoe --position XXX/OO./... -- sh", "No move is left to judge"},
		{"judge --game tree:((3,5),(2,9)) -- sh", "plain numbers"},
		{"judge --game connect4 --protocol hackerrank --samples 1 -- sh", "not connect4:7x6"},
		{"judge --protocol line_protocol -- sh", "no protocol"},
		{"judge --protocol hackerank -- sh", "did you mean hackerrank?"},
		{"judge --as Z -- sh", "want first (X), second (O) or both"},
		{"judge --time 0s -- sh", "--time 0s: want a time above 0"},
		{"judge --every --samples 3 -- sh", "leave one of them out"},
		{"judge --samples 0 -- sh", "--samples 0: want a number of games"},
		{"judge --asks 0 -- sh", "--asks 0"},
		{"judge --patience 0 -- sh", "--patience 0"},
		{"judge --show -1 -- sh", "--show -1"},
		{"judge --points 10 -- sh", "--gradescope FILE"},
		{"judge --gradescope x --points 0 -- sh", "--points 0"},
		{"judge --finished --protocol uci -- sh", "--finished is for"},
		{"judge --prune beyond -- sh", "--prune needs --explore"},
		{"judge --explore --samples 3 -- sh", "cannot be combined with --explore"},
		{"judge --explore --algorithm negamax -- sh", "want minimax"},
		{"judge --explore --algorithm minimax --prune beyond -- sh", "cuts nothing off"},
		{"judge --explore --prune equal -- sh", "want on-equal"},
		{"judge --explore --values X -- sh", "want root, turn or first"},
		{"judge --explore --win 0 -- sh", "--win 0"},
		{"judge --explore --trace - -- sh", "give one of them"},
		{"judge --explore --trace no/such/file", "no such file"},
		{"judge --explore --protocol gtp -- sh", "--explore is for"},
	} {
		code, stdout, stderr := runWith(context.Background(), "", strings.Fields(c.args)...)
		if code != exitUsage || !strings.Contains(stderr, c.want) || stdout != "" {
			t.Errorf("oxo %s: exit %d, %q, %q, want exit 2 and %q", c.args, code, stdout, stderr, c.want)
		}
	}
}

// TestJudgeInterrupted: an interruption while a program hangs prints the faults found
// so far, ends with exit code 130, and writes no marks.
func TestJudgeInterrupted(t *testing.T) {
	marks := filepath.Join(t.TempDir(), "results.json")
	var code int
	var stdout, stderr string
	untilEnough(300*time.Millisecond, func(ctx context.Context) bool {
		code, stdout, stderr = runWith(ctx, "", "judge", "--time", "1h", "--gradescope", marks, "--", "sleep", "3600")
		return stdout != ""
	})
	if code != exitInterrupted || !strings.Contains(stdout, "Interrupted: there may be more.") || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	if _, err := os.Stat(marks); err == nil {
		t.Error("an interrupted judge writes marks")
	}
}
