package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"oxo/arena"
	"oxo/internal/bottest"
)

// hostile is the environment variable that makes this test binary a program that plays
// by the line protocol. Its value is the fault of the program.
const hostile = "OXO_TEST_HOSTILE"

// misbehave plays a legal first move, and then the fault named by the environment
// variable.
func misbehave() {
	in := bufio.NewScanner(os.Stdin)
	for n := 0; in.Scan(); n++ {
		part := os.Getenv(hostile)
		switch {
		case n == 0:
			fmt.Println(free(in.Text()))
		case part == "rubbish":
			fmt.Println("no idea")
		case part == "late":
			time.Sleep(700 * time.Millisecond)
			fmt.Println(free(in.Text()))
		default:
			bottest.Misbehave(part)
		}
	}
}

// free returns the name of an empty square of a 3x3 board, "XO./.../...".
func free(position string) string {
	for y, row := range strings.Split(strings.Fields(position)[0], "/") {
		for x, c := range row {
			if c == '.' {
				return string([]byte{'a' + byte(x), '3' - byte(y)})
			}
		}
	}
	return "none"
}

// oxo runs the command as a process of its own: this test's binary, by the name that
// TestMain knows.
func oxo(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Args[0] = "oxo"
	return c
}

// TestArenaHostile: whatever a program does, its games end with the right result, all
// games are played, and no process is left.
func TestArenaHostile(t *testing.T) {
	for part, reason := range map[string]arena.Reason{
		"hang": arena.ByTime, "late": arena.ByTime, "flood": arena.ByIllegal, "die": arena.ByCrash, "rubbish": arena.ByIllegal,
	} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "games.jsonl")
			limit := "10m" // a slow or busy machine makes a flood slow
			if reason == arena.ByTime {
				limit = "200ms"
			}
			c := oxo("arena", "tictactoe", "perfect", "lines,name=bad,time="+limit+":'"+os.Args[0]+"'", "--games", "4", "--plies", "0", "--threads", "2", "--out", file, "--quiet")
			c.Env = append(os.Environ(), hostile+"="+part)
			out, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			_, records, err := arena.Read(file)
			if err != nil || len(records) != 4 {
				t.Fatalf("%d games, %v", len(records), err)
			}
			for _, r := range records {
				want := arena.FirstWins
				if r.Players[0] == "bad" {
					want = arena.SecondWins
				}
				if r.Reason != reason || r.Result != want {
					t.Errorf("game %d, %v: %s wins, %s, %s", r.N, r.Players, r.Result, r.Reason, r.Detail)
				}
			}
			nobodyLeft(t, hostile+"="+part)
		})
	}
}

// nobodyLeft looks for processes with a setting in their environment.
func nobodyLeft(t *testing.T, setting string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	var left []string
	for range 12_000 { // the system may take a moment, and minutes where it is busy
		left = nil
		all, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, name := range all {
			if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte(setting)) {
				left = append(left, name)
			}
		}
		if len(left) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("processes are left: %v", left)
}

// TestArenaKilled: an arena that is killed at random moments and resumed plays each
// planned game exactly once, and the games are the same as in an arena that is not
// killed.
func TestArenaKilled(t *testing.T) {
	args := []string{"arena", "mnk:5x5x4", "3", "5", "--games", "60", "--seed", "5", "--threads", "2", "--quiet", "--out"}
	dir := t.TempDir()
	calm := filepath.Join(dir, "calm.jsonl")
	begun := time.Now()
	if out, err := oxo(append(args, calm)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	whole := time.Since(begun)
	killed := filepath.Join(dir, "killed.jsonl")
	kills := 20
	if testing.Short() {
		kills = 6
	}
	rng := rand.New(rand.NewPCG(1, uint64(begun.UnixNano())))
	next := append(args, killed)
	for range kills {
		c := oxo(next...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Int64N(int64(whole)/8 + 1)))
		_ = c.Process.Kill()
		_ = c.Wait()
		if text, err := os.ReadFile(killed); err == nil && bytes.Contains(text, []byte("\n")) { // else it begins again
			next = []string{"arena", "resume", killed, "--threads", "2", "--quiet"}
		}
	}
	if out, err := oxo(next...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if a, b := gamesOf(t, calm), gamesOf(t, killed); a != b {
		t.Error("the games of the arena that was killed are not those of the calm one")
	}
}

// gamesOf returns the games of a file in their order, without times. It fails if a game
// is missing or occurs twice.
func gamesOf(t *testing.T, file string) string {
	t.Helper()
	plan, records, err := arena.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != plan.Len() {
		t.Fatalf("%s has %d games of %d", filepath.Base(file), len(records), plan.Len())
	}
	all := make([]string, plan.Len())
	for _, r := range records {
		r.Began, r.Seconds = time.Time{}, 0
		for i := range r.Plays {
			r.Plays[i].Seconds = 0
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		all[r.N-1] = string(text)
	}
	return strings.Join(all, "\n")
}

// TestArenaInterrupted: Ctrl-C stops an arena at once. The finished games are kept, and
// the command says how to continue.
func TestArenaInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.jsonl")
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], "arena", "mnk:5x5x4", "3", "5", "--games", "1000000", "--out", file, "--quiet")
	c.Args[0] = "oxo"
	var errors bytes.Buffer
	c.Stderr = &errors
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		if _, records, err := arena.Read(file); err == nil && len(records) > 3 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = c.Process.Signal(os.Interrupt)
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != 130 || !strings.Contains(errors.String(), "arena resume "+file) {
		t.Errorf("exit %d, %s", code, errors.String())
	}
	if _, records, err := arena.Read(file); err != nil || len(records) < 4 {
		t.Errorf("%d games are kept, %v", len(records), err)
	}
}
