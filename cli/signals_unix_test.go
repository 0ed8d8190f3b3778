//go:build unix && !race

package cli_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// proving starts a long proof with a checkpoint, by a shell that runs a command before it, and
// waits until the proof has begun.
func proving(t *testing.T, before string) (c *exec.Cmd, errs *bytes.Buffer, checkpoint string) {
	t.Helper()
	checkpoint = filepath.Join(t.TempDir(), "checkpoint")
	c, errs = exec.Command("sh", "-c", before+`exec oxo solve connect4:8x7 --table 1MB --every 1h --checkpoint "$0"`, checkpoint), new(bytes.Buffer)
	c.Stderr = errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	for begun := time.Now(); time.Since(begun) < 10*time.Minute; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(checkpoint + ".lock"); err == nil {
			return c, errs, checkpoint
		}
	}
	t.Fatal("the proof has not begun:", errs)
	return c, errs, checkpoint
}

// heedHangup makes sure that programs that a test starts get SIGHUP, even if the tests run under
// nohup: a signal that the test catches has its default effect in the programs.
func heedHangup(t *testing.T) {
	t.Helper()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
}

// TestHangup: a terminal that closes sends SIGHUP, and its shell sends another: the checkpoint is
// written as for SIGTERM, and the exit code is the same.
func TestHangup(t *testing.T) {
	heedHangup(t)
	for _, sent := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		c, errs, checkpoint := proving(t, "")
		for range 2 {
			if err := c.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			if sent == syscall.SIGTERM {
				break // a second signal ends the process at once
			}
		}
		err := c.Wait()
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 130 || !strings.Contains(errs.String(), "keeps it: the same command continues") {
			t.Errorf("%v: %v, %s", sent, err, errs)
		}
		if _, err := os.Stat(checkpoint); err != nil {
			t.Errorf("%v: %v", sent, err)
		}
	}
}

// TestHangupIgnored: if SIGHUP is ignored, as under nohup, the proof continues.
func TestHangupIgnored(t *testing.T) {
	c, errs, _ := proving(t, "trap '' HUP; ")
	for _, sent := range []syscall.Signal{syscall.SIGHUP, syscall.SIGCONT} {
		if err := c.Process.Signal(sent); err != nil {
			t.Fatal(err)
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		t.Fatalf("SIGHUP has ended it: %v, %s", err, errs)
	case <-time.After(300 * time.Millisecond):
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if exit, ok := errors.AsType[*exec.ExitError](<-ended); !ok || exit.ExitCode() != 130 {
		t.Errorf("SIGTERM has not ended it as usual: %v, %s", exit, errs)
	}
}
