//go:build !js

package tab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"oxo/cluster"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// Limits for tabs.
const (
	maxTabs  = 256
	maxAsked = 128 // calls of one tab that wait for replies
	pings    = 10 * time.Second
)

// Server lets tabs work for a hub: it implements [http.Handler] for the address /desk.
type Server struct {
	hub    *cluster.Hub
	places chan struct{}
}

// NewServer makes a server for the tabs of a hub.
func NewServer(hub *cluster.Hub) *Server {
	return &Server{hub: hub, places: make(chan struct{}, maxTabs)}
}

// ServeHTTP serves one tab until it leaves. It refuses pages of other origins.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	default:
		http.Error(w, fmt.Sprintf("%d tabs have joined, and no more may join", maxTabs), http.StatusServiceUnavailable)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has already answered
	}
	conn.SetReadLimit(maxFrame)
	ctx, cancel := context.WithCancel(r.Context())
	t := &session{conn: conn, door: s.hub.Door()}
	var all sync.WaitGroup
	all.Go(func() { t.ping(ctx, cancel) })
	err = t.listen(ctx, &all)
	if f, ok := errors.AsType[*faultError](err); ok {
		_ = conn.Close(websocket.StatusPolicyViolation, f.what)
	}
	cancel()
	all.Wait()
	t.door.Close()
	_ = conn.CloseNow()
}

// faultError is the error of a tab that broke a rule.
type faultError struct{ what string }

func (f *faultError) Error() string { return f.what }

// session is one tab.
type session struct {
	conn *websocket.Conn
	door *cluster.Door
}

// ping ends a session whose tab has gone.
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

// listen answers calls until the connection ends or the tab breaks a rule.
func (t *session) listen(ctx context.Context, all *sync.WaitGroup) error {
	free := make(chan struct{}, maxAsked)
	for {
		var q request
		kind, text, err := t.conn.Read(ctx)
		if err != nil {
			return err
		}
		if kind != websocket.MessageText || json.Unmarshal(text, &q) != nil {
			return &faultError{"a frame that is not a request"}
		}
		select {
		case free <- struct{}{}:
		default:
			return &faultError{fmt.Sprintf("more than %d requests at a time", maxAsked)}
		}
		all.Go(func() {
			r := t.door.Call(ctx, q.Verb, q.Text)
			if wsjson.Write(ctx, t.conn, reply{q.N, r.Text}) != nil && r.Lost != nil { // listen sees a lost connection
				r.Lost()
			}
			<-free
		})
	}
}
