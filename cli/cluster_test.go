//go:build unix

package cli_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"oxo/internal/race"
)

// cloud is a hub and its workers, as processes.
type cloud struct {
	t       *testing.T
	addr    string
	dir     string
	hubDir  string // OXO_FAULTS_DIR, or dir
	hub     *exec.Cmd
	workers []*exec.Cmd
	token   []string // the flag with the workers' token, or nothing
}

// newCloud starts a hub and workers. If token is not empty, it is the workers' token.
func newCloud(t *testing.T, workers int, token string) *cloud {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cloud{t: t, addr: l.Addr().String(), dir: t.TempDir(), workers: make([]*exec.Cmd, workers)}
	c.hubDir = cmp.Or(os.Getenv("OXO_FAULTS_DIR"), c.dir)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if token != "" {
		file := filepath.Join(c.dir, "token")
		if err := os.WriteFile(file, []byte(token), 0o600); err != nil {
			t.Fatal(err)
		}
		c.token = []string{"--token", file}
	}
	c.startHub()
	for i := range workers {
		c.startWorker(i)
	}
	t.Cleanup(func() {
		for _, p := range append(c.workers, c.hub) {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
		if t.Failed() {
			for _, name := range []string{"hub", "worker"} {
				text, _ := os.ReadFile(filepath.Join(c.dir, name+".log"))
				t.Logf("%s:\n%s", name, text[max(len(text)-4000, 0):])
			}
		}
	})
	return c
}

// start runs oxo in the background, and writes its output to a file.
func (c *cloud) start(log string, args ...string) *exec.Cmd {
	c.t.Helper()
	f, err := os.OpenFile(filepath.Join(c.dir, log+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		c.t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // the process has it
	p := exec.Command("oxo", args...)
	p.Stdout, p.Stderr = f, f
	if err := p.Start(); err != nil {
		c.t.Fatal(err)
	}
	return p
}

func (c *cloud) startHub() {
	c.hub = c.start("hub", append([]string{"hub", "--addr", c.addr, "--http", "", "--dir", filepath.Join(c.hubDir, "hub"), "--lease", "1s"}, c.token...)...)
}

func (c *cloud) startWorker(i int) {
	c.workers[i] = c.start("worker", append([]string{"worker", "--hub", "nats://" + c.addr, "--threads", "1", "--table", "64MB", "--name", fmt.Sprint("w", i)}, c.token...)...)
}

// status asks the hub.
func (c *cloud) status() (s struct {
	Runs []struct {
		Name           string
		Over           bool
		Answers, Again int
		Aside          map[string]string
	}
	Workers []struct {
		Name     string
		Excluded string
	}
},
) {
	c.t.Helper()
	for tries := 0; ; tries++ { // on a slow machine a hub that starts again takes longer than a command waits for it
		out, err := exec.Command("oxo", "hub", "status", "--json", "--hub", "nats://"+c.addr).Output()
		if err == nil {
			err = json.Unmarshal(out, &s)
		}
		if err == nil {
			return s
		}
		if tries > 100 {
			c.t.Fatalf("hub status: %v, %s", err, out)
		}
	}
}

// again kills a process with SIGKILL, so that it cannot clean up, and starts it again.
func again(p **exec.Cmd, start func()) {
	_ = (*p).Process.Kill()
	_ = (*p).Wait()
	start()
}

// fault causes one fault.
func (c *cloud) fault(kind string) {
	i := rand.IntN(len(c.workers))
	switch kind {
	case "worker":
		again(&c.workers[i], func() { c.startWorker(i) })
	case "hub":
		again(&c.hub, c.startHub)
	case "both":
		again(&c.workers[i], func() {})
		again(&c.hub, c.startHub)
		c.startWorker(i)
	case "stop": // longer than the lease
		_ = c.workers[i].Process.Signal(syscall.SIGSTOP)
		time.Sleep(2500 * time.Millisecond)
		_ = c.workers[i].Process.Signal(syscall.SIGCONT)
	case "disk": // the disk is full for two seconds: OXO_FAULTS_DIR must be on a small disk
		c.fillDisk(2 * time.Second)
	case "clock": // changes the clock by a minute, an hour or a day, and back; only root can do that
		c.moveClock([]int{60, -60, 3600, -3600, 86400}[rand.IntN(5)])
	default:
		c.t.Fatalf("no fault %q: there is worker, hub, both, stop, disk and clock", kind)
	}
}

// fillDisk fills the disk of the hub for a time.
func (c *cloud) fillDisk(most time.Duration) {
	c.t.Helper()
	free := fill(c.t, filepath.Join(c.hubDir, "filler"))
	time.Sleep(most)
	free()
	time.Sleep(2 * time.Second)
}

// fill fills a disk until free is called.
func fill(t *testing.T, name string) (free func()) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for written := 0; err == nil; written += 1 << 12 {
		if written > 1<<30 {
			t.Fatalf("%s is not on a small disk", name)
		}
		_, err = f.Write(make([]byte, 1<<12))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return func() {
		if err := errors.Join(f.Close(), os.Remove(name)); err != nil {
			t.Fatal(err)
		}
	}
}

// moveClock moves the machine's clock for two seconds.
func (c *cloud) moveClock(seconds int) {
	c.t.Helper()
	for _, by := range []int{seconds, -seconds} {
		now := time.Now().Add(time.Duration(by) * time.Second)
		tv := syscall.NsecToTimeval(now.UnixNano())
		if err := syscall.Settimeofday(&tv); err != nil {
			c.t.Skipf("the clock cannot be set: %v", err)
		}
		time.Sleep(2 * time.Second)
	}
}

// faults are the faults that TestClusterFaults causes.
type faults struct {
	kinds []string
	times int
	pause time.Duration
	games int
	game  string
	nodes string            // the limit of a job
	lines map[string]string // the results to prove, by the moves before them
}

func readFaults(t *testing.T) faults {
	f := faults{[]string{"worker", "hub", "both"}, 1, 300 * time.Millisecond, 60, "mnk:7x7x5", "500", map[string]string{"": "draw"}}
	kind := os.Getenv("OXO_FAULTS")
	if kind == "" {
		return f
	}
	// As far as is known, these runs last longer than the faults.
	f = faults{[]string{kind}, 20, 2 * time.Second, 8000, "connect4:7x6", "20000", map[string]string{"": "win", "1": "win", "2": "win", "3": "draw", "4": "loss", "5": "draw", "6": "win", "7": "win"}}
	if kind == "stop" || kind == "disk" || kind == "clock" {
		f.games *= 2
	}
	if text := os.Getenv("OXO_FAULTS_TIMES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		f.times = n
	}
	return f
}

// TestClusterFaults kills workers and hubs at random moments of a tournament and of proofs: every game is recorded
// once, and the results are the same. OXO_FAULTS=KIND causes one kind of fault (worker, hub, both, stop, disk, clock)
// in longer runs; OXO_FAULTS_TIMES is the number of times (20).
func TestClusterFaults(t *testing.T) {
	race.OneThread(t)
	f := readFaults(t)
	c := newCloud(t, 2, "")
	file := filepath.Join(c.dir, "games")
	playing := c.start("arena", "arena", "connect4:5x5", "3", "search,nodes=3000", "--games", strconv.Itoa(f.games), "--seed", "7", "--out", file, "--cluster=nats://"+c.addr, "--check", "50")
	ended := make(chan error, 1)
	go func() { ended <- playing.Wait() }()
	t.Logf("%d faults in the tournament", c.harm(&f, ended, nil))
	if err := <-ended; err != nil {
		text, _ := os.ReadFile(filepath.Join(c.dir, "arena.log"))
		t.Fatalf("the tournament: %v\n%s", err, text)
	}
	c.wantGames(file, f.games)
	if f.times == 1 { // otherwise it takes twice the time
		c.wantSameGames(file, "connect4:5x5", "3", "search,nodes=3000", "--games", strconv.Itoa(f.games), "--seed", "7")
	}

	proven := make(chan error, 1)
	over := make(chan struct{})
	go func() { proven <- c.prove(&f, over) }()
	t.Logf("%d faults in proofs", c.harm(&f, proven, over))
	if err := <-proven; err != nil {
		t.Fatal(err)
	}
	s := c.status()
	for _, r := range s.Runs {
		t.Logf("run %s: %d answers, %d came again", r.Name, r.Answers, r.Again)
		if !r.Over || len(r.Aside) > 0 {
			t.Errorf("%+v", r)
		}
	}
	for _, w := range s.Workers {
		if w.Excluded != "" {
			t.Errorf("%+v", w)
		}
	}
}

// TestClusterTokens: with the workers' token a client can neither give orders nor read the data of others; with the
// token in the hub's folder it can do both.
func TestClusterTokens(t *testing.T) {
	race.OneThread(t)
	c := newCloud(t, 1, "of-the-workers")
	hub := "nats://" + c.addr
	orders := []string{"--token", filepath.Join(c.hubDir, "hub", "order-token")}
	for _, args := range [][]string{
		{"solve", "tictactoe", "--cluster=" + hub, "--json"},
		{"hub", "status", "--json", "--hub", hub},
		{"hub", "stop", "x", "--hub", hub},
	} {
		out, err := exec.Command("oxo", append(slices.Clone(args), c.token...)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "want the token for orders") {
			t.Errorf("%v with the token of workers: %v, %s", args, err, out)
		}
		out, err = exec.Command("oxo", append(slices.Clone(args), orders...)...).CombinedOutput()
		if stop := args[1] == "stop"; (err != nil) != stop || stop && !strings.Contains(string(out), `no run "x"`) {
			t.Errorf("%v with the token for orders: %v, %s", args, err, out)
		}
	}
}

// prove proves one position after the other, until the channel over is closed and one more
// position is proven.
func (c *cloud) prove(f *faults, over <-chan struct{}) error {
	for moves, want := range f.lines {
		args := []string{"solve", f.game, "--cluster=nats://" + c.addr, "--json", "--job-nodes", f.nodes, "--check", "50"}
		if moves != "" {
			args = append(args, moves)
		}
		out, err := exec.Command("oxo", args...).Output()
		if err != nil {
			return fmt.Errorf("the proof of %q: %w", moves, err)
		}
		c.t.Logf("%s", out)
		if !strings.Contains(string(out), `"result":"`+want+`"`) {
			return fmt.Errorf("%q is a %s: %s", moves, want, out)
		}
		select {
		case <-over:
			return nil
		default:
		}
	}
	return nil
}

// harm causes the faults, and then closes the channel over, if it is not nil. It returns the number of faults before
// the end of the run.
func (c *cloud) harm(f *faults, ended chan error, over chan struct{}) (within int) {
	for i := range f.times * len(f.kinds) {
		time.Sleep(f.pause/2 + rand.N(f.pause))
		if len(ended) == 0 {
			within++
		}
		c.fault(f.kinds[i%len(f.kinds)])
	}
	if over != nil {
		close(over)
	}
	return within
}

// wantGames checks that a file has each game once.
func (c *cloud) wantGames(file string, games int) {
	c.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		c.t.Fatal(err)
	}
	seen := map[int]int{}
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n"))[1:] {
		var r struct{ N int }
		if err := json.Unmarshal(line, &r); err != nil {
			c.t.Fatal(err)
		}
		seen[r.N]++
	}
	for n := 1; n <= games; n++ {
		if seen[n] != 1 {
			c.t.Errorf("game %d is there %d times", n, seen[n])
		}
	}
}

// wantSameGames checks that the games of a file are those that one thread plays.
func (c *cloud) wantSameGames(file string, args ...string) {
	c.t.Helper()
	alone := filepath.Join(c.dir, "alone")
	if out, err := exec.Command("oxo", append([]string{"arena", "--threads", "1", "--out", alone}, args...)...).CombinedOutput(); err != nil {
		c.t.Fatalf("one thread: %v, %s", err, out)
	}
	games := func(file string) map[int]string {
		text, err := os.ReadFile(file)
		if err != nil {
			c.t.Fatal(err)
		}
		all := map[int]string{}
		for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n"))[1:] {
			var r struct {
				N       int
				Opening []string
				Moves   []struct {
					Move  string
					Nodes uint64
				}
			}
			if err := json.Unmarshal(line, &r); err != nil {
				c.t.Fatal(err)
			}
			all[r.N] = fmt.Sprint(r)
		}
		return all
	}
	want := games(alone)
	for n, got := range games(file) {
		if got != want[n] {
			c.t.Errorf("game %d is\n%s, and by one thread\n%s", n, got, want[n])
		}
	}
}
