package web_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oxo/games"
	"oxo/web"
)

// impatient starts a server that waits a second for slow clients, and counts its
// connections.
func impatient(t *testing.T) (address string, connections *atomic.Int64) {
	t.Helper()
	s, err := web.New(games.All(), web.Options{
		Limits: web.Limits{web.Table: 1 << 20, web.Searches: 2, web.Patience: int64(time.Second)}, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	connections = new(atomic.Int64)
	ts := httptest.NewUnstartedServer(s.Handler())
	ts.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			connections.Add(1)
		case http.StateClosed, http.StateHijacked:
			connections.Add(-1)
		default:
		}
	}
	ts.Start()
	t.Cleanup(func() { s.Close(); ts.Close() })
	return ts.Listener.Addr().String(), connections
}

// dial opens a connection with small receive buffers.
func dial(t *testing.T, address string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	tcp := c.(*net.TCPConn)
	_ = tcp.SetReadBuffer(4 << 10)
	return tcp
}

// ends waits until the server has no open connections.
func ends(t *testing.T, connections *atomic.Int64) {
	t.Helper()
	for range 12_000 { // ten minutes
		if connections.Load() == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("%d connections are held", connections.Load())
}

// TestSlowBodies: a body that arrives byte by byte, on a GET or a POST, cannot hold
// its connection.
func TestSlowBodies(t *testing.T) {
	address, connections := impatient(t)
	for _, method := range []string{"GET", "POST"} {
		for _, length := range []string{"Content-Length: 100000", "Transfer-Encoding: chunked"} {
			c := dial(t, address)
			fmt.Fprintf(c, "%s /api/mark?game=tictactoe HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%s\r\n\r\n", method, address, length)
			go func() {
				for range 3 { // then nothing more
					time.Sleep(20 * time.Millisecond)
					if _, err := c.Write([]byte("{")); err != nil {
						return
					}
				}
			}()
			_ = c.SetReadDeadline(time.Now().Add(time.Hour))
			r, err := http.ReadResponse(bufio.NewReader(c), nil) //nolint:bodyclose // the connection is closed
			if err == nil && (r.StatusCode < 400 || r.StatusCode >= 500) {
				t.Errorf("%s with %s: status %d", method, length, r.StatusCode)
			}
			if method == "GET" && (err != nil || r.StatusCode != http.StatusBadRequest) {
				t.Errorf("GET with %s: %v, %v", length, r, err)
			}
		}
	}
	ends(t, connections)
}

// TestReadersThatNeverRead: a client that requests a large answer or a stream and
// reads nothing is disconnected; one that reads slowly gets all of it.
func TestReadersThatNeverRead(t *testing.T) {
	t.Parallel() // it waits
	address, connections := impatient(t)
	// One answer may fit the kernel's buffers, so each client makes many requests.
	request := "GET /api/explain?game=tictactoe&moves=b2&algorithm=minimax&show=4000 HTTP/1.1\r\nHost: " + address + "\r\n"
	for range 8 {
		c, many := dial(t, address), strings.Repeat("GET /openapi.json HTTP/1.1\r\nHost: "+address+"\r\n\r\n", 1000)
		go func() { _, _ = io.WriteString(c, many) }() // blocks too, and fails at the end
	}
	slow := dial(t, address)
	if _, err := io.WriteString(slow, request+"Connection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	piece := make([]byte, 16<<10)
	for {
		n, err := slow.Read(piece)
		all.Write(piece[:n])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond)
	}
	if !strings.Contains(all.String(), "event: end") {
		t.Errorf("the slow reader got %d bytes without an end", all.Len())
	}
	ends(t, connections)
}

// noted is a recorder that keeps the last deadline for reading.
type noted struct {
	*httptest.ResponseRecorder
	last time.Time
}

func (n *noted) SetReadDeadline(at time.Time) error {
	n.last = at
	return nil
}

func (n *noted) SetWriteDeadline(time.Time) error { return nil }

// TestNoDeadlineAfterBody: while an answer is computed no deadline for reading is left: it would end the request.
func TestNoDeadlineAfterBody(t *testing.T) {
	s, err := web.New(games.All(), web.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := map[string]int{"/api/exercise": http.StatusOK, "/api/sheet": http.StatusUnprocessableEntity}
	for path, text := range map[string]string{
		"/api/exercise": `{"kind":"minimax","seed":1,"answers":[]}`,
		"/api/sheet":    `{"name":"x.kif","text":"(role a)"}`,
	} {
		w := &noted{ResponseRecorder: httptest.NewRecorder(), last: time.Now()}
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+path, strings.NewReader(text))
		r.Header.Set("Content-Type", "application/json")
		s.Handler().ServeHTTP(w, r)
		if w.Code != want[path] || !w.last.IsZero() {
			t.Errorf("%s: status %d, and after the body the deadline is %v, want none", path, w.Code, w.last)
		}
	}
}
