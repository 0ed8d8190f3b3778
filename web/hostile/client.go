package hostile

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
)

// client is a hostile client. It writes and reads its connection directly, since no
// library sends such data.
type client struct {
	target *target
	number int // among all clients
	turn   int // among the clients of its kind, so that neighbours behave differently
	from   *net.TCPAddr
	pause  time.Duration
	tally  *tally
	random *rand.Rand

	conn   net.Conn
	reader *bufio.Reader
}

// run attacks with one connection after another until ctx ends.
func (c *client) run(ctx context.Context, k Kind) {
	for {
		c.once(ctx, k)
		if !rest(ctx, c.pause) {
			return
		}
	}
}

// once opens a connection, attacks until it ends, and closes it.
func (c *client) once(ctx context.Context, k Kind) {
	plain, err := c.target.dial(ctx, c.from)
	if err != nil {
		if ctx.Err() == nil {
			c.tally.unopened(err)
		}
		return
	}
	begun, closed := time.Now(), make(chan struct{})
	// At the end of the attack the connection is closed while a client may wait on it.
	forget := context.AfterFunc(ctx, func() { _ = plain.Close(); close(closed) })
	c.conn = plain
	if c.target.secure != nil && !k.raw {
		secure := tls.Client(plain, c.target.secure)
		c.conn, err = secure, secure.HandshakeContext(ctx)
	}
	c.reader = bufio.NewReaderSize(c.conn, 1<<10)
	if err == nil {
		err = k.attack(ctx, c)
	}
	byServer := err != nil && ctx.Err() == nil
	if forget() {
		_ = plain.Close()
	} else {
		<-closed
	}
	c.tally.ended(time.Since(begun), byServer)
}

// tcp returns the TCP connection under TLS, or the connection itself.
func (c *client) tcp() *net.TCPConn {
	conn := c.conn
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	return conn.(*net.TCPConn)
}

// request is an HTTP request; only the path is required.
type request struct {
	method, path, host string
	headers            string // each with its line end
	body               string
}

// text returns the raw text of a request.
func (c *client) text(r request) string {
	var b strings.Builder
	if r.method == "" {
		r.method = http.MethodGet
	}
	if r.host == "" {
		r.host = c.target.url.Host
	}
	fmt.Fprintf(&b, "%s %s%s HTTP/1.1\r\nHost: %s\r\n%s", r.method, c.target.url.Path, r.path, r.host, r.headers)
	if r.body != "" {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(r.body))
	}
	return b.String() + "\r\n" + r.body
}

// ask sends a request and reads the complete answer. Even if sending fails, there may
// be an answer that says why.
func (c *client) ask(r request) error {
	_, sent := io.WriteString(c.conn, c.text(r))
	if err := c.answer(readAll); err != nil {
		return err
	}
	return sent
}

// again makes requests on one connection, with pauses, until it ends.
func (c *client) again(ctx context.Context, next func() request) error {
	for {
		if err := c.ask(next()); err != nil {
			return err
		}
		if !rest(ctx, c.pause) {
			return nil
		}
	}
}

func readAll(body io.Reader) error {
	_, err := io.Copy(io.Discard, body)
	return err
}

// answer reads the header of an answer, and its body with a function.
func (c *client) answer(read func(io.Reader) error) error {
	r, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return err
	}
	defer func() { _ = r.Body.Close() }()
	c.tally.status(r.StatusCode)
	if err := read(r.Body); err != nil {
		return err
	}
	c.tally.answered()
	if r.Close {
		return errClosed
	}
	return nil
}

// listen waits up to d for an answer, and reads it. It returns an error once the
// connection has ended.
func (c *client) listen(d time.Duration) error {
	_ = c.conn.SetReadDeadline(time.Now().Add(d))
	_, err := c.reader.Peek(1)
	_ = c.conn.SetReadDeadline(time.Time{})
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil
	case err != nil:
		return err
	}
	return c.answer(readAll)
}

// name invents a client's name.
func (c *client) name() string { return fmt.Sprintf("X-Oxo-Client: h%x\r\n", c.random.Uint64()) }

// tally counts the events of the clients of a kind.
type tally struct {
	mu     sync.Mutex
	report KindReport
}

func newTally(name string) *tally {
	return &tally{report: KindReport{Kind: name, Statuses: map[int]int{}}}
}

// unopened counts a connection that could not be opened.
func (t *tally) unopened(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	late, ok := errors.AsType[net.Error](err)
	if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ECONNRESET) || ok && late.Timeout() {
		t.report.Refused++
		return
	}
	if t.report.Unopened++; t.report.Why == "" { // no port or file is left on this machine
		t.report.Why = err.Error()
	}
}

func (t *tally) status(status int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report.Statuses[status]++
}

func (t *tally) answered() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report.Answered++
}

// ended counts a connection that had been opened.
func (t *tally) ended(held time.Duration, byServer bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report.Opened++
	t.report.Held = max(t.report.Held, held)
	if byServer {
		t.report.Closed++
	}
}
