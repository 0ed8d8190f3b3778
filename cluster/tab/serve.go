//go:build !js

package tab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"oxo/cluster"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// Options are what tabs are given.
type Options struct {
	Desk cluster.Desk // where their jobs come from
	// Kinds are the kinds of jobs that a tab does. Ready reports whether the queue has such
	// jobs and no others, so that a tab does not take what it cannot do.
	Kinds []string
	Ready func(kinds []string) bool
}

// Limits of what tabs may take.
const (
	mostTabs  = 256
	mostHeld  = 64  // jobs of one tab
	mostAsked = 128 // its requests without a reply
	pings     = 10 * time.Second
	looks     = 200 * time.Millisecond // how often it is looked whether there are jobs
)

// Server lets tabs work for a hub: it implements [http.Handler] for the address /desk.
type Server struct {
	options Options
	places  chan struct{}
}

// NewServer makes one.
func NewServer(o Options) *Server {
	return &Server{options: o, places: make(chan struct{}, mostTabs)}
}

// ServeHTTP serves one tab until it goes. Pages of other origins are refused.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	default:
		http.Error(w, fmt.Sprintf("%d tabs are here, and no more may come", mostTabs), http.StatusServiceUnavailable)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has said so
	}
	conn.SetReadLimit(mostFrame)
	ctx, cancel := context.WithCancel(r.Context())
	t := &session{server: s, conn: conn, held: map[uint64]cluster.Held{}}
	var all sync.WaitGroup
	all.Go(func() { t.ping(ctx, cancel) })
	err = t.listen(ctx, &all)
	if f, ok := errors.AsType[*faultError](err); ok {
		_ = conn.Close(websocket.StatusPolicyViolation, f.what)
	}
	cancel()
	all.Wait()
	for _, h := range t.held {
		_ = h.GiveBack(0)
	}
	_ = conn.CloseNow()
}

// faultError is what a tab did that it must not.
type faultError struct{ what string }

func (f *faultError) Error() string { return f.what }

// session is one tab.
type session struct {
	server *Server
	conn   *websocket.Conn

	mu   sync.Mutex // guards what follows
	last uint64
	held map[uint64]cluster.Held
}

// ping ends a session whose tab is no longer there.
func (t *session) ping(ctx context.Context, end func()) {
	tick := time.NewTicker(pings)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		within, cancel := context.WithTimeout(ctx, pings)
		err := t.conn.Ping(within)
		cancel()
		if err != nil {
			end()
			return
		}
	}
}

// listen answers requests until the connection ends, or the tab does what it must not.
func (t *session) listen(ctx context.Context, all *sync.WaitGroup) error {
	free := make(chan struct{}, mostAsked)
	for {
		var q request
		kind, text, err := t.conn.Read(ctx)
		if err != nil {
			return err
		}
		if kind != websocket.MessageText || json.Unmarshal(text, &q) != nil {
			return &faultError{"a frame that is no request"}
		}
		select {
		case free <- struct{}{}:
		default:
			return &faultError{fmt.Sprintf("more than %d requests at a time", mostAsked)}
		}
		all.Go(func() {
			r := t.answer(ctx, &q)
			r.N = q.N
			_ = wsjson.Write(ctx, t.conn, r) // listen hears of a lost connection
			<-free
		})
	}
}

// answer does what a request asks.
func (t *session) answer(ctx context.Context, q *request) reply {
	switch q.Do {
	case doCall:
		if !cluster.OfWorkers(q.Verb) {
			return reply{Error: fmt.Sprintf("a tab does not call %q", q.Verb)}
		}
		text, err := t.server.options.Desk.Call(ctx, q.Verb, q.Text)
		return said(reply{Text: text}, err)
	case doTake:
		return t.take(ctx)
	case doExtend, doAnswer, doBack:
		h := t.holds(q.Held)
		if h == nil {
			return reply{Error: fmt.Sprintf("the tab has no job %d", q.Held)}
		}
		return said(reply{}, t.about(ctx, h, q))
	}
	return reply{Error: fmt.Sprintf("no request %q", q.Do)}
}

// about does what a request asks about a job that the tab has.
func (t *session) about(ctx context.Context, h cluster.Held, q *request) error {
	var err error
	switch q.Do {
	case doExtend:
		return h.Extend()
	case doAnswer:
		err = h.Answer(ctx, q.Text)
	case doBack:
		err = h.GiveBack(min(max(q.After, 0), time.Minute))
	}
	if err == nil {
		t.mu.Lock()
		delete(t.held, q.Held)
		t.mu.Unlock()
	}
	return err
}

func (t *session) holds(id uint64) cluster.Held {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.held[id]
}

// said puts an error into a reply.
func said(r reply, err error) reply {
	if err != nil {
		r = reply{Error: err.Error(), Gone: errors.Is(err, cluster.ErrGone)}
	}
	return r
}

// take waits for a job that a tab can do.
func (t *session) take(ctx context.Context) reply {
	o := &t.server.options
	for ; ctx.Err() == nil; rest(ctx) {
		if !o.Ready(o.Kinds) {
			continue
		}
		h, err := o.Desk.Take(ctx)
		if err != nil {
			return said(reply{}, err)
		}
		if !slices.Contains(o.Kinds, h.Job().Kind) { // it came into the queue meanwhile
			_ = h.GiveBack(0)
			continue
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		if len(t.held) >= mostHeld {
			_ = h.GiveBack(0)
			return reply{Error: fmt.Sprintf("a tab has at most %d jobs", mostHeld)}
		}
		t.last++
		t.held[t.last] = h
		return reply{Held: t.last, Job: h.Job()}
	}
	return said(reply{}, context.Cause(ctx))
}

func rest(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(looks):
	}
}
