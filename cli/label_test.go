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
// goes on, and the file is the same as without an interruption.
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
