package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"

	"oxo/api"

	"github.com/danielgtaylor/huma/v2"
)

// errPanicked is the client's error for a panic.
var errPanicked = errors.New("internal error: see the log of the server")

// problemOf converts an error to a problem document.
func problemOf(err error) *Problem {
	var p *api.Problem
	var r *refusal
	var done *Problem
	status, detail := http.StatusInternalServerError, errPanicked.Error()
	switch {
	case errors.As(err, &done):
		return done
	case errors.As(err, &r):
		return r.problem()
	case errors.As(err, &p):
		status, detail = p.Status, p.Detail
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, api.ErrEnough):
		status, detail = http.StatusServiceUnavailable, "the search was stopped before it had an answer"
	}
	return newProblem(status, detail)
}

// again returns the header for statuses after which a client should try again.
func again(status int) (http.Header, bool) {
	if status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable {
		return nil, false
	}
	return http.Header{"Retry-After": {strconv.Itoa(retryAfter)}}, true
}

// fail records an error, and converts it to the routes' form.
func (s *Server) fail(err error) error {
	if err == nil {
		return nil
	}
	if r, ok := errors.AsType[*refusal](err); ok {
		s.metrics.met(r.limit)
	}
	p := problemOf(err)
	if p.Status == http.StatusInternalServerError && !errors.Is(err, errPanicked) {
		s.log.Error("a request failed", "error", err)
	}
	if h, ok := again(p.Status); ok {
		return huma.ErrorWithHeaders(p, h)
	}
	return p
}

// writeError answers with an error.
func writeError(w http.ResponseWriter, err error) {
	p := problemOf(err)
	h := w.Header()
	if more, ok := again(p.Status); ok {
		h.Set("Retry-After", more.Get("Retry-After"))
	}
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

func writeProblem(w http.ResponseWriter, status int, detail string) {
	writeError(w, newProblem(status, detail))
}

func newProblem(status int, detail string) *Problem {
	return &Problem{ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail}}
}

// safely converts a panic to an error, and logs it with the request and the client.
func (s *Server) safely(r *http.Request, work func() error) (err error) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if v == any(http.ErrAbortHandler) {
			panic(v)
		}
		if p := api.Recovered(v); p != nil {
			err = p // the visitor's rule sheet is broken, and not the server
			return
		}
		a := askerOf(r.Context())
		s.log.Error("a request panicked", "method", r.Method, "path", r.URL.Path, "query", fmt.Sprintf("%.500s", r.URL.RawQuery),
			"address", a.address, "client", a.name, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		err = errPanicked
	}()
	return work()
}
