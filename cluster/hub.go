package cluster

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options are the options of a hub.
type Options struct {
	Version string // workers must have the same
	// Same, if not nil, reports whether a worker with another version is accepted.
	Same  func(hub, worker string) bool
	Kinds Kinds
	// Knows returns nil if a worker that knows some families of games can do an order.
	Knows func(o Order, families []string) error
	// Judge repeats a job if two workers disagree. If it is nil, both are excluded,
	// and the job is done again.
	Judge Doer
	Lease time.Duration // 0 is 30 s
	Log   *slog.Logger  // nil is the default log
}

// defaultLease is the default lease: how long a worker may be silent about a job.
const defaultLease = 30 * time.Second

// Hub gives out jobs and collects the answers. [NewHub] makes it, and [Hub.Work] runs
// it.
type Hub struct {
	office  Office
	options Options
	log     *slog.Logger
	wake    chan struct{}
	keeping sync.Mutex // held while answers are accepted and stored, or runs rebuilt from them; locked before mu
	judging sync.Mutex // held while Judge works, one job at a time
	session string     // random; workers sign their calls for it

	mu      sync.Mutex // guards the fields below
	runs    map[string]*live
	members map[string]*member
	lot     []byte // the secret that decides which jobs are checked
	began   time.Time
	rate    rate
	ctx     context.Context // of Work
}

// live is a run with the hub's state of its jobs.
type live struct {
	name       string
	order      Order
	run        Run
	offered    map[string]*offered // by ID: given out, and not answered
	answers    map[string]string   // by ID: the worker that answered
	checks     map[string]*offered // by ID: answered, and given to a second worker
	failures   map[string]int
	failedBy   map[string]string // by ID: the worker that failed last, while there are other workers
	aside      map[string]string // by ID: the reason why nobody can answer it
	submission string            // random; a run that is stopped and begun again gets a new one, which makes old tickets invalid
	made       uint64            // random; changes when the run is rebuilt, since its records then come in another order
	began      time.Time
	ended      time.Time
	work       float64 // seconds that workers gave to accepted answers
	again      int     // answers that arrived more than once
}

// offered is a job in the queue.
type offered struct {
	job   Job
	since time.Time
	// For a check: the first worker's answer, and whether the hub is judging it.
	found  json.RawMessage
	judged bool
	lapses int // how often the queue abandoned it
}

// NewHub makes a hub, which continues with everything that its office has kept.
func NewHub(ctx context.Context, office Office, o Options) (*Hub, error) {
	if o.Lease <= 0 {
		o.Lease = defaultLease
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	h := &Hub{
		office: office, options: o, log: o.Log, wake: make(chan struct{}, 1), session: hex.EncodeToString(secret(16)),
		runs: map[string]*live{}, members: map[string]*member{}, began: time.Now(), ctx: ctx,
	}
	if err := h.restore(ctx); err != nil {
		return nil, err
	}
	office.Lapsed(h.lapsed)
	return h, office.Serve(h.serve)
}

// Work gives out jobs and collects answers until ctx ends. It returns the error of
// ctx.
func (h *Hub) Work(ctx context.Context) error {
	h.mu.Lock()
	h.ctx = ctx
	h.mu.Unlock()
	var all sync.WaitGroup
	all.Go(func() { h.receive(ctx) })
	sweep := time.NewTicker(h.options.Lease)
	defer sweep.Stop()
	h.offer(ctx, true)
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-h.wake:
			h.offer(ctx, false)
		case <-sweep.C:
			h.offer(ctx, true)
		}
	}
	all.Wait()
	return ctx.Err()
}

// rouse makes Work look for jobs to give out.
func (h *Hub) rouse() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// pause waits a second after an error of the transport.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}

// insist retries until it succeeds or ctx ends, and logs the error once.
func (h *Hub) insist(ctx context.Context, what string, try func() error) bool {
	for told := false; ctx.Err() == nil; pause(ctx) {
		err := try()
		if err == nil {
			if told {
				h.log.Info(what + ": it works again")
			}
			return true
		}
		if ctx.Err() == nil && !told {
			h.log.Error(what+": tried again until it works", "error", err)
			told = true
		}
	}
	return false
}

