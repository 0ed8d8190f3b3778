package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oxo/games"
)

// hearing calls heard when a text has been written.
type hearing struct {
	bytes.Buffer
	text  string
	heard func()
}

func (h *hearing) Write(b []byte) (int, error) {
	n, err := h.Buffer.Write(b)
	if strings.Contains(h.String(), h.text) {
		h.heard()
	}
	return n, err
}

// TestAuditInterrupted: Ctrl-C in the middle of a search ends the audit, and the same command continues it. The
// report is the same as without an interruption.
func TestAuditInterrupted(t *testing.T) {
	folder := t.TempDir()
	list := filepath.Join(folder, "list")
	if err := os.WriteFile(list, []byte("112233 loss\nloss\n1122334 win\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	report, calm := filepath.Join(folder, "report"), filepath.Join(folder, "calm")
	args := func(out string) []string {
		return []string{"audit", list, "--game", "connect4:6x5", "--out", out, "--table", "16MB"}
	}
	code, want, stderr := runWith(context.Background(), "", args(calm)...)
	if code != exitFailure || !strings.Contains(want, "\n3 values: 0 right, 3 wrong, 0 not proven, ") {
		t.Fatalf("%d, %s, %s", code, want, stderr)
	}
	ctx, stop := context.WithCancel(context.Background())
	out, errs := &hearing{text: "record 1 ", heard: stop}, &bytes.Buffer{}
	a := &app{families: games.All(), name: "oxo", in: strings.NewReader(""), out: out, err: errs, getenv: func(string) string { return "" }}
	if code := a.run(ctx, args(report)); code != exitInterrupted || !strings.Contains(errs.String(), "the same command goes on from there") {
		t.Fatalf("%d, %s", code, errs)
	}
	code, got, stderr := runWith(context.Background(), "", args(report)...)
	if code != exitFailure || !strings.Contains(stderr, "oxo: goes on after ") || withoutLast(got) != withoutLast(want) {
		t.Errorf("%d, %s, %s: want %s", code, got, stderr, want)
	}
	if _, err := os.Stat(report + ".part"); err == nil {
		t.Error("the unfinished report is still there")
	}
}

// withoutLast removes the last line, which has a time.
func withoutLast(text string) string {
	return text[:strings.LastIndex(strings.TrimSpace(text), "\n")+1]
}
