package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"oxo/internal/race"
	"oxo/web"
)

// Faults that an attacker of this package found, each with a test.

// TestOptionsStar: OPTIONS * passes the same checks as other requests.
func TestOptionsStar(t *testing.T) {
	const moment = int64(time.Second) // enough to read a request, even on a slow machine
	address := listening(t, web.Options{Limits: web.Limits{web.HeaderTime: moment, web.BodyTime: moment, web.Patience: moment, web.Idle: moment}})
	p := dialFrom(t, "127.0.0.1", address)
	_, _ = io.WriteString(p, "OPTIONS * HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 100\r\n\r\n")
	r, err := http.ReadResponse(p.in, nil)
	if err != nil || r.StatusCode == http.StatusOK {
		t.Fatalf("%v %v", r, err)
	}
	_, _ = io.Copy(io.Discard, r.Body)
	if _ = r.Body.Close(); !p.gone() {
		t.Error("the connection outlives every limit")
	}
}

// TestLongNames: only the relevant part of a client's name is kept.
func TestLongNames(t *testing.T) {
	race.OneThread(t)
	h := handler(t)
	ask := func(path, name string) {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("X-Oxo-Client", name)
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	heap := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	done, busy := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for i := range 2 { // the address always has an open request, so its names are remembered
		all.Go(func() {
			for done.Err() == nil {
				ask(fmt.Sprintf("/api/reply?game=connect4&ms=30&seed=%d", i), "")
			}
		})
	}
	for i := range 3000 {
		ask("/api/games", fmt.Sprintf("%064d%s", i, strings.Repeat("x", 60_000)))
	}
	if grown := heap() - before; grown > 150<<20 { // search tables take up to 110 MB, whole names would take 180 more
		t.Errorf("3000 names took %d MB", grown>>20)
	}
	busy()
	all.Wait()
}

// TestBehindOneProxy: one client behind a proxy occupies what it can; the others are
// still answered.
func TestBehindOneProxy(t *testing.T) {
	const hour = int64(time.Hour) // everything is held until the end
	address := listening(t, web.Options{Proxies: loopback(), Limits: web.Limits{web.Connections: 16, web.ConnectionsEach: 4, web.Patience: hour, web.BodyTime: hour}})
	for range 16 {
		p := dialFrom(t, "127.0.0.1", address)
		fmt.Fprint(p, "POST /api/exercise HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.66\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n")
	}
	c := &http.Client{}
	defer c.CloseIdleConnections()
	status, told := http.StatusOK, problem{}
	for tries := 0; status == http.StatusOK && tries < 60_000; tries++ { // until all have arrived
		time.Sleep(10 * time.Millisecond)
		status, told = from(t, c, "http://"+address+"/", "localhost", "X-Forwarded-For", "192.0.2.66")
	}
	if status != http.StatusTooManyRequests || told.Limit != "connections-each" {
		t.Errorf("the one who holds them: %d %+v", status, told)
	}
	if status, told := from(t, c, "http://"+address+"/", "localhost", "X-Forwarded-For", "192.0.2.1"); status != http.StatusOK {
		t.Errorf("%d %+v", status, told)
	}
}

// TestOwnIdle: at the total limit the address with most connections loses one of its
// own idle ones, directly or through a proxy.
func TestOwnIdle(t *testing.T) {
	for name, o := range map[string]web.Options{"direct": {}, "by a proxy": {Proxies: loopback()}} {
		o.Limits = web.Limits{web.Connections: 8}
		address := listening(t, o)
		for range 8 {
			if status, _ := dialFrom(t, "127.0.0.1", address).ask("/healthz"); status != http.StatusOK {
				t.Fatalf("%s: %d", name, status)
			}
		}
		if status, told := dialFrom(t, "127.0.0.1", address).ask("/healthz"); status != http.StatusOK {
			t.Errorf("%s: the ninth: %d %+v", name, status, told)
		}
	}
}

// late is a listener whose connections write slowly, and signal when they begin.
type late struct {
	net.Listener
	writes chan struct{}
}

func (l late) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return lateConn{c, l.writes}, err
}

type lateConn struct {
	net.Conn
	writes chan struct{}
}

func (c lateConn) Write(b []byte) (int, error) {
	select {
	case c.writes <- struct{}{}:
	default:
	}
	time.Sleep(300 * time.Millisecond)
	return c.Conn.Write(b)
}

// TestAnswerOnItsWay: an answer that is computed but not completely sent is not lost
// when the server ends.
func TestAnswerOnItsWay(t *testing.T) {
	writes := make(chan struct{}, 1)
	address, stop, ended := begin(t, web.Options{Log: slog.New(slog.NewTextHandler(failing{t}, nil))}, func(l net.Listener) net.Listener { return late{l, writes} })
	conn := dial(t, address)
	fmt.Fprint(conn, "GET /api/exercise?kind=minimax&seed=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
	<-writes
	stop()
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = io.ReadAll(r.Body); err != nil {
		t.Error(err)
	}
	_ = r.Body.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestMetCounts: every refusal by a limit is counted.
func TestMetCounts(t *testing.T) {
	ts, c := serve(t, web.Options{Limits: web.Limits{web.Body: 1 << 10}})
	r, err := c.Post(ts.URL+"/api/exercise", "application/json", strings.NewReader(strings.Repeat(" ", 2000)))
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	_, _, content := get(t, c, ts.URL+"/metrics")
	for _, want := range []string{`oxo_limit_met_total{limit="body"} 1`, `oxo_limit_used{limit="begun"}`, `path="/api/exercise",status="413"`} {
		if !strings.Contains(string(content), want) {
			t.Errorf("/metrics is without %s", want)
		}
	}
}
