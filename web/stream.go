package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"oxo/api"
	"oxo/search"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// lastWords is the time for reading the rest of a stream whose place others wait for.
const lastWords = 5 * time.Second

// stream sends server-sent events: a name and JSON each.
type stream struct {
	w    http.ResponseWriter
	rc   *http.ResponseController
	stop context.CancelCauseFunc
	err  error
}

// send writes an event; if the reader has gone or is too slow, the search ends.
func (s *stream) send(event string, data any) {
	if s.err != nil {
		return
	}
	var text []byte
	if text, s.err = json.Marshal(data); s.err == nil {
		_, s.err = fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", event, text)
	}
	if s.err == nil {
		s.err = s.rc.Flush()
	}
	if s.err != nil {
		s.stop(s.err)
	}
}

// thinker is the work of a stream once it has a searcher.
type thinker func(ctx context.Context, with *search.Searcher, send func(event string, data any)) error

// think checks a request, takes a ticket for it, and returns a response that waits
// for its turn and then streams. A refused request gets an error status.
func (s *Server) think(ctx context.Context, d degree, at api.Place, check func() error, run thinker) (*huma.StreamResponse, error) {
	if err := s.quick.do(ctx, s.requestOf(ctx, at.Game), func(context.Context, *search.Searcher) error { return check() }); err != nil {
		return nil, s.fail(err)
	}
	_, waiting := s.deep.use() // earlier requests
	t, err := s.deep.enter(request{asker: askerOf(ctx), degree: d})
	if err != nil {
		return nil, s.fail(err)
	}
	var begun atomic.Bool
	context.AfterFunc(ctx, func() { // in case the library never calls the body
		if !begun.Swap(true) {
			t.giveUp()
		}
	})
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		if begun.Swap(true) {
			return // the reader has already left
		}
		ctx, stop := s.untilEnough(r.Context())
		defer stop(nil)
		h := w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no")
		out := &stream{w: w, rc: http.NewResponseController(w), stop: stop}
		out.send("queued", Queued{waiting})
		var cause error
		err := s.safely(r, func() error {
			return t.run(ctx, func(ctx context.Context, with *search.Searcher) error {
				defer context.AfterFunc(ctx, func() { hurry(w, lastWords) })()
				s.metrics.searches.Inc()
				err := run(ctx, with, out.send)
				cause = context.Cause(ctx)
				return err
			})
		})
		s.end(ctx, out, err, cause)
	}}, nil
}

// end sends the last event of a stream: the reason of its end.
func (s *Server) end(ctx context.Context, out *stream, err, cause error) {
	stopped := errors.Is(err, context.Canceled)
	enough := errors.Is(cause, api.ErrEnough) || errors.Is(context.Cause(ctx), api.ErrEnough)
	switch {
	case enough && s.stopping.Err() != nil && (err == nil || stopped):
		out.send("end", End{"the server is stopping"})
	case enough && err == nil:
		out.send("end", End{"others are waiting"})
	case enough && stopped:
		out.send("problem", problemOf(s.fail(refuse(Share))))
	case err == nil:
		out.send("end", End{"done"})
	case stopped: // the reader has left
	default:
		_ = s.fail(err)
		out.send("problem", problemOf(err))
	}
}

// Queued is the first event of a stream.
type Queued struct {
	Waiting int `json:"waiting" doc:"How many others waited for a search when this one came"`
}

// End is the last event of a stream.
type End struct {
	Reason string `json:"reason" doc:"done, others are waiting, or the server is stopping"`
}

// untilEnough returns a context that ends with [api.ErrEnough] when the server stops.
func (s *Server) untilEnough(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, stop := context.WithCancelCause(ctx)
	forget := context.AfterFunc(s.stopping, func() { stop(api.ErrEnough) })
	return ctx, func(cause error) {
		forget()
		stop(cause)
	}
}

// hurry limits the reader's time for the rest.
func hurry(w http.ResponseWriter, left time.Duration) {
	for {
		if p, ok := w.(*patientWriter); ok {
			p.hurry(left)
			return
		}
		u, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return
		}
		w = u.Unwrap()
	}
}