// offer puts new jobs of the runs into the queue. If sweep is set, it also puts the
// open jobs there again, in case the queue has lost some.
func (h *Hub) offer(ctx context.Context, sweep bool) {
	h.mu.Lock()
	threads := h.threads()
	var jobs []Job
	for _, name := range h.names() {
		l := h.runs[name]
		h.selfCheck(l)
		if sweep {
			for _, o := range l.offered {
				jobs = append(jobs, o.job)
			}
			for _, o := range l.checks {
				if !o.judged {
					jobs = append(jobs, o.job)
				}
			}
		}
		jobs = append(jobs, h.next(l, threads)...)
	}
	h.mu.Unlock()
	if len(jobs) > 0 {
		h.insist(ctx, "jobs cannot be put into the queue", func() error { return h.office.Offer(ctx, h.unanswered(jobs)) })
	}
}

// unanswered returns the jobs that still wait for an answer. A job that was answered
// while the queue was full must not return to the queue: it would be done again, in
// the place of another.
func (h *Hub) unanswered(jobs []Job) []Job {
	h.mu.Lock()
	defer h.mu.Unlock()
	var left []Job
	for _, j := range jobs {
		l, ok := h.runs[j.Run]
		if !ok {
			continue
		}
		wait := l.offered
		if j.Check {
			wait = l.checks
		}
		if o, ok := wait[j.ID]; ok && o.job.Name() == j.Name() {
			left = append(left, j)
		}
	}
	return left
}

// next asks a run for the number of jobs that its workers can use.
func (h *Hub) next(l *live, threads int) []Job {
	if !l.ended.IsZero() {
		return nil
	}
	want := max(threads, 1)*(1+l.run.Ahead()) - len(l.offered)
	if want <= 0 {
		return nil
	}
	jobs := l.run.Next(want)
	now := time.Now()
	for i := range jobs {
		jobs[i].Run, jobs[i].Turn, jobs[i].NotBy = l.name, l.failures[jobs[i].ID], l.failedBy[jobs[i].ID]
		jobs[i].Sheet = l.order.Sheet
		l.offered[jobs[i].ID] = &offered{job: jobs[i], since: now}
	}
	return jobs
}

// names returns the names of all runs, oldest first.
func (h *Hub) names() []string {
	names := make([]string, 0, len(h.runs))
	for name := range h.runs {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if c := h.runs[a].began.Compare(h.runs[b].began); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	return names
}

// nameOf derives the name of a run from its order.
func nameOf(o Order) string {
	text, _ := json.Marshal(o)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

// Submit begins a run, or finds the run of an equal order, and returns its name.
func (h *Hub) Submit(ctx context.Context, o Order) (string, error) {
	name := nameOf(o)
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.runs[name]; ok {
		return name, nil
	}
	l, err := h.newLive(name, o)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(kept{Order: o, Began: l.began, Submission: l.submission})
	if err != nil {
		return "", err
	}
	if err := h.office.Keep(ctx, []Value{{"order." + name, text}}); err != nil {
		return "", err
	}
	h.runs[name] = l
	h.log.Info("a run begins", "run", name, "kind", o.Kind, "game", o.Game)
	h.dismiss(o)
	h.finish(l)
	h.rouse()
	return name, nil
}

func (h *Hub) newLive(name string, o Order) (*live, error) {
	kind, ok := h.options.Kinds[o.Kind]
	if !ok {
		return nil, fmt.Errorf("the hub does not know the kind of run %q", o.Kind)
	}
	run, err := kind(o)
	if err != nil {
		return nil, err
	}
	return &live{
		name: name, order: o, run: run, submission: hex.EncodeToString(secret(8)), made: binary.BigEndian.Uint64(secret(8)), began: time.Now().Round(0),
		offered: map[string]*offered{}, answers: map[string]string{}, checks: map[string]*offered{},
		failures: map[string]int{}, failedBy: map[string]string{}, aside: map[string]string{},
	}, nil
}

// stop ends and forgets a run.
func (h *Hub) stop(ctx context.Context, name string) error {
	h.mu.Lock()
	l, ok := h.runs[name]
	delete(h.runs, name)
	h.mu.Unlock()
	if !ok {
		return fmt.Errorf("no run %q", name)
	}
	var jobs []Job
	for _, o := range l.offered {
		jobs = append(jobs, o.job)
	}
	if err := h.office.Withdraw(ctx, jobs); err != nil {
		return err
	}
	for _, prefix := range []string{"order." + name, "answer." + name + ".", "aside." + name + ".", "check." + name + "."} {
		if err := h.office.Forget(ctx, prefix); err != nil {
			return err
		}
	}
	h.log.Info("a run is stopped and forgotten", "run", name)
	return nil
}

// secret returns random bytes.
func secret(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return b
}
