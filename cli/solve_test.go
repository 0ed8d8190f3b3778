package cli

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"oxo/games"
)

// hard are positions that cannot be solved during a test.
const hard = "44\n45\n46\n47\n"

// solveUntil runs solve on lines of input with several threads until it has written
// something. Each writing calls the function after.
func solveUntil(ctx context.Context, stdin string, after func() error) (code int, stdout, stderr string) {
	var errs bytes.Buffer
	out := &heard{after: after}
	a := &app{families: games.All(), name: "oxo", in: strings.NewReader(stdin), out: out, err: &errs, getenv: func(string) string { return "" }}
	code = a.run(ctx, []string{"solve", "connect4:8x7", "-", "--threads", "3", "--table", "1MB"})
	return code, out.String(), errs.String()
}

// heard is a buffer. Each Write calls the function after, and returns its error.
type heard struct {
	bytes.Buffer
	after func() error
}

func (h *heard) Write(b []byte) (int, error) {
	n, _ := h.Buffer.Write(b)
	if h.after == nil {
		return n, nil
	}
	return n, h.after()
}

// untilEnough calls do with a context that ends after a time, and again with twice the time, until do reports true: a
// slow machine needs more time. The last call has some minutes.
func untilEnough(limit time.Duration, do func(context.Context) bool) {
	for enough := false; !enough && limit < 10*time.Minute; limit *= 2 {
		ctx, cancel := context.WithCancel(context.Background()) // an interruption: a search would obey a deadline and end by itself
		timer := time.AfterFunc(limit, cancel)
		enough = do(ctx)
		timer.Stop()
		cancel()
	}
}

// TestSolveLinesInterrupted: after an interruption the proven lines are reported, even if a line before them is not
// proven. Lines in work are reported with the bounds known so far, and other lines are not reported.
func TestSolveLinesInterrupted(t *testing.T) {
	var code int
	var stdout, stderr string
	untilEnough(2*time.Second, func(ctx context.Context) bool {
		code, stdout, stderr = solveUntil(ctx, "44\n1212121\n"+hard, nil)
		return stdout != ""
	})
	if code != exitInterrupted || !regexp.MustCompile(`^1212121 -?[0-9]+\n$`).MatchString(stdout) {
		t.Errorf("exit code %d, stdout %q", code, stdout)
	}
	told := regexp.MustCompile(`^oxo: line 1: not proven: between .* and .* after [0-9]+ nodes
(oxo: line [34]: not proven: .*
)*oxo: interrupted
$`)
	if !told.MatchString(stderr) {
		t.Errorf("stderr %q", stderr)
	}
}

// TestSolveMovesInterrupted: an interrupted proof by proof numbers reports the state of each move, but only one of
// several that are images of each other.
func TestSolveMovesInterrupted(t *testing.T) {
	var code int
	var errs string
	untilEnough(2*time.Second, func(ctx context.Context) bool {
		code, _, errs = runWith(ctx, "", "solve", "mnk:9x8x5", "--method", "pn", "--table", "16MB")
		return strings.Contains(errs, "\nopen: ")
	})
	told := regexp.MustCompile(`^oxo: not proven: .* after [0-9]+ nodes, .*, ([0-9]+) of 20 moves refuted
(refuted: [a-e][5-8] \([0-9]+ positions?\).*
)?open: [a-e][5-8] \([0-9]+ positions?\).*
oxo: interrupted
$`)
	if code != exitInterrupted || !told.MatchString(errs) {
		t.Errorf("exit code %d, stderr %q", code, errs)
	}
}

// TestSolveLinesNobodyReads: if the answers cannot be written, the searches end.
func TestSolveLinesNobodyReads(t *testing.T) {
	gone := errors.New("nobody reads this")
	code, _, stderr := solveUntil(context.Background(), "1212121\n"+hard, func() error { return gone })
	if code != exitFailure || stderr != "oxo: "+gone.Error()+"\n" {
		t.Errorf("exit code %d, stderr %q", code, stderr)
	}
}
