//go:build !js

package tab_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oxo/cluster"
	"oxo/cluster/tab"

	"github.com/coder/websocket"
)

// does is a doer made of a function.
type does func(ctx context.Context, ask string) (string, error)

func (d does) Do(ctx context.Context, job *cluster.Job, _ func(json.RawMessage)) (json.RawMessage, error) {
	text, err := d(ctx, string(job.Ask))
	return json.RawMessage(text), err
}

func double(_ context.Context, ask string) (string, error) {
	n, err := strconv.Atoi(ask)
	return strconv.Itoa(2 * n), err
}

// place is a hub with a server for tabs.
type place struct {
	t     *testing.T
	local cluster.Transport
	hub   *cluster.Hub
	url   string
	log   *slog.Logger
}

// long is a lease that never ends within a test: a job that returns was given back.
const long = time.Hour

// numbers makes runs with the number of jobs in their order; the kind of the jobs is
// the game.
func numbers(o cluster.Order) (cluster.Run, error) {
	n, err := strconv.Atoi(string(o.Spec))
	var jobs []cluster.Job
	for i := range n {
		jobs = append(jobs, cluster.Job{ID: strconv.Itoa(i), Kind: o.Game, Ask: json.RawMessage(strconv.Itoa(i))})
	}
	return cluster.NewBatch(jobs, cluster.Hooks{}), err
}

func open(t *testing.T) *place {
	p := &place{t: t, local: cluster.NewLocal(long), log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	ctx, stop := context.WithCancel(context.Background())
	var err error
	p.hub, err = cluster.NewHub(ctx, p.local, cluster.Options{Version: "1", Kinds: cluster.Kinds{"numbers": numbers}, Lease: long, Log: p.log})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = p.hub.Work(ctx) }()
	server := httptest.NewServer(tab.NewServer(p.hub))
	p.url = "ws" + strings.TrimPrefix(server.URL, "http") + "/desk"
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		stop()
		<-ended
	})
	return p
}

// worker works until the test ends, or until it is stopped.
func (p *place) worker(desk cluster.Desk, do does) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	hello := cluster.Hello{Name: "w", Version: "1", Threads: 2}
	beats := 20 * time.Millisecond
	if _, ok := desk.(*tab.Desk); ok { // a tab's desk gets no reports: its other calls must be enough
		hello.Kinds, beats = []string{"double"}, long
	}
	w := &cluster.Worker{Desk: desk, Hello: hello, Make: func() cluster.Doer { return do }, Log: p.log, Beats: beats}
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Work(ctx) }()
	stop = func() { cancel(); <-done }
	p.t.Cleanup(stop)
	return stop
}

func (p *place) submit(n int, kind string) string {
	p.t.Helper()
	name, err := p.hub.Submit(p.t.Context(), cluster.Order{Kind: "numbers", Game: kind, Spec: json.RawMessage(strconv.Itoa(n))})
	if err != nil {
		p.t.Fatal(err)
	}
	return name
}

