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

// takeFor is how long a call for a job waits. After that the worker calls again.
const takeFor = 3 * time.Second

// ticket is a worker's right to one job that it was given.
type ticket struct {
	Number string `json:"number"` // the transport's number
	Run    string `json:"run"`
	Job    string `json:"job"`  // the job's name
	Seal   []byte `json:"seal"` // the hub's mark: see [Hub.seal]
}

// handed is the reply to a call for a job. Job is nil if the hub has no job.
type handed struct {
	Job    *Job   `json:"job,omitempty"`
	Ticket ticket `json:"ticket,omitzero"`
}

// answered is a job with its answer; returned is a job that the worker gives back.
type (
	answered struct {
		Ticket ticket `json:"ticket"`
		Answer answer `json:"answer"`
	}
	returned struct {
		Ticket ticket        `json:"ticket"`
		After  time.Duration `json:"after"` // delay before another worker may have it
	}
)

// seal marks a ticket as the hub's own: HMAC with SHA-256 [RFC2104] of the worker and
// the job. It needs no memory, so tickets remain valid after a crash of the hub. A run
// that was stopped and begun again has different seals.
func (h *Hub) seal(m *member, l *live, t *ticket) []byte {
	mac := hmac.New(sha256.New, h.lot)
	fmt.Fprintf(mac, "ticket %q %q %q %q", m.ID, l.submission, t.Job, t.Number)
	return mac.Sum(nil)
}

// errTicket is the error of a ticket that was not issued to the caller.
var errTicket = errors.New("the ticket is wrong: want one that the hub has handed to this worker")

// honour checks a ticket. If its run no longer exists, the error wraps errStopped.
func (h *Hub) honour(m *member, t *ticket) error {
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

// maxHeld is the maximum number of jobs that a worker holds or waits for. A thread
// has one; each lost reply leaves one more until its lease ends.
func (m *member) maxHeld() int { return 2*m.Hello.Threads + 8 }

// hand waits for a job, and gives it to a worker.
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
	t := ticket{Number: given.Ticket, Run: l.name, Job: given.Job.Name()}
	t.Seal = h.seal(m, l, &t)
	m.held[t.Number] = time.Now().Add(h.options.Lease)
	lost = func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.drop(m, t.Number)
	}
	return handed{&given.Job, t}, lost, nil
}

// queueUp lets a worker wait for a job, or returns why it may not. The context ends
// when the worker leaves.
func (h *Hub) queueUp(ctx context.Context, m *member) (_ context.Context, end func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := m.away(); err != nil {
		return nil, nil, err
	}
	now := time.Now()
	maps.DeleteFunc(m.held, func(_ string, until time.Time) bool { return until.Before(now) })
	if most := m.maxHeld(); m.waiting+len(m.held) >= most {
		return nil, nil, fmt.Errorf("the worker has or waits for %d jobs: want fewer than %d with its threads", m.waiting+len(m.held), most)
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

// looks is how often the hub checks for jobs for a worker that only does some kinds.
const looks = 200 * time.Millisecond

// pull waits for a job of the given kinds, or of any kind if kinds is empty. It skips
// jobs of stopped runs.
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
		case !wanted: // its run was stopped while a worker had it
			h.withdraw([]Job{g.Job})
		case len(kinds) > 0 && !slices.Contains(kinds, g.Job.Kind): // it entered the queue meanwhile
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

// drop returns a worker's job to the queue at once.
func (h *Hub) drop(m *member, ticket string) {
	if _, ok := m.held[ticket]; ok {
		delete(m.held, ticket)
		h.giveBack(ticket, 0)
	}
}

// release returns all jobs of a worker to the queue.
func (h *Hub) release(m *member) {
	for ticket := range m.held {
		h.drop(m, ticket)
	}
}

// extend restarts the lease of a job.
func (h *Hub) extend(m *member, t *ticket) error {
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

// answered puts an answer into the queue of answers, with the worker's signature.
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
		return nil // it is no longer wanted
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

// maxAfter is the maximum delay that a worker may set for a job that it gives back.
const maxAfter = time.Minute

// back gives a job to another worker.
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
	return h.office.GiveBack(r.Ticket.Number, min(max(r.After, 0), maxAfter))
}

// only reports whether some jobs are in the queue, and all of them are of these kinds.
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
