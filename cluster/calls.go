package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// result is the reply to a call, as JSON.
type result struct {
	Error string `json:"error,omitempty"`
	Gone  bool   `json:"gone,omitempty"` // the error is [ErrGone]: it may work later
	Value any    `json:"value,omitempty"`
	// Session says that the call was not accepted: the worker must sign it for this
	// session, with a new count.
	Session string `json:"session,omitempty"`
}

// errStale is the error of a call whose session has ended or whose count was already
// used.
var errStale = errors.New("want a new signature of the call")

// serve answers a call.
func (h *Hub) serve(ctx context.Context, q Question) Reply {
	var value any
	var lost func()
	var err error
	switch {
	case OfWorkers(q.Verb):
		value, lost, err = h.ofWorker(ctx, q)
	case q.Orders:
		value, err = h.ordered(q.Verb, q.Text)
	default:
		err = fmt.Errorf("the token of workers does not allow %q: want the token for orders", q.Verb)
	}
	r := result{Value: value}
	switch {
	case errors.Is(err, errStale):
		r = result{Session: h.session}
	case err != nil:
		r = result{Error: err.Error(), Gone: errors.Is(err, ErrGone)}
	}
	text, err := json.Marshal(r)
	if err != nil {
		text, _ = json.Marshal(result{Error: err.Error()})
	}
	return Reply{Text: text, Lost: lost}
}

// ordered carries out an order.
func (h *Hub) ordered(verb string, question []byte) (any, error) {
	h.mu.Lock()
	ctx := h.ctx
	h.mu.Unlock()
	switch verb {
	case Submit:
		return read(question, func(o Order) (any, error) { return h.Submit(ctx, o) })
	case GetStatus:
		return h.Status(), nil
	case FollowRun:
		return read(question, func(f Follow) (any, error) { return h.Follow(f) })
	case Stop:
		return read(question, func(name string) (any, error) { return true, h.stop(ctx, name) })
	}
	return nil, fmt.Errorf("the hub does not know the call %q", verb)
}

// read decodes a question and answers it.
func read[T any](question []byte, answer func(T) (any, error)) (any, error) {
	var q T
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, fmt.Errorf("the call cannot be read: %w", err)
	}
	return answer(q)
}

// ofWorker answers a worker's call. lost, if not nil, undoes its effect if the worker
// does not get the reply.
func (h *Hub) ofWorker(ctx context.Context, q Question) (value any, lost func(), err error) {
	s, m, err := h.caller(&q)
	if err != nil {
		return nil, nil, err
	}
	if q.known != nil {
		q.known(idOf(s.Key))
	}
	switch {
	case q.Verb == verbJoin:
		value, err = read(s.Text, func(hello Hello) (any, error) { return h.join(s.Key, s.Count, hello), nil })
	case m == nil && q.Verb == verbBeat:
		value = orders{Again: true}
	case m == nil:
		err = fmt.Errorf("%w: it does not know this worker: the worker has to join first", ErrGone)
	case q.Verb == verbTake:
		return h.hand(ctx, m)
	case q.Verb == verbBeat:
		value, err = read(s.Text, func(b beat) (any, error) { return h.beat(m, b), nil })
	case q.Verb == verbExtend:
		value, err = read(s.Text, func(t ticket) (any, error) { return true, h.extend(m, &t) })
	case q.Verb == verbAnswer:
		value, err = read(s.Text, func(a answered) (any, error) { return true, h.answered(ctx, m, &a, q.Text) })
	case q.Verb == verbBack:
		value, err = read(s.Text, func(r returned) (any, error) { return true, h.back(m, &r) })
	case q.Verb == verbLeave:
		h.leave(m)
		value = true
	}
	return value, nil, err
}

// caller reads a worker's call, and checks its signature. The member is nil if the
// owner of the key has not joined.
func (h *Hub) caller(q *Question) (*signed, *member, error) {
	s := &signed{}
	if err := json.Unmarshal(q.Text, s); err != nil {
		return nil, nil, fmt.Errorf("the call cannot be read: %w", err)
	}
	if !s.genuine(q.Verb) {
		return nil, nil, errors.New("the signature of the call is wrong: want one by the owner of the key, for this verb")
	}
	if s.Session != h.session {
		return nil, nil, errStale
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	m, ok := h.members[idOf(s.Key)]
	switch {
	case !ok:
		return s, nil, nil
	case !bytes.Equal(m.Key, s.Key):
		return nil, nil, errors.New("another worker's key has the same name: want a new key")
	case !m.counts.take(s.Count):
		return nil, nil, errStale
	}
	return s, m, nil
}