// until waits for a condition of a run.
func (p *place) until(name string, what func(cluster.RunStatus) bool) cluster.RunStatus {
	p.t.Helper()
	for {
		for _, r := range p.hub.Status().Runs {
			if r.Name == name && what(r) {
				return r
			}
		}
		select {
		case <-p.t.Context().Done():
			p.t.Fatal("it does not come")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func over(r cluster.RunStatus) bool { return r.Over }

func TestWork(t *testing.T) {
	p := open(t)
	name := p.submit(40, "double")
	desk := tab.NewDesk(p.url)
	defer desk.Close()
	p.worker(desk, double)
	if r := p.until(name, over); r.Answers != 40 || r.Again != 0 || len(r.Aside) != 0 {
		t.Errorf("%+v", r)
	}
	f, err := p.hub.Follow(cluster.Follow{Run: name})
	if err != nil || len(f.Records) != 40 {
		t.Fatalf("%d records, %v", len(f.Records), err)
	}
}

// TestGone: if a tab is closed in the middle of jobs, or loses its connection, the hub
// gives its jobs to others at once, not after a lease.
func TestGone(t *testing.T) {
	p := open(t)
	name := p.submit(10, "double")
	var begun atomic.Int32
	desk := tab.NewDesk(p.url)
	p.worker(desk, func(ctx context.Context, _ string) (string, error) {
		begun.Add(1)
		<-ctx.Done()
		return "", ctx.Err()
	})
	for begun.Load() < 2 {
		time.Sleep(time.Millisecond)
	}
	desk.Close()
	p.worker(p.local, double)
	if r := p.until(name, over); r.Answers != 10 || len(r.Aside) != 0 {
		t.Errorf("%+v", r)
	}
}

// TestLeave: a tab that leaves gives its jobs back.
func TestLeave(t *testing.T) {
	p := open(t)
	name := p.submit(10, "double")
	begun := make(chan struct{}, 100)
	desk := tab.NewDesk(p.url)
	defer desk.Close()
	stop := p.worker(desk, func(ctx context.Context, _ string) (string, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return "", ctx.Err()
	})
	<-begun
	stop()
	p.worker(p.local, double)
	p.until(name, over)
}

// TestOthers: a tab leaves jobs that it cannot do to others, and waits meanwhile.
func TestOthers(t *testing.T) {
	p := open(t)
	other, name := p.submit(5, "halve"), p.submit(5, "double")
	desk := tab.NewDesk(p.url)
	defer desk.Close()
	p.worker(desk, func(ctx context.Context, ask string) (string, error) {
		for _, r := range p.hub.Status().Runs {
			if r.Game == "halve" && !r.Over {
				return "", fmt.Errorf("a job while others wait")
			}
		}
		return double(ctx, ask)
	})
	time.Sleep(300 * time.Millisecond) // time for the tab to look; it takes no job
	if r := p.until(name, func(cluster.RunStatus) bool { return true }); r.Answers != 0 {
		t.Errorf("a tab took jobs while others of another kind waited: %+v", r)
	}
	p.worker(p.local, func(context.Context, string) (string, error) { return "1", nil })
	for _, name := range []string{other, name} {
		if r := p.until(name, over); len(r.Aside) != 0 {
			t.Errorf("%+v", r)
		}
	}
}

// TestHostile: the server closes the connection after an invalid request, and refuses a
// forbidden one.
func TestHostile(t *testing.T) {
	p := open(t)
	for _, frame := range []string{"rubbish", `{"n":"x"}`, "[]", strings.Repeat("x", 2<<20)} {
		conn := p.dial()
		_ = conn.Write(t.Context(), websocket.MessageText, []byte(frame))
		if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusPolicyViolation && websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
			t.Errorf("%.20q: %v", frame, err)
		}
	}
	conn := p.dial()
	defer conn.CloseNow() //nolint:errcheck // the end of a test
	for frame, want := range map[string]string{
		`{"n":1,"verb":"stop","text":"x"}`:    "the token of workers does not allow",
		`{"n":1,"verb":"submit","text":{}}`:   "the token of workers does not allow",
		`{"n":1,"verb":"status"}`:             "the token of workers does not allow",
		`{"n":1,"verb":"dance"}`:              "the token of workers does not allow",
		`{"n":1,"verb":"beat","text":"x"}`:    "cannot be read",
		`{"n":1,"verb":"join","text":{}}`:     "the signature of the call is wrong",
		`{"n":1,"verb":"leave","text":{}}`:    "the signature of the call is wrong",
		`{"n":1,"verb":"answer","text":null}`: "the signature of the call is wrong",
	} {
		if err := conn.Write(t.Context(), websocket.MessageText, []byte(frame)); err != nil {
			t.Fatal(err)
		}
		_, text, err := conn.Read(t.Context())
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s %v", frame, text, err)
		}
	}
	_, answer, err := websocket.Dial(t.Context(), p.url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://evil.example"}}}) //nolint:bodyclose // the package has read it
	if err == nil || answer == nil || answer.StatusCode != http.StatusForbidden {
		t.Errorf("another origin: %v", err)
	}
	name := p.submit(3, "double")
	p.worker(p.local, double)
	p.until(name, over)
}

// flood is a desk that records the first error of its calls.
type flood struct {
	*tab.Desk
	failed chan error
}

func (f flood) Call(ctx context.Context, verb string, question []byte) ([]byte, error) {
	text, err := f.Desk.Call(ctx, verb, question)
	if err != nil {
		select {
		case f.failed <- err:
		default:
		}
	}
	return text, err
}

// TestFlood: the server closes a connection with too many calls at a time, and the
// others continue.
func TestFlood(t *testing.T) {
	p := open(t)
	desk := flood{tab.NewDesk(p.url), make(chan error, 1000)}
	defer desk.Close()
	ctx, stop := context.WithCancel(t.Context())
	w := &cluster.Worker{Desk: desk, Hello: cluster.Hello{Name: "w", Version: "1", Threads: 300}, Make: func() cluster.Doer { return does(double) }, Log: p.log}
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Work(ctx) }()
	for err := range desk.failed { // some calls fail since the connection is closed already
		if strings.Contains(err.Error(), "more than 128 requests at a time") {
			break
		}
	}
	stop()
	<-done
	name := p.submit(3, "double")
	p.worker(p.local, double)
	p.until(name, over)
}

func (p *place) dial() *websocket.Conn {
	p.t.Helper()
	conn, _, err := websocket.Dial(p.t.Context(), p.url, nil) //nolint:bodyclose // there is none
	if err != nil {
		p.t.Fatal(err)
	}
	return conn
}
