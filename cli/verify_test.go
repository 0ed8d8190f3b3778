//go:build linux && !race

package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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

// TestExpandEndsAtPipe: verify --expand ends with its context, and leaves no part of its output file.
func TestExpandEndsAtPipe(t *testing.T) {
	folder := t.TempDir()
	file, err := os.ReadFile("../prove/certificate/testdata/7x7x5.oxo") // with its pairs the file is larger than the buffer of one write
	if err != nil {
		t.Fatal(err)
	}
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	defer to.Close()
	if _, err := to.Write(file[:len(file)-100]); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	out := filepath.Join(folder, "large")
	go func() {
		for range 2000 { // until something is written
			if info, err := os.Stat(out + ".part"); err == nil && info.Size() > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	code, _, stderr := runWith(ctx, "", "verify", "--expand", fmt.Sprintf("/dev/fd/%d", from.Fd()), "--out", out)
	if code != exitInterrupted || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit code %d, and %q", code, stderr)
	}
	if all, _ := os.ReadDir(folder); len(all) > 0 {
		t.Errorf("there are %v", all)
	}
}
