package web_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"oxo/web"
)

// listening starts a server with limits for the duration of the test.
func listening(t *testing.T, o web.Options) (address string) {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(failing{t}, nil))
	}
	address, cancel, ended := begin(t, o, nil)
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return address
}

// dialFrom opens a connection from one of this machine's addresses.
func dialFrom(t *testing.T, own, address string) *peer {
	t.Helper()
	c, err := connect(t, own, address)
	if err != nil {
		t.Skipf("this machine has no address %s: %v", own, err)
	}
	return &peer{c, bufio.NewReader(c)}
}

// connect opens a connection from one of this machine's addresses, for the duration
// of the test.
func connect(t *testing.T, own, address string) (net.Conn, error) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(own)}, Timeout: time.Hour}
	c, err := d.DialContext(t.Context(), "tcp", address)
	if err == nil {
		t.Cleanup(func() { _ = c.Close() })
	}
	return c, err
}

// peer is a connection that a test handles directly.
type peer struct {
	net.Conn
	in *bufio.Reader
}

// ask requests a path, and returns the status, or 0 if the connection is closed.
func (p *peer) ask(path string) (int, problem) {
	_ = p.SetDeadline(time.Now().Add(time.Hour))
	if _, err := fmt.Fprintf(p, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path); err != nil {
		return 0, problem{}
	}
	r, err := http.ReadResponse(p.in, nil)
	if err != nil {
		return 0, problem{}
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "text/event-stream") {
		return r.StatusCode, problem{} // a stream, which continues
	}
	defer func() { _ = r.Body.Close() }()
	content, _ := io.ReadAll(r.Body)
	var told problem
	_ = json.Unmarshal(content, &told)
	if r.StatusCode >= 400 && (r.Header.Get("Retry-After") == "" || told.Limit == "") {
		told.Detail += " (and no Retry-After or no limit)"
	}
	return r.StatusCode, told
}

// gone waits until the server closes a connection.
func (p *peer) gone() bool {
	_ = p.SetReadDeadline(time.Now().Add(time.Hour))
	_, err := p.in.ReadByte()
	ne, timeout := err.(net.Error) //nolint:errorlint // it is the connection's own
	return err != nil && (!timeout || !ne.Timeout())
}

// TestConnectionsEach: an address that exceeds its limit loses its longest idle
// connection; if all are busy, the new one is refused.
func TestConnectionsEach(t *testing.T) {
	address := listening(t, web.Options{Limits: web.Limits{web.ConnectionsEach: 3, web.Searches: 1}})
	silent := []*peer{dialFrom(t, "127.0.0.1", address), dialFrom(t, "127.0.0.1", address), dialFrom(t, "127.0.0.1", address)}
	_, _ = io.WriteString(silent[1], "GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
	for i, old := range silent {
		p := dialFrom(t, "127.0.0.1", address)
		if status, _ := p.ask("/api/solve?game=connect4:8x7"); status != http.StatusOK {
			t.Fatalf("the new one: %d", status)
		}
		if !old.gone() {
			t.Errorf("silent connection %d is open still", i)
		}
	}
	refused := dialFrom(t, "127.0.0.1", address)
	if status, told := refused.ask("/healthz"); status != http.StatusTooManyRequests || told.Limit != "connections-each" {
		t.Errorf("one more than is allowed: %d %+v", status, told)
	}
	if !refused.gone() {
		t.Error("the refused one is open still")
	}
	other := dialFrom(t, "127.0.0.2", address)
	if status, _ := other.ask("/healthz"); status != http.StatusOK {
		t.Errorf("another address: %d", status)
	}
}

// TestConnectionsInAll: at the total limit the address with most connections loses one,
// if necessary a busy one; a new connection is refused if its address has no fewer.
func TestConnectionsInAll(t *testing.T) {
	address := listening(t, web.Options{Limits: web.Limits{web.Connections: 8, web.ConnectionsEach: 6, web.Searches: 1, web.QueueClient: 9}})
	var greedy []*peer
	for range 6 {
		p := dialFrom(t, "127.0.0.2", address)
		if status, _ := p.ask("/api/solve?game=connect4:8x7"); status != http.StatusOK {
			t.Fatalf("the greedy one: %d", status)
		}
		greedy = append(greedy, p)
	}
	for i := range 3 {
		p := dialFrom(t, fmt.Sprintf("127.0.0.%d", 3+i), address)
		if status, told := p.ask("/api/solve?game=connect4:8x7"); status != http.StatusOK {
			t.Fatalf("one of the others: %d %+v", status, told)
		}
	}
	gone := 0
	for wait := 300 * time.Millisecond; gone == 0 && wait < time.Minute; wait *= 2 { // a slow machine needs longer to read
		for _, p := range greedy {
			_ = p.SetReadDeadline(time.Now().Add(wait))
			if _, err := io.Copy(io.Discard, p.in); err == nil || !strings.Contains(err.Error(), "timeout") {
				gone++
			}
		}
	}
	if gone != 1 {
		t.Errorf("%d of the greedy one's connections are gone", gone)
	}
	p := dialFrom(t, "127.0.0.2", address)
	if status, told := p.ask("/healthz"); status != http.StatusServiceUnavailable || told.Limit != "connections" {
		t.Errorf("one more of the greedy one: %d %+v", status, told)
	}
}

// TestRefusedAreFew: refused connections that send nothing are limited in number and
// time.
func TestRefusedAreFew(t *testing.T) {
	address := listening(t, web.Options{Limits: web.Limits{web.ConnectionsEach: 1, web.Searches: 1}})
	busy := dialFrom(t, "127.0.0.1", address)
	if status, _ := busy.ask("/api/solve?game=connect4:8x7"); status != http.StatusOK {
		t.Fatalf("%d", status)
	}
	for range 100 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			continue // it was closed at once
		}
		c := &peer{conn, bufio.NewReader(conn)}
		defer func() {
			if !c.gone() {
				t.Error("a refused connection is kept")
			}
			_ = c.Close()
		}()
	}
	other := dialFrom(t, "127.0.0.2", address)
	if status, _ := other.ask("/healthz"); status != http.StatusOK {
		t.Errorf("another address: %d", status)
	}
}
