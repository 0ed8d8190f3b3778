package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHubFullDisk: a hub that is killed while its disk is full, and started again before there is free space, waits for
// free space and keeps all its data. The test needs a small disk, which only root can make.
func TestHubFullDisk(t *testing.T) {
	small := t.TempDir()
	if err := syscall.Mount("none", small, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("a small disk cannot be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("OXO_FAULTS_DIR", small)
	c := newCloud(t, 1, "")
	if err := c.prove(&faults{game: "mnk:3x3x3", nodes: "500", lines: map[string]string{"": "draw"}}, nil); err != nil {
		t.Fatal(err)
	}
	before := c.status().Runs
	free := fill(t, filepath.Join(small, "filler"))
	again(&c.hub, c.startHub)
	log := filepath.Join(c.dir, "hub.log")
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(log)
		if err != nil || time.Now().After(end) {
			t.Fatalf("the hub says nothing of the disk: %v", err)
		}
		if strings.Contains(string(text), "the hub begins when there is room") {
			break
		}
	}
	free()
	if after := c.status().Runs; len(before) != 1 || len(after) != 1 || after[0].Name != before[0].Name || after[0].Answers != before[0].Answers || !after[0].Over {
		t.Errorf("the runs were %+v and are %+v", before, after)
	}
}
