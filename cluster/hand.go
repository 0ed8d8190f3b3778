package cluster

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// takeFor is how long a call for a job waits for one. Then the worker calls again.
const takeFor = 3 * time.Second

// Ticket is the right of one worker to one job that was handed to it.
type Ticket struct {
	Number string `json:"number"` // of the transport
	Run    string `json:"run"`
	Job    string `json:"job"`  // its name
	Seal   []byte `json:"seal"` // of the hub: see [Hub.seal]
}

// handed is a job that a worker gets. Its Job is empty while the hub has none.
type handed struct {
	Job    *Job   `json:"job,omitempty"`
	Ticket Ticket `json:"ticket,omitzero"`
}

// answered is a job that a worker has done, and returned one that it has not.
type (
	answered struct {
		Ticket Ticket `json:"ticket"`
		Answer Answer `json:"answer"`
	}
	returned struct {
		Ticket Ticket        `json:"ticket"`
		After  time.Duration `json:"after"` // when another may have it
	}
)

// seal marks a ticket as the hub's own: HMAC with SHA-256 [RFC2104] of the worker
// and the job. It needs no memory, so the tickets of a hub that was killed hold. A run that is
// begun again after it was stopped has others.
func (h *Hub) seal(m *member, l *live, t *Ticket) []byte {
	mac := hmac.New(sha256.New, h.lot)
	fmt.Fprintf(mac, "ticket %q %q %q %q", m.ID, l.submission, t.Job, t.Number)
	return mac.Sum(nil)
}

// errTicket is the error of who has not been handed a job.
var errTicket = errors.New("the ticket is wrong: want one that the hub has handed to this worker")

// honour checks a ticket. The error wraps errStopped where its run is not there any more.
func (h *Hub) honour(m *member, t *Ticket) error {
	l, ok := h.runs[t.Run]
	if !ok {
		return errStopped
	}
	if !hmac.Equal(t.Seal, h.seal(m, l, t)) {
		return errTicket
	}
	return nil
}

var errStopped = errors.New("the run is stopped")

// mostHeld is how many jobs a worker may have, or wait for, at a time. A thread has one; a reply that was lost
// leaves another one behind for a lease.
func (m *member) mostHeld() int { return 2*m.Hello.Threads + 8 }

