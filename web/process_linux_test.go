package web_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"oxo/web"
	"oxo/web/hostile"
)

// The attack of TestHostile; by hand:
//
//	go test ./web -run Hostile -v -connections 2000 -attack 60s
//
//nolint:gochecknoglobals // flags of a test
var (
	attackers = flag.Int("connections", 100, "hostile clients in TestHostile")
	attack    = flag.Duration("attack", 3*time.Second, "how long they attack")
)

// process is a server in its own process, started as a user would.
type process struct {
	*exec.Cmd
	url string
}

// command builds the command without debug information, and returns its file.
func command(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "oxo")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-s -w", "-o", binary, "oxo/cmd/oxo").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binary
}

// start starts the command from a shell that first runs a line.
func start(t *testing.T, binary, before string, args ...string) *process {
	t.Helper()
	shell := append([]string{"-c", before + `exec "$0" "$@"`, binary, "serve", "--addr", "127.0.0.1:0"}, args...)
	p := &process{Cmd: exec.CommandContext(context.WithoutCancel(t.Context()), "sh", shell...)}
	p.Stderr = os.Stderr
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill(); _ = p.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	found := regexp.MustCompile(`http://[0-9.:]+`).FindString(line)
	if err != nil || found == "" {
		t.Fatalf("%v: %q", err, line)
	}
	p.url = found
	return p
}

// highest returns the server's peak memory in bytes.
func (p *process) highest(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	n, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}

// open returns the server's numbers of open files and goroutines.
func (p *process) open(t *testing.T) (files, goroutines int) {
	t.Helper()
	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Hour}
	_, _, content := get(t, c, p.url+"/metrics")
	found := regexp.MustCompile(`(?m)^go_goroutines (\d+)`).FindSubmatch(content)
	goroutines, err = strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return len(all), goroutines
}

// TestHostile: hostile clients of all kinds attack while others make requests. All of
// the others' requests get 200, the memory stays within its limit, and afterwards the
// numbers of files and goroutines are as before. The log shows how long the others
// waited.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("it attacks for seconds: without -short")
	}
	p := start(t, command(t), "")
	files, goroutines := p.open(t)
	r, err := hostile.Run(t.Context(), hostile.Options{URL: p.url, Connections: *attackers, Addresses: 8, Duration: *attack})
	if err != nil {
		t.Fatal(err)
	}
	bound := web.Limits{}.Memory()
	t.Logf("%v\nmemory at most %d MB of %d MB", r, p.highest(t)>>20, bound>>20)
	if r.All.Bad+r.All.Errors > 0 || r.All.Count == 0 {
		t.Errorf("of the others' %d questions %d were not answered with 200, and %d failed: %v", r.All.Count, r.All.Bad, r.All.Errors, r.Problems)
	}
	if most := p.highest(t); most > bound {
		t.Errorf("%d bytes, more than %d", most, bound)
	}
	var files2, goroutines2 int
	for begun := time.Now(); time.Since(begun) < time.Hour; time.Sleep(100 * time.Millisecond) {
		if files2, goroutines2 = p.open(t); files2 <= files+2 && goroutines2 <= goroutines+4 {
			return
		}
	}
	t.Errorf("files: %d before, %d after; goroutines: %d and %d", files, files2, goroutines, goroutines2)
}

// TestMemory: each kind of memory-hungry client alone stays within the limit that
// docs/do/page.md gives.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it attacks for seconds: without -short")
	}
	binary := command(t)
	for _, kinds := range []string{"trees,slowread", "games", "neverread,positions", "posts,drop,streams"} {
		p := start(t, binary, "", "--limit", "nodes=300000", "--table", "32MB")
		bound := web.Limits{web.Nodes: 300_000, web.Table: 32 << 20}.Memory()
		if _, err := hostile.Run(t.Context(), hostile.Options{
			URL: p.url, Connections: *attackers, Addresses: 8, Kinds: strings.Split(kinds, ","), Others: -1, Duration: *attack,
		}); err != nil {
			t.Fatal(err)
		}
		most := p.highest(t)
		t.Logf("%s: at most %d MB of %d MB", kinds, most>>20, bound>>20)
		if most > bound {
			t.Errorf("%s: %d bytes, more than %d", kinds, most, bound)
		}
	}
}

// TestFewFiles: a server with few open files answers others while 250 slow
// connections, from one address and from many, are open.
func TestFewFiles(t *testing.T) {
	p := start(t, command(t), "ulimit -n 256; ")
	address := strings.TrimPrefix(p.url, "http://")
	for i := range 250 {
		conn, err := connect(t, fmt.Sprintf("127.0.%d.1", i%2*(i/2)), address)
		if err != nil {
			continue // it was closed at once
		}
		_, _ = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
	}
	begun := time.Now()
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Hour}
	if status, _, content := get(t, c, p.url+"/healthz"); status != http.StatusOK {
		t.Errorf("%d %s", status, content)
	}
	t.Logf("/healthz answered after %v", time.Since(begun))
}

// TestSignal: after SIGTERM a server ends by itself, without an error.
func TestSignal(t *testing.T) {
	p := start(t, command(t), "")
	c := &http.Client{}
	defer c.CloseIdleConnections()
	answer, asked := make(chan string, 1), make(chan struct{})
	go func() {
		_, _, content := get(t, c, p.url+"/api/reply?game=connect4:8x7&ms=30000", func() { close(asked) })
		answer <- string(content)
	}()
	<-asked
	taken(t, p.url)
	begun := time.Now()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := <-answer; !strings.Contains(got, `"move":"4"`) {
		t.Errorf("%.200s", got)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
	t.Logf("it ended after %v", time.Since(begun))
}
