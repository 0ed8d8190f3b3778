package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo/cluster"
)

// count is a run of n jobs that counts its answers.
type count struct {
	n, next int
	again   []int
	found   map[int]bool
}

func newCount(o cluster.Order) (cluster.Run, error) {
	c := &count{found: map[int]bool{}}
	return c, json.Unmarshal(o.Spec, &c.n)
}

func (c *count) Next(n int) []cluster.Job {
	var jobs []cluster.Job
	for len(jobs) < n {
		var i int
		switch {
		case len(c.again) > 0:
			i, c.again = c.again[0], c.again[1:]
		case c.next < c.n:
			i = c.next
			c.next++
		default:
			return jobs
		}
		if !c.found[i] {
			jobs = append(jobs, cluster.Job{ID: strconv.Itoa(i), Kind: "count", Ask: json.RawMessage(strconv.Itoa(i))})
		}
	}
	return jobs
}

func (c *count) Ahead() int { return 100 }

func (c *count) Take(id string, found json.RawMessage) error {
	i, _ := strconv.Atoi(id)
	if string(found) != id {
		return errors.New("it is another number")
	}
	c.found[i] = true
	return nil
}
func (c *count) Agree(string, json.RawMessage, json.RawMessage) error { return nil }
func (c *count) Hint(string, json.RawMessage)                         {}
func (c *count) SetAside(string, string)                              {}
func (c *count) Drop(id string) {
	i, _ := strconv.Atoi(id)
	c.again = append(c.again, i)
}

func (c *count) Wants(id string) bool {
	i, err := strconv.Atoi(id)
	return err == nil && !c.found[i]
}

func (c *count) State() cluster.State {
	return cluster.State{Over: len(c.found) == c.n, Text: fmt.Sprintf("%d of %d", len(c.found), c.n)}
}

// lasting is a [cluster.Doer] whose jobs take this time.
type lasting time.Duration

func (d lasting) Do(ctx context.Context, job *cluster.Job, _ func(json.RawMessage)) (json.RawMessage, error) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(d)):
	}
	return job.Ask, nil
}

func quiet(t testing.TB) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

const lease = 2 * time.Second

// hub is a hub with its server. Both can be stopped and restarted.
type hub struct {
	t      testing.TB
	o      ServerOptions
	server *Server
	office *Office
	*cluster.Hub
	stop context.CancelFunc
	all  sync.WaitGroup
}

func begin(t testing.TB) *hub {
	h := &hub{t: t, o: ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Log: quiet(t)}}
	h.open()
	h.o.Addr = strings.TrimPrefix(h.server.URL(), "nats://")
	t.Cleanup(h.close)
	return h
}

