package program_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"oxo/player/program"
)

func once(t *testing.T, part, input string, patience time.Duration) (string, error) {
	t.Helper()
	t.Setenv(asked, part)
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	return program.Run(ctx, "", input, os.Args[0])
}

// TestRun: Run passes all of the input, returns all of the output, and reports how
// the program ended.
func TestRun(t *testing.T) {
	if got, err := once(t, "echo", "a\nb\n", time.Hour); got != "a\r\nb\r\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := once(t, "echo", strings.Repeat("x\n", 10), time.Hour); len(got) != 30 || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := once(t, "die", "a\n", time.Hour); !errors.Is(err, program.ErrGone) || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "ideas") {
		t.Errorf("a program that died: %v", err)
	}
	for _, part := range []string{"flood", "long"} {
		if _, err := once(t, part, "", time.Hour); !errors.Is(err, program.ErrGone) || !strings.Contains(err.Error(), "wrote more than") {
			t.Errorf("%s: %v", part, err)
		}
	}
	if _, err := once(t, "hang", strings.Repeat("x", 1<<20), 50*time.Millisecond); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a program that hangs: %v", err)
	}
	for _, args := range [][]string{nil, {""}, {"no-such-program-as-this"}} {
		if _, err := program.Run(context.Background(), "", "", args...); err == nil {
			t.Errorf("%q was started", args)
		}
	}
}

// refuses is a writer that always fails.
type refuses struct{}

func (refuses) Write([]byte) (int, error) { return 0, errors.New("enough") }

// TestCapture: both outputs arrive whatever their length, and an error of the writer
// ends the program.
func TestCapture(t *testing.T) {
	t.Setenv(asked, "echo")
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	var out strings.Builder
	if err := program.Capture(t.Context(), "", strings.Repeat("x\n", 50_000), &out, os.Args[0]); err != nil || out.Len() != 150_000 {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
	t.Setenv(asked, "die")
	out.Reset()
	err := program.Capture(t.Context(), "", "", &out, os.Args[0])
	if ended, ok := errors.AsType[*program.EndedError](err); !ok || !errors.Is(err, program.ErrGone) || ended.Stderr != "out of ideas" || out.String() != "out of ideas\n" {
		t.Errorf("a program that died: %v, %q", err, out.String())
	}
	t.Setenv(asked, "flood")
	if err := program.Capture(t.Context(), "", "", refuses{}, os.Args[0]); err == nil || err.Error() != "enough" {
		t.Errorf("a writer that fails: %v", err)
	}
	t.Setenv(asked, "hang")
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if err := program.Capture(ctx, "", "", &out, os.Args[0]); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a program that hangs: %v", err)
	}
	for _, args := range [][]string{nil, {"no-such-program-as-this"}} {
		if err := program.Capture(t.Context(), "", "", &out, args...); err == nil {
			t.Errorf("%q was started", args)
		}
	}
}

// TestRunLeavesNothing: a child of the program ends with it.
func TestRunLeavesNothing(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("groups of processes are ended on Linux only")
	}
	got, err := once(t, "child", "", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	child := 0
	for word := range strings.FieldsSeq(got) {
		if n, err := strconv.Atoi(word); err == nil {
			child = n
		}
	}
	if child == 0 {
		t.Fatalf("no child in %q", got)
	}
	for range 200 { // the system may take a moment
		if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", child)); err != nil || strings.Contains(string(status), ") Z ") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("a child of the program is left")
}