// hand waits for a job, and hands it to a worker.
func (h *Hub) hand(ctx context.Context, m *member) (value any, lost func(), err error) {
	ctx, end, err := h.queueUp(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	defer end()
	given, err := h.pull(ctx, m.Hello.Kinds)
	if err != nil && ctx.Err() != nil {
		return handed{}, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: its queue gives no job: %w", ErrGone, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.runs[given.Job.Run]
	if !ok || m.away() != nil {
		h.giveBack(given.Ticket, 0)
		return handed{}, nil, nil
	}
	t := Ticket{Number: given.Ticket, Run: l.name, Job: given.Job.Name()}
	t.Seal = h.seal(m, l, &t)
	m.held[t.Number] = time.Now().Add(h.options.Lease)
	lost = func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.drop(m, t.Number)
	}
	return handed{&given.Job, t}, lost, nil
}

// queueUp lets a worker wait for a job, or says why it may not. The context ends when the worker leaves.
func (h *Hub) queueUp(ctx context.Context, m *member) (_ context.Context, end func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := m.away(); err != nil {
		return nil, nil, err
	}
	now := time.Now()
	maps.DeleteFunc(m.held, func(_ string, until time.Time) bool { return until.Before(now) })
	if most := m.mostHeld(); m.waiting+len(m.held) >= most {
		return nil, nil, fmt.Errorf("the worker has %d jobs, or waits for them: want less than %d with its threads", m.waiting+len(m.held), most)
	}
	m.waiting++
	ctx, cancel := context.WithTimeout(ctx, takeFor)
	here := context.AfterFunc(m.stay, cancel)
	open := context.AfterFunc(h.ctx, cancel)
	return ctx, func() {
		here()
		open()
		cancel()
		h.mu.Lock()
		m.waiting--
		h.mu.Unlock()
	}, nil
}

// looks is how often the hub looks whether there are jobs for a worker that does not do all kinds.
const looks = 200 * time.Millisecond

// pull waits for a job of some kinds, or of all where none is named, whose run is there.
func (h *Hub) pull(ctx context.Context, kinds []string) (Given, error) {
	for {
		for len(kinds) > 0 && !h.only(kinds) {
			select {
			case <-ctx.Done():
				return Given{}, ctx.Err()
			case <-time.After(looks):
			}
		}
		g, err := h.office.Take(ctx)
		if err != nil {
			return g, err
		}
		h.mu.Lock()
		_, wanted := h.runs[g.Job.Run]
		h.mu.Unlock()
		switch {
		case !wanted: // its run was stopped when a worker had it
			h.withdraw([]Job{g.Job})
		case len(kinds) > 0 && !slices.Contains(kinds, g.Job.Kind): // it came into the queue meanwhile
			h.giveBack(g.Ticket, 0)
		default:
			return g, nil
		}
	}
}

func (h *Hub) giveBack(ticket string, after time.Duration) {
	if err := h.office.GiveBack(ticket, after); err != nil {
		h.log.Warn("a job waits for its lease: it cannot be given back", "error", err)
	}
}

// drop gives back a job that a worker has, at once.
func (h *Hub) drop(m *member, ticket string) {
	if _, ok := m.held[ticket]; ok {
		delete(m.held, ticket)
		h.giveBack(ticket, 0)
	}
}

// release gives back all that a worker has.
func (h *Hub) release(m *member) {
	for ticket := range m.held {
		h.drop(m, ticket)
	}
}

// extend begins the lease of a job again.
func (h *Hub) extend(m *member, t *Ticket) error {
	h.mu.Lock()
	err := errors.Join(m.away(), h.honour(m, t))
	if err == nil {
		m.held[t.Number] = time.Now().Add(h.options.Lease)
	}
	h.mu.Unlock()
	if err != nil {
		return err
	}
	return h.office.Extend(t.Number)
}

// answered puts an answer into the queue of answers, as the worker has signed it.
func (h *Hub) answered(ctx context.Context, m *member, a *answered, letter []byte) error {
	h.mu.Lock()
	err := h.honour(m, &a.Ticket)
	away := m.away()
	if err == nil {
		delete(m.held, a.Ticket.Number)
	}
	h.mu.Unlock()
	switch {
	case errors.Is(err, errStopped):
		return nil // nobody wants it
	case err != nil:
		return err
	case a.Answer.Job.Name() != a.Ticket.Job:
		return errTicket
	case away != nil:
		return h.office.GiveBack(a.Ticket.Number, 0)
	}
	if err := h.office.Answer(ctx, a.Ticket.Number, letter); err != nil {
		return fmt.Errorf("%w: its queue takes no answer: %w", ErrGone, err)
	}
	return nil
}

// mostAfter is how long a worker may keep others from a job that it does not do.
const mostAfter = time.Minute

// back lets another worker have a job.
func (h *Hub) back(m *member, r *returned) error {
	h.mu.Lock()
	err := h.honour(m, &r.Ticket)
	if err == nil {
		delete(m.held, r.Ticket.Number)
	}
	h.mu.Unlock()
	if err != nil {
		return err
	}
	return h.office.GiveBack(r.Ticket.Number, min(max(r.After, 0), mostAfter))
}

// only reports whether jobs are given out, and all of them of these kinds.
func (h *Hub) only(kinds []string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	some := false
	for _, l := range h.runs {
		for _, waiting := range []map[string]*offered{l.offered, l.checks} {
			for _, o := range waiting {
				if some = true; !slices.Contains(kinds, o.job.Kind) {
					return false
				}
			}
		}
	}
	return some
}
