//go:build !race

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// solved is the output of oxo solve --json.
type solved struct {
	Value struct {
		Result string
		Plies  int
	}
	Nodes   uint64
	Seconds float64
	Result  string // if plies were not requested
}

// runSolve runs oxo solve and returns its output. If the time is above 0, it kills the process at that time with
// SIGKILL, unless the process has ended before.
func runSolve(t *testing.T, kill time.Duration, args ...string) (r solved, over bool, took time.Duration) {
	t.Helper()
	c := exec.Command("oxo", append([]string{"solve", "--json"}, args...)...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	begun := time.Now()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var killed atomic.Bool
	if kill > 0 {
		timer := time.AfterFunc(kill, func() {
			killed.Store(true) // set before the kill: otherwise Wait may return first
			_ = c.Process.Kill()
		})
		defer timer.Stop()
	}
	err := c.Wait()
	took = time.Since(begun)
	if out.Len() == 0 {
		if !killed.Load() {
			t.Fatalf("oxo solve %v: %v, %s", args, err, errs.String())
		}
		return r, false, took
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return r, true, took
}

// elapsedOf returns the time in the lines of a checkpoint.
func elapsedOf(t *testing.T, name string) time.Duration {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		return 0 // none was written yet
	}
	_, rest, _ := strings.Cut(string(file[:min(len(file), 1000)]), "\nelapsed ")
	text, _, _ := strings.Cut(rest, "\n")
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestKilled kills a proof at random moments and continues it from its checkpoint each time: the value at the end is
// the same. OXO_KILL names another game, OXO_KILLS the number of kills (20), OXO_KILL_MOST the longest run before a
// kill (2s), OXO_KILL_EVERY the interval (200ms), OXO_KILL_ARGS more arguments, and OXO_KILL_VALUE the value as in
// "loss 48", which otherwise a first run without kills finds.
func TestKilled(t *testing.T) {
	game, kills, most, every, args := "connect4:6x5", 2, 60*time.Millisecond, "5ms", []string{"--table", "1MB"}
	if env := os.Getenv("OXO_KILL"); env != "" {
		game, kills, most, every = env, 20, 2*time.Second, "200ms"
		args = strings.Fields(os.Getenv("OXO_KILL_ARGS"))
		if n, err := strconv.Atoi(os.Getenv("OXO_KILLS")); err == nil {
			kills = n
		}
		if d, err := time.ParseDuration(os.Getenv("OXO_KILL_MOST")); err == nil {
			most = d
		}
		if env := os.Getenv("OXO_KILL_EVERY"); env != "" {
			every = env
		}
	}
	var want solved
	if n, _ := fmt.Sscan(os.Getenv("OXO_KILL_VALUE"), &want.Value.Result, &want.Value.Plies); n != 2 {
		var took time.Duration
		want, _, took = runSolve(t, 0, append(args, game)...)
		t.Logf("%s: %+v, uninterrupted in %v", game, want, took)
	}
	name := filepath.Join(t.TempDir(), "checkpoint")
	args = append(args, game, "--checkpoint", name, "--every", every)
	for i := range kills {
		before := elapsedOf(t, name)
		_, over, took := runSolve(t, time.Millisecond+time.Duration(rand.Int64N(int64(most))), args...)
		after := elapsedOf(t, name)
		t.Logf("kill %d after %v: %v was kept, lost %v; over: %v", i+1, took, after, took-(after-before), over)
		if after < before {
			t.Errorf("the checkpoint went back from %v to %v", before, after)
		}
	}
	got, _, _ := runSolve(t, 0, args...)
	t.Logf("at the end: %+v", got)
	if got.Value != want.Value || got.Result != want.Result {
		t.Errorf("%s: %+v, want %+v", game, got, want)
	}
}

// TestCheckpointIsChecked: a checkpoint that is damaged anywhere, or of another proof, is
// refused, and stays as it is.
func TestCheckpointIsChecked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checkpoint")
	args := []string{"connect4:4x4", "--table", "64KB", "--checkpoint", name}
	runSolve(t, 0, args...)
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(file []byte, want string, args ...string) {
		t.Helper()
		if err := os.WriteFile(name, file, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		out, err := exec.CommandContext(ctx, "oxo", append([]string{"solve"}, args...)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) || !strings.Contains(string(out), "delete it, or give another name") {
			t.Errorf("%v: %v, %q, want %q", args, err, out, want)
		}
		if after, err := os.ReadFile(name); err != nil || !bytes.Equal(after, file) {
			t.Errorf("the file has changed, %v", err)
		}
	}
	at := rand.IntN(len(file) - 20)
	damaged := bytes.Clone(file)
	damaged[20+at] ^= 1 << (at % 8)
	refused(damaged, "the checkpoint is", args...)
	refused(file[:len(file)/2], "damaged or was cut short", args...)
	refused([]byte("notes\n"), "is not a checkpoint", args...)
	refused(bytes.Replace(file, []byte("checkpoint 1"), []byte("checkpoint 7"), 1), `of version "7"`, args...)
	refused(file, "of connect4:4x4: want one of connect4:4x5", append([]string{"connect4:4x5"}, args[1:]...)...)
	refused(file, "of the position", append([]string{"connect4:4x4", "1"}, args[1:]...)...)
	refused(file, "of a table of 64KB: want one of 1MB; --table 64KB continues it", append(args, "--table", "1MB")...)
}

// TestCheckpointOfAnySize: a proof by proof numbers can continue with a table of another size, larger or smaller.
func TestCheckpointOfAnySize(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checkpoint")
	args := []string{"mnk:8x7x5", "--method", "pn", "--checkpoint", name, "--every", "20ms", "--table"}
	for run, before := 0, time.Duration(0); run < 60; run++ {
		kill := 400 * time.Millisecond
		if run > 20 {
			kill = 0 // on a slow machine, where the killed runs make no progress, one run goes to the end
		}
		r, over, _ := runSolve(t, kill, append(args, []string{"16MB", "2MB", "64MB"}[run%3])...)
		now := elapsedOf(t, name)
		if now < before {
			t.Fatalf("run %d: %v after %v", run, now, before)
		}
		if before = now; over {
			if r.Value.Result != "draw" && r.Result != "draw" || run == 0 {
				t.Errorf("%+v after %d runs", r, run+1)
			}
			return
		}
	}
	t.Error("it does not come to an end")
}

// TestCheckpointIsHeld: while one process keeps a proof in a file, by alpha-beta or by proof numbers, another process
// is refused. After the first one is killed, it is not refused any more.
func TestCheckpointIsHeld(t *testing.T) {
	for method, long := range map[string]string{"search": "connect4:8x7", "pn": "mnk:10x10x5"} {
		name := filepath.Join(t.TempDir(), "checkpoint")
		args := []string{"solve", "--table", "1MB", "--method", method, "--checkpoint", name, "--every", "10ms"}
		first := exec.Command("oxo", append(args, long)...)
		if err := first.Start(); err != nil {
			t.Fatal(err)
		}
		for range 60_000 { // ten minutes
			if _, err := os.Stat(name); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		out, err := exec.Command("oxo", append(args, long)...).CombinedOutput()
		if want := "another process keeps its proof there"; err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: a second process: %v, %q, want %q", method, err, out, want)
		}
		if err := first.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = first.Wait() // it was killed
		out, err = exec.Command("oxo", append(args, "tictactoe")...).CombinedOutput()
		if want := "the checkpoint is of " + long; err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: after a kill: %v, %q, want %q", method, err, out, want)
		}
	}
}
