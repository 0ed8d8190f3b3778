package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFullDiskKeepsTables: if a table does not fit on the disk, the old table stays
// complete.
func TestFullDiskKeepsTables(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	name := filepath.Join(t.TempDir(), "table")
	if code, _, stderr := runWith(context.Background(), "", "solve", "tictactoe", "--all", "--out", name); code != exitDone {
		t.Fatal(stderr)
	}
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", name+".part"); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := runWith(context.Background(), "", "solve", "tictactoe", "--all", "--out", name)
	if code != exitFailure || !strings.Contains(stderr, "the table could not be written: write "+name+".part: no space left") {
		t.Errorf("exit %d, %q", code, stderr)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the old table has changed, %v", err)
	}
}

// TestFullDiskKeepsCheckpoints: if a checkpoint does not fit on the disk, the old one
// stays complete and the proof continues.
func TestFullDiskKeepsCheckpoints(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	name := filepath.Join(t.TempDir(), "checkpoint")
	solve := func() (string, string) {
		code, stdout, stderr := runWith(context.Background(), "", "solve", "connect4:4x4", "--json", "--table", "64KB", "--checkpoint", name)
		if code != exitDone {
			t.Fatal(stderr)
		}
		return stdout, stderr
	}
	if _, stderr := solve(); stderr != "" {
		t.Fatal(stderr)
	}
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/full", name+".part"); err != nil {
		t.Fatal(err)
	}
	if stdout, stderr := solve(); !strings.Contains(stdout, `"result":"draw"`) || !strings.Contains(stderr, "the previous one is unchanged: write") {
		t.Errorf("%q, %q", stdout, stderr)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the old checkpoint has changed, %v", err)
	}
}
