//go:build linux

package cli

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestVerifyEndsAtPipe: verify ends with its context, even while it reads a pipe that nobody writes to.
func TestVerifyEndsAtPipe(t *testing.T) {
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	defer to.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	code := make(chan int, 1)
	var stderr string
	go func() {
		got, _, said := runWith(ctx, "", "verify", fmt.Sprintf("/dev/fd/%d", from.Fd()))
		stderr = said
		code <- got
	}()
	select {
	case got := <-code:
		if got != exitInterrupted || !strings.Contains(stderr, "interrupted") {
			t.Errorf("exit code %d, and %q", got, stderr)
		}
	case <-time.After(time.Hour):
		t.Fatal("it waits for the pipe")
	}
}
