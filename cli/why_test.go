package cli

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestWhyInterrupted: when it is interrupted, explain --why prints what it knows so far, and that
// it was interrupted.
func TestWhyInterrupted(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		var code int
		var stdout, stderr string
		untilEnough(300*time.Millisecond, func(ctx context.Context) bool {
			code, stdout, stderr = runWith(ctx, "", "explain", "go:9x9", "--why", "e5", "--time", "0", "--format", format)
			return stdout != ""
		})
		if code != exitInterrupted || !strings.Contains(stdout, "e5") && !strings.Contains(stdout, "E5") || !strings.Contains(stderr, "interrupted") {
			t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
		}
	}
}
