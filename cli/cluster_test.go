//go:build unix

package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cloud is a hub and its workers, as processes.
type cloud struct {
	t       *testing.T
	addr    string
	dir     string
	hub     *exec.Cmd
	workers []*exec.Cmd
}

func newCloud(t *testing.T, workers int) *cloud {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cloud{t: t, addr: l.Addr().String(), dir: t.TempDir(), workers: make([]*exec.Cmd, workers)}
	if err := l.Close(); err != nil {
		t.Fatal(err)
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

// start runs oxo in the background, what it says goes to a file.
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
	c.hub = c.start("hub", "hub", "--addr", c.addr, "--http", "", "--dir", filepath.Join(c.dir, "hub"), "--lease", "1s")
}

func (c *cloud) startWorker(i int) {
	c.workers[i] = c.start("worker", "worker", "--hub", "nats://"+c.addr, "--threads", "1", "--table", "64MB", "--name", fmt.Sprint("w", i))
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
	out, err := exec.Command("oxo", "hub", "status", "--json", "--hub", "nats://"+c.addr).CombinedOutput()
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil {
		c.t.Fatalf("hub status: %v, %s", err, out)
	}
	return s
}

// again kills a process so that it can do nothing more, and starts it again.
func again(p **exec.Cmd, start func()) {
	_ = (*p).Process.Kill()
	_ = (*p).Wait()
	start()
}

// fault does one harm.
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
	default:
		c.t.Fatalf("no fault %q: there is worker, hub, both and stop", kind)
	}
}

// TestClusterFaults kills workers and hubs at random moments of a tournament and of a proof:
// every game is there once, and the result is the same. OXO_FAULTS=KIND does one kind of
// harm (worker, hub, both, stop) OXO_FAULTS_TIMES times (20) to longer ones.
func TestClusterFaults(t *testing.T) {
	kinds, times, pause, games, game, nodes := []string{"worker", "hub", "both"}, 1, 300*time.Millisecond, 60, "mnk:7x7x5", "500"
	if kind := os.Getenv("OXO_FAULTS"); kind != "" {
		kinds, times, pause, games, game, nodes = []string{kind}, 20, 2*time.Second, 400, "connect4:7x6", "200000"
		if n, err := strconv.Atoi(os.Getenv("OXO_FAULTS_TIMES")); err == nil {
			times = n
		}
	}
	c := newCloud(t, 2)
	file := filepath.Join(c.dir, "games")
	playing := c.start("arena", "arena", "connect4:5x5", "3", "search,nodes=3000", "--games", strconv.Itoa(games), "--seed", "7", "--out", file, "--cluster=nats://"+c.addr, "--check", "50")
	c.harm(kinds, times, pause)
	if err := playing.Wait(); err != nil {
		text, _ := os.ReadFile(filepath.Join(c.dir, "arena.log"))
		t.Fatalf("the tournament: %v\n%s", err, text)
	}
	c.wantGames(file, games)

	var out bytes.Buffer
	proving := exec.Command("oxo", "solve", game, "--cluster=nats://"+c.addr, "--json", "--job-nodes", nodes, "--check", "50")
	proving.Stdout = &out
	if err := proving.Start(); err != nil {
		t.Fatal(err)
	}
	c.harm(kinds, times, pause)
	if err := proving.Wait(); err != nil {
		t.Fatalf("the proof: %v", err)
	}
	want := map[string]string{"mnk:7x7x5": "draw", "connect4:7x6": "win"}[game]
	if !strings.Contains(out.String(), `"result":"`+want+`"`) {
		t.Errorf("%s: %s", game, out.String())
	}
	t.Logf("%s", out.String())
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

func (c *cloud) harm(kinds []string, times int, pause time.Duration) {
	for i := range times * len(kinds) {
		time.Sleep(pause/2 + rand.N(pause))
		c.fault(kinds[i%len(kinds)])
	}
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
