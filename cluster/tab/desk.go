package tab

import (
	"context"
	"fmt"
	"sync"
	"time"

	"oxo/cluster"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// Desk is a tab's side: it implements [cluster.Desk]. It connects at the first call,
// and again after the connection was lost.
type Desk struct {
	url string

	mu   sync.Mutex // guards the fields below
	line *line      // nil without a connection
}

// NewDesk makes a desk for a hub with the given address, ws://HOST:PORT/desk or
// wss://HOST:PORT/desk.
func NewDesk(url string) *Desk { return &Desk{url: url} }

// line is one connection.
type line struct {
	conn *websocket.Conn
	lost context.Context // ends with the connection
	cut  context.CancelCauseFunc

	mu      sync.Mutex // guards the fields below
	last    uint64
	waiting map[uint64]chan reply
}

// Close closes the connection. The hub gives unanswered jobs to other workers.
func (d *Desk) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.line != nil {
		_ = d.line.conn.Close(websocket.StatusNormalClosure, "")
		d.line.cut(nil)
	}
}

// open returns the connection, or makes one.
func (d *Desk) open(ctx context.Context) (*line, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.line != nil && d.line.lost.Err() == nil {
		return d.line, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, d.url, nil) //nolint:bodyclose // there is none
	if err != nil {
		return nil, fmt.Errorf("%w: %w", cluster.ErrGone, err)
	}
	conn.SetReadLimit(maxFrame)
	l := &line{conn: conn, waiting: map[uint64]chan reply{}}
	l.lost, l.cut = context.WithCancelCause(context.Background())
	go l.listen()
	d.line = l
	return l, nil
}

// patience is the time limit for connecting.
const patience = 5 * time.Second

// listen passes on replies until the connection ends.
func (l *line) listen() {
	for {
		var r reply
		if err := wsjson.Read(l.lost, l.conn, &r); err != nil {
			l.cut(err)
			return
		}
		l.mu.Lock()
		waiting := l.waiting[r.N]
		l.mu.Unlock()
		select {
		case waiting <- r:
		default: // the caller no longer waits
		}
	}
}

// Call implements [cluster.Desk].
func (d *Desk) Call(ctx context.Context, verb string, question []byte) ([]byte, error) {
	l, err := d.open(ctx)
	if err != nil {
		return nil, err
	}
	answer := make(chan reply, 1)
	l.mu.Lock()
	l.last++
	n := l.last
	l.waiting[n] = answer
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.waiting, n)
	}()
	if err := wsjson.Write(ctx, l.conn, request{n, verb, question}); err != nil {
		return nil, fmt.Errorf("%w: %w", cluster.ErrGone, err)
	}
	select {
	case r := <-answer:
		return r.Text, nil
	case <-l.lost.Done():
		return nil, fmt.Errorf("%w: the connection ended: %w", cluster.ErrGone, context.Cause(l.lost))
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", cluster.ErrGone, context.Cause(ctx))
	}
}

// Tell implements [cluster.Desk]: a tab shares nothing.
func (d *Desk) Tell([]byte) error { return nil }

// Listen implements [cluster.Desk].
func (d *Desk) Listen(func([]byte)) error { return nil }
