package tab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"oxo/cluster"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// Desk is a tab's side: it implements [cluster.Desk]. It connects when it is asked
// something, and again after the connection was lost.
type Desk struct {
	url string

	mu   sync.Mutex // guards what follows
	line *line      // nil without a connection
}

// NewDesk makes a desk at the hub of a page: ws://HOST:PORT/desk or wss://HOST:PORT/desk.
func NewDesk(url string) *Desk { return &Desk{url: url} }

// line is one connection.
type line struct {
	conn *websocket.Conn
	lost context.Context // ends with the connection
	cut  context.CancelFunc

	mu      sync.Mutex // guards what follows
	last    uint64
	waiting map[uint64]chan reply
}

// Close ends the connection. The hub gives what is not answered to others.
func (d *Desk) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.line != nil {
		_ = d.line.conn.Close(websocket.StatusNormalClosure, "")
		d.line.cut()
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
	conn.SetReadLimit(mostFrame)
	l := &line{conn: conn, waiting: map[uint64]chan reply{}}
	l.lost, l.cut = context.WithCancel(context.Background())
	go l.listen()
	d.line = l
	return l, nil
}

// patience is how long a connection or a call may take.
const patience = 5 * time.Second

// listen hands out replies until the connection ends.
func (l *line) listen() {
	defer l.cut()
	for {
		var r reply
		if err := wsjson.Read(l.lost, l.conn, &r); err != nil {
			return
		}
		l.mu.Lock()
		waiting := l.waiting[r.N]
		delete(l.waiting, r.N)
		l.mu.Unlock()
		if waiting != nil {
			waiting <- r
		}
	}
}

// ask sends a request, and returns where its reply will come.
func (l *line) ask(ctx context.Context, q request) (<-chan reply, error) {
	answer := make(chan reply, 1)
	l.mu.Lock()
	l.last++
	q.N = l.last
	l.waiting[q.N] = answer
	l.mu.Unlock()
	if err := wsjson.Write(ctx, l.conn, q); err != nil {
		l.mu.Lock()
		delete(l.waiting, q.N)
		l.mu.Unlock()
		return nil, fmt.Errorf("%w: %w", cluster.ErrGone, err)
	}
	return answer, nil
}

// errLost is told where a connection ends before a reply.
var errLost = fmt.Errorf("%w: the connection ended", cluster.ErrGone)

// wait waits for a reply.
func (l *line) wait(ctx context.Context, answer <-chan reply) (reply, error) {
	select {
	case r := <-answer:
		switch {
		case r.Error == "":
			return r, nil
		case r.Gone:
			return r, fmt.Errorf("%w: %s", cluster.ErrGone, r.Error)
		}
		return r, errors.New(r.Error)
	case <-l.lost.Done():
		return reply{}, errLost
	case <-ctx.Done():
		return reply{}, context.Cause(ctx)
	}
}

// say asks and waits.
func (l *line) say(ctx context.Context, q request) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := l.ask(ctx, q)
	if err != nil {
		return reply{}, err
	}
	r, err := l.wait(ctx, answer)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: no reply within %v", cluster.ErrGone, patience)
	}
	return r, err
}

// Call implements [cluster.Desk].
func (d *Desk) Call(ctx context.Context, verb string, question []byte) ([]byte, error) {
	l, err := d.open(ctx)
	if err != nil {
		return nil, err
	}
	r, err := l.say(ctx, request{Do: doCall, Verb: verb, Text: question})
	return r.Text, err
}

// Tell implements [cluster.Desk]: a tab keeps what it knows to itself.
func (d *Desk) Tell([]byte) error { return nil }

// Listen implements [cluster.Desk].
func (d *Desk) Listen(func([]byte)) error { return nil }

// Take implements [cluster.Desk].
func (d *Desk) Take(ctx context.Context) (cluster.Held, error) {
	l, err := d.open(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := l.ask(ctx, request{Do: doTake})
	if err != nil {
		return nil, err
	}
	r, err := l.wait(ctx, answer)
	if err != nil {
		go l.refuse(answer)
		return nil, err
	}
	if r.Job == nil {
		return nil, fmt.Errorf("%w: a reply without a job", cluster.ErrGone)
	}
	return &held{line: l, id: r.Held, job: *r.Job}, nil
}

// refuse gives back a job that comes when nobody waits for it any more.
func (l *line) refuse(answer <-chan reply) {
	if r, err := l.wait(context.Background(), answer); err == nil {
		_ = (&held{line: l, id: r.Held}).GiveBack(0)
	}
}

// held is a job that the tab has: it implements [cluster.Held].
type held struct {
	line *line
	id   uint64
	job  cluster.Job
}

// Job implements [cluster.Held].
func (h *held) Job() *cluster.Job { return &h.job }

// Extend implements [cluster.Held].
func (h *held) Extend() error { return h.say(context.Background(), request{Do: doExtend}) }

// Answer implements [cluster.Held].
func (h *held) Answer(ctx context.Context, text []byte) error {
	return h.say(ctx, request{Do: doAnswer, Text: json.RawMessage(text)})
}

// GiveBack implements [cluster.Held].
func (h *held) GiveBack(after time.Duration) error {
	return h.say(context.Background(), request{Do: doBack, After: after})
}

// say tells the hub's side about the job. Where the connection is lost, the hub has given
// the job to another: there is nothing more to say, and that is no error.
func (h *held) say(ctx context.Context, q request) error {
	q.Held = h.id
	_, err := h.line.say(ctx, q)
	if h.line.lost.Err() == nil {
		return err
	}
	return nil
}
