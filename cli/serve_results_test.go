//go:build !race

package cli_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestResultsAreHeld: two servers do not share a folder of results. The second server can use the
// folder after the first has ended. Only the file of results remains in it.
func TestResultsAreHeld(t *testing.T) {
	folder := t.TempDir()
	for range 2 {
		first := exec.Command("oxo", "serve", "--addr", "127.0.0.1:0", "--results", folder)
		out, err := first.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = first.Process.Kill() })
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.HasPrefix(line, "the page is at ") {
			t.Fatalf("%q, %v", line, err)
		}
		ctx, stop := context.WithTimeout(context.Background(), 30*time.Second) // a server that starts does not end by itself
		said, err := exec.CommandContext(ctx, "oxo", "serve", "--addr", "127.0.0.1:0", "--results", folder).CombinedOutput()
		stop()
		if want := "oxo: --results " + folder + ": another server keeps its results there: give each server its own folder\n"; err == nil || string(said) != want {
			t.Errorf("a second server: %v, %q, want %q", err, said, want)
		}
		if err := first.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = first.Wait()
		if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 || filepath.Base(left[0]) != "results.jsonl" {
			t.Errorf("left: %q", left)
		}
	}
}
