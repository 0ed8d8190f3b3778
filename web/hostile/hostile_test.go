package hostile_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oxo/web/hostile"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// page serves a few answers of the page: always the same position.
func page() *http.ServeMux {
	const ongoing = `{"outcome":"ongoing","legal":[{"move":"a1"},{"move":"b2"}]}`
	mux := http.NewServeMux()
	say := func(path, text string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, text)
		})
	}
	say("/", "a page")
	say("/api/position", ongoing)
	say("/api/reply", `{"move":"c3","state":`+ongoing+`}`)
	say("/api/analyze", "event: analysis\ndata: {}\n\nevent: end\ndata: {}\n\n")
	say("/api/explain", strings.Repeat("event: part\ndata: {}\n\n", 1000))
	return mux
}

// listen starts a server, and counts its open connections.
func listen(t *testing.T, h http.Handler, secure bool) (url string, open *atomic.Int64) {
	t.Helper()
	open = new(atomic.Int64)
	ts := httptest.NewUnstartedServer(h)
	ts.Config.ErrorLog = log.New(io.Discard, "", 0)
	ts.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			open.Add(1)
		case http.StateClosed, http.StateHijacked:
			open.Add(-1)
		default:
		}
	}
	if secure {
		ts.StartTLS()
	} else {
		ts.Start()
	}
	t.Cleanup(ts.Close)
	return ts.URL, open
}

// addresses returns the number of addresses of the hostile clients.
func addresses() int {
	if runtime.GOOS == "linux" {
		return 2
	}
	return 0
}

func attack(t *testing.T, o hostile.Options) hostile.Report {
	t.Helper()
	r, err := hostile.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// attackFor repeats the attack with twice the duration until a condition holds, since
// a slow machine needs longer. After some minutes it returns the last report.
func attackFor(t *testing.T, o hostile.Options, happened func(*hostile.Report) bool) hostile.Report {
	t.Helper()
	for ; ; o.Duration *= 2 {
		if r := attack(t, o); happened(&r) || o.Duration > 5*time.Minute {
			return r
		}
	}
}

// TestKinds: each kind connects, and all clients end in time and close their
// connections.
func TestKinds(t *testing.T) {
	for _, k := range hostile.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			url, open := listen(t, page(), false)
			answers := strings.Contains("games positions posts quick greedy streams trees metrics otherhost", k.Name)
			r := attackFor(t, hostile.Options{
				URL: url, Connections: 6, Kinds: []string{k.Name}, Addresses: addresses(), Others: -1, Duration: 200 * time.Millisecond,
			}, func(r *hostile.Report) bool {
				h := &r.Hostile[0]
				return h.Opened >= 6 && h.Held > 0 && (!answers || h.Answered > 0)
			})
			h := r.Hostile[0]
			if len(r.Hostile) != 1 || h.Kind != k.Name || h.Clients != 6 || h.Opened < 6 || h.Refused > 0 || h.Unopened > 0 || h.Held == 0 {
				t.Errorf("%+v", r.Hostile)
			}
			if answers && (h.Answered == 0 || h.Statuses[200] < h.Answered) {
				t.Errorf("%+v", h)
			}
			for range 60_000 { // ten minutes
				if open.Load() == 0 {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
			t.Errorf("%d connections are open", open.Load())
		})
	}
}

// TestAllWithTLS assigns clients to all kinds, over TLS, while others make requests.
func TestAllWithTLS(t *testing.T) {
	url, _ := listen(t, page(), true)
	kinds := hostile.Kinds()
	r := attackFor(t, hostile.Options{
		URL: url, Connections: 2*len(kinds) + 1, Addresses: addresses(), Others: 2, Duration: time.Second, TLS: &tls.Config{InsecureSkipVerify: true},
	}, func(r *hostile.Report) bool {
		few := func(h hostile.KindReport) bool { return h.Opened < h.Clients }
		return !slices.ContainsFunc(r.Hostile, few) && r.All.Count+r.All.Unanswered > 0 && r.All.Slowest > 0
	})
	for i, h := range r.Hostile {
		clients := 2
		if i == 0 {
			clients = 3
		}
		if h.Kind != kinds[i].Name || h.Clients != clients || h.Opened < clients {
			t.Errorf("%+v", h)
		}
	}
	if r.All.Bad != 0 || r.All.Count+r.All.Unanswered == 0 || r.All.Slowest == 0 || len(r.Problems) > 0 {
		t.Errorf("the others: %+v, %q", r.All, r.Problems)
	}
}