func (h *hub) open() {
	h.t.Helper()
	var err error
	if h.server, err = Start(h.o); err != nil {
		h.t.Fatal(err)
	}
	if h.office, err = h.server.Office(Limits{Lease: lease}); err != nil {
		h.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	h.stop = stop
	h.Hub, err = cluster.NewHub(ctx, h.office, cluster.Options{Version: "1", Kinds: cluster.Kinds{"count": newCount}, Lease: lease, Log: quiet(h.t)})
	if err != nil {
		h.t.Fatal(err)
	}
	hub := h.Hub
	h.all.Go(func() { _ = hub.Work(ctx) })
}

// close ends the hub properly.
func (h *hub) close() {
	h.stop()
	h.all.Wait()
	h.office.Close()
	h.server.Close()
}

func (h *hub) worker(name string, threads int, each time.Duration) (stop func()) {
	d, err := Dial(ConnectOptions{URL: h.server.URL(), Token: h.o.Token, Name: name})
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w := &cluster.Worker{
		Desk: d, Hello: cluster.Hello{Name: name, Version: "1", Threads: threads}, Log: quiet(h.t),
		Make: func() cluster.Doer { return lasting(each) }, Beats: 100 * time.Millisecond,
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Work(ctx) }()
	var once sync.Once
	stop = func() { once.Do(func() { cancel(); <-done; d.Close() }) }
	h.t.Cleanup(stop)
	return stop
}

func (h *hub) submit(n int) string {
	h.t.Helper()
	name, err := h.Submit(context.Background(), cluster.Order{Kind: "count", Spec: json.RawMessage(strconv.Itoa(n))})
	if err != nil {
		h.t.Fatal(err)
	}
	return name
}

func (h *hub) over(name string) cluster.Followed {
	h.t.Helper()
	for end := time.Now().Add(time.Hour); ; time.Sleep(2 * time.Millisecond) {
		f, err := h.Follow(cluster.Follow{Run: name})
		if err != nil {
			h.t.Fatal(err)
		}
		if f.Over {
			return f
		}
		if time.Now().After(end) {
			h.t.Fatalf("not over after an hour: %+v", f)
		}
	}
}

// TestCluster: jobs are done, the hub is restarted in the middle, a worker joins late
// and one leaves, and each answer counts once.
func TestCluster(t *testing.T) {
	t.Parallel()
	h := begin(t)
	name := h.submit(400)
	leave := h.worker("a", 4, time.Millisecond)
	time.Sleep(50 * time.Millisecond)
	h.close()
	h.open()
	h.worker("b", 4, time.Millisecond)
	time.Sleep(50 * time.Millisecond)
	leave()
	if f := h.over(name); f.Answers != 400 || len(f.Aside) > 0 {
		t.Errorf("%+v", f)
	}
	if _, err := Start(h.o); err == nil || !strings.Contains(err.Error(), "is used by another hub") {
		t.Errorf("a second hub in the same folder: %v", err)
	}
}

// TestCut: the network is interrupted in the middle of jobs, and restored.
func TestCut(t *testing.T) {
	t.Parallel()
	h := begin(t)
	p := newProxy(t, h.o.Addr)
	name := h.submit(60)
	url := h.server.URL()
	d, err := Dial(ConnectOptions{URL: "nats://" + p.addr(), Name: "far"})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	ctx, stop := context.WithCancel(t.Context())
	w := &cluster.Worker{Desk: d, Hello: cluster.Hello{Name: "far", Version: "1", Threads: 2}, Log: quiet(t), Make: func() cluster.Doer { return lasting(10 * time.Millisecond) }, Beats: 50 * time.Millisecond}
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Work(ctx) }()
	for range 3 {
		time.Sleep(60 * time.Millisecond)
		p.cut()
		time.Sleep(100 * time.Millisecond)
		p.mend()
	}
	f := h.over(name)
	stop()
	<-done
	if f.Answers != 60 || url != h.server.URL() {
		t.Errorf("%+v", f)
	}
}

// proxy forwards connections to another address until it is cut.
type proxy struct {
	l      net.Listener
	to     string
	mu     sync.Mutex // guards the fields below
	open   []net.Conn
	broken bool
}

func newProxy(t *testing.T, to string) *proxy {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{l: l, to: to}
	t.Cleanup(func() { _ = l.Close(); p.cut() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.pass(c)
		}
	}()
	return p
}

func (p *proxy) addr() string { return p.l.Addr().String() }

func (p *proxy) pass(c net.Conn) {
	far, err := net.Dial("tcp", p.to)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil || p.broken {
		_ = c.Close()
		if far != nil {
			_ = far.Close()
		}
		return
	}
	p.open = append(p.open, c, far)
	for _, pair := range [][2]net.Conn{{c, far}, {far, c}} {
		go func() {
			buf := make([]byte, 4096)
			for {
				n, err := pair[0].Read(buf)
				if n > 0 {
					_, err = pair[1].Write(buf[:n])
				}
				if err != nil {
					_ = pair[1].Close()
					return
				}
			}
		}()
	}
}

func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = true
	for _, c := range p.open {
		_ = c.Close()
	}
	p.open = nil
}

func (p *proxy) mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = false
}

// TestKept: values of any size are kept in order, and forgotten.
func TestKept(t *testing.T) {
	t.Parallel()
	h := begin(t)
	large := strings.Repeat("x", 3<<20)
	values := []cluster.Value{{Name: "a.1", Data: []byte("one")}, {Name: "a.2", Data: []byte(large)}, {Name: "a.10", Data: []byte("ten")}, {Name: "b.1", Data: []byte("b")}}
	if err := h.office.Keep(t.Context(), values); err != nil {
		t.Fatal(err)
	}
	h.close()
	h.open()
	got, err := h.office.Kept(t.Context(), "a.")
	if err != nil || len(got) != 3 || got[0].Name != "a.1" || string(got[1].Data) != large {
		t.Fatalf("%d values, %v", len(got), err)
	}
	for _, name := range []string{"a.1", "a.2", "b."} {
		if err := h.office.Forget(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	if got, err = h.office.Kept(t.Context(), "a."); err != nil || len(got) != 1 || got[0].Name != "a.10" {
		t.Errorf("%v %v", got, err)
	}
}
