package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"oxo/search"
	"oxo/web/api"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// writeTime is how long a reader may take for one event.
const writeTime = 10 * time.Second

// stream sends server-sent events: a name and JSON each.
type stream struct {
	w    http.ResponseWriter
	rc   *http.ResponseController
	stop context.CancelFunc
	err  error
}

// send writes an event; a reader that is gone or too slow ends the search.
func (s *stream) send(event string, data any) {
	if s.err != nil {
		return
	}
	var text []byte
	if text, s.err = json.Marshal(data); s.err == nil {
		s.err = s.rc.SetWriteDeadline(time.Now().Add(writeTime))
	}
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", event, text)
	}
	if s.err == nil {
		s.err = s.rc.Flush()
	}
	if s.err != nil {
		s.stop()
	}
}

// thinker is what a stream does once it has a searcher.
type thinker func(ctx context.Context, with *search.Searcher, send func(event string, data any)) error

// think takes a ticket for a client and returns a response that waits for its
// turn and then streams. Whoever is turned away is reported with a status.
func (s *Server) think(name string, check func() error, run thinker) (*huma.StreamResponse, error) {
	if err := check(); err != nil {
		return nil, s.problem(err)
	}
	t, err := s.deep.enter(name)
	if err != nil {
		return nil, s.problem(err)
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		ctx, stop := context.WithCancel(r.Context())
		defer stop()
		defer context.AfterFunc(s.stopping, stop)()
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Accel-Buffering", "no")
		out := &stream{w: w, rc: http.NewResponseController(w), stop: stop}
		defer func() { _ = out.rc.SetWriteDeadline(time.Time{}) }()
		_, ahead := s.deep.use()
		out.send("queued", map[string]int{"waiting": ahead})
		with, err := t.wait(ctx)
		if err == nil {
			defer t.leave(with)
			s.metrics.searches.Inc()
			err = run(ctx, with, out.send)
		}
		switch problem := s.problem(err); {
		case err == nil:
			out.send("end", map[string]string{"reason": "done"})
		case s.stopping.Err() != nil:
			out.err = nil
			out.send("end", map[string]string{"reason": "the server is stopping"})
		case errors.Is(err, context.Canceled):
		default:
			out.send("problem", problem)
		}
	}}, nil
}

// problem turns an error into a problem document.
func (s *Server) problem(err error) error {
	var p *api.Problem
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		return huma.NewError(p.Status, p.Detail)
	case errors.Is(err, errMany):
		s.metrics.refused.Inc()
		return huma.ErrorWithHeaders(huma.NewError(http.StatusTooManyRequests, err.Error()), http.Header{"Retry-After": {"5"}})
	case errors.Is(err, errBusy):
		s.metrics.refused.Inc()
		return huma.ErrorWithHeaders(huma.NewError(http.StatusServiceUnavailable, err.Error()), http.Header{"Retry-After": {"5"}})
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return huma.NewError(http.StatusServiceUnavailable, "the search was stopped before it had an answer")
	}
	s.log.Error("a request failed", "error", err)
	return huma.NewError(http.StatusInternalServerError, "this should not happen")
}
