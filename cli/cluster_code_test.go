//go:build unix && !race

package cli_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestClusterOtherCode: if no clean commit names the code, the hub refuses a worker whose program file differs from its
// own.
func TestClusterOtherCode(t *testing.T) {
	c := newCloud(t, 0, "")
	own, err := exec.LookPath("oxo")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(c.dir, "oxo")
	if err := os.WriteFile(other, append(text, 0), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a worker that joins works until then
	defer cancel()
	out, err := exec.CommandContext(ctx, other, "worker", "--hub", "nats://"+c.addr, "--threads", "1", "--table", "64MB").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "both must be the same") {
		t.Errorf("a worker of another file: %v, %s", err, out)
	}
}