// TestOthers counts the answers to the others: every request is counted, and each
// fault separately.
func TestOthers(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/", page())
	mux.HandleFunc("/api/games", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no games today", http.StatusServiceUnavailable)
	})
	mux.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("/main.js", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/api/analyze", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "event: problem\n\n") })
	url, _ := listen(t, mux, false)
	all := []string{hostile.Position, hostile.ReplyByLevel, hostile.ReplyPerfect, hostile.GamesList, hostile.Health, hostile.PageFile, hostile.Analysis}
	r := attackFor(t, hostile.Options{URL: url, Others: 4, Duration: time.Second}, func(r *hostile.Report) bool {
		return !slices.ContainsFunc(all, func(question string) bool { return r.Of(question).Count < 8 })
	})
	for _, question := range []string{hostile.Position, hostile.ReplyByLevel, hostile.ReplyPerfect} {
		if q := r.Of(question); q.Count == 0 || q.Bad != 0 || q.Statuses[200] != q.Count || q.Median == 0 || q.P99 < q.Median || q.Slowest < q.P99 {
			t.Errorf("%+v", q)
		}
	}
	if q := r.Of(hostile.GamesList); q.Count == 0 || q.Bad != q.Count || q.Statuses[503] != q.Count || q.Errors != 0 {
		t.Errorf("%+v", q)
	}
	if q := r.Of(hostile.Health); q.Count == 0 || q.Bad != q.Count || q.Errors != q.Count || len(q.Statuses) != 0 {
		t.Errorf("%+v", q)
	}
	if q := r.Of(hostile.PageFile); q.Errors == 0 || q.Bad != q.Errors || q.Bad == q.Count {
		t.Errorf("%+v", q)
	}
	if q := r.Of(hostile.Analysis); q.Count == 0 || q.Errors != q.Count {
		t.Errorf("%+v", q)
	}
	if r.All.Bad != r.Of(hostile.GamesList).Bad+r.Of(hostile.Health).Bad+r.Of(hostile.PageFile).Bad {
		t.Errorf("%+v", r.All)
	}
	text := r.String()
	for _, want := range []string{"no games today", "status 503", "EOF", "the stream has a wrong end", "the answer is empty", "all but analysis"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
	if again, err := json.Marshal(r); err != nil || !strings.Contains(string(again), `"503":`) {
		t.Errorf("%v: %s", err, again)
	}
}

// TestUnanswered: a request that still waits at the end of the attack is counted, with
// its time.
func TestUnanswered(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/", page())
	mux.HandleFunc("/api/position", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	url, _ := listen(t, mux, false)
	r := attackFor(t, hostile.Options{URL: url, Others: 3, Duration: 500 * time.Millisecond}, func(r *hostile.Report) bool {
		return r.Of(hostile.Position).Slowest >= 100*time.Millisecond && r.Of(hostile.Position).Unanswered >= 3
	})
	if q := r.Of(hostile.Position); q.Unanswered != 3 || q.Count != 0 || q.Slowest < 100*time.Millisecond {
		t.Errorf("%+v", q)
	}
}

// TestClosed: connections closed by the server are counted, and reopened.
func TestClosed(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	url, _ := listen(t, h, false)
	r := attackFor(t, hostile.Options{URL: url, Connections: 2, Kinds: []string{"metrics"}, Others: -1, Duration: 300 * time.Millisecond},
		func(r *hostile.Report) bool { return r.Hostile[0].Closed >= 4 })
	if m := r.Hostile[0]; m.Closed < 4 || m.Answered < m.Closed || m.Statuses[429] != m.Answered {
		t.Errorf("%+v", m)
	}
}

// TestInterrupted: the end of the context ends the attack, with a report.
func TestInterrupted(t *testing.T) {
	url, _ := listen(t, page(), false)
	for limit := 200 * time.Millisecond; ; limit *= 2 { // a slow machine makes no request in so short a time
		ctx, stop := context.WithTimeout(context.Background(), limit)
		r, err := hostile.Run(ctx, hostile.Options{URL: url, Connections: 20, Duration: 24 * time.Hour})
		if stop(); err != nil || r.All.Count == 0 && limit > time.Minute {
			t.Fatalf("%v after %v: %v", err, limit, r)
		}
		if r.All.Count > 0 {
			return
		}
	}
}

// TestWrongOptions: the error gives the reason.
func TestWrongOptions(t *testing.T) {
	url, _ := listen(t, page(), false)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	for _, c := range []struct {
		o    hostile.Options
		want string
	}{
		{hostile.Options{URL: "localhost"}, "http://127.0.0.1:8080/"},
		{hostile.Options{URL: "ftp://127.0.0.1/"}, "http://127.0.0.1:8080/"},
		{hostile.Options{URL: url, Kinds: []string{"silent", "friendly"}}, `"friendly" is not a kind`},
		{hostile.Options{URL: url, Connections: -1}, "-1 connections"},
		{hostile.Options{URL: url, Addresses: 255}, "255 addresses"},
		{hostile.Options{URL: fmt.Sprintf("http://%s/", closed.Addr())}, "cannot reach the server"},
	} {
		c.o.Duration = 10 * time.Millisecond
		if _, err := hostile.Run(context.Background(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
}
