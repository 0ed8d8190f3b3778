//go:build unix && !solaris && !aix

package filelock_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"oxo/internal/filelock"
)

// TestHold: only one holder at a time; the next one succeeds after a release. No file
// remains.
func TestHold(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	release, err := filelock.Hold(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := filelock.Hold(name); !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("a second holder: %v", err)
	}
	release()
	if _, err := os.Stat(name + ".lock"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file of the lock stays: %v", err)
	}
	if release, err = filelock.Hold(name); err != nil {
		t.Fatal(err)
	}
	release()
	if _, err := filelock.Hold(filepath.Join(name, "none")); err == nil || errors.Is(err, filelock.ErrHeld) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestHoldByOne: with many simultaneous holds and releases, two never hold the name
// at the same time.
func TestHoldByOne(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	var holders, times atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				release, err := filelock.Hold(name)
				if errors.Is(err, filelock.ErrHeld) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d holders at once", n)
				}
				times.Add(1)
				holders.Add(-1)
				release()
			}
		})
	}
	all.Wait()
	if times.Load() == 0 {
		t.Error("nobody ever held it")
	}
}

// TestHoldKilled: the lock of a killed process blocks nobody. The process is this
// test binary, with the name in its environment.
func TestHoldKilled(t *testing.T) {
	if name := os.Getenv("OXO_HOLD"); name != "" {
		if _, err := filelock.Hold(name); err != nil {
			t.Fatal(err)
		}
		fmt.Println("held")
		time.Sleep(time.Hour)
	}
	name := filepath.Join(t.TempDir(), "file")
	c := exec.Command(os.Args[0], "-test.run=^TestHoldKilled$")
	c.Env = append(os.Environ(), "OXO_HOLD="+name)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "held\n" {
		t.Errorf("the other process: %q, %v", line, err)
	}
	if _, err := filelock.Hold(name); !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("while another process holds it: %v", err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // it was killed
	release, err := filelock.Hold(name)
	if err != nil {
		t.Fatalf("after its holder was killed: %v", err)
	}
	release()
}
