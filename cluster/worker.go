package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Doer does jobs, one at a time.
type Doer interface {
	// Do returns the result of a job, and calls report with partial results. It
	// returns an error if there is no result; if ctx ends, its return values are
	// ignored.
	Do(ctx context.Context, job *Job, report func(partial json.RawMessage)) (json.RawMessage, error)
}

// Teller is a [Doer] that shares partial findings with others, and receives theirs,
// if the run asks for that.
type Teller interface {
	Doer
	// Tell returns the texts to share since the last call.
	Tell() [][]byte
	// Hear receives another doer's text. It may be called during a job.
	Hear(text []byte)
}

// Worker takes jobs and does them.
type Worker struct {
	Desk  Desk
	Hello Hello
	// Own is its key pair; nil is a new one.
	Own *Identity
	// Make makes the doer of one thread.
	Make func() Doer
	Log  *slog.Logger // nil is the default log
	// Beats is the interval of reports to the hub; 0 is 2 s.
	Beats time.Duration

	calls *caller

	mu      sync.Mutex // guards the fields below
	welcome welcome
	held    map[*task]bool
	done    int
	busy    time.Duration
	passed  map[string]int // by name: how often a job that failed here was given back
	tellers []Teller
}

// task is the job of a thread.
type task struct {
	handed  handed
	began   time.Time
	partial json.RawMessage
	stop    context.CancelCauseFunc
}

// RefusedError gives the reason why a hub refuses a worker, or sends it away.
type RefusedError struct{ Why string }

func (e *RefusedError) Error() string { return "the hub refuses this worker: " + e.Why }

// errUnwanted ends a job that is no longer wanted.
var errUnwanted = errors.New("the answer is no longer wanted")

// Done returns the number of jobs done and their total time.
func (w *Worker) Done() (jobs int, took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.done, w.busy
}

// Work joins the hub, retrying while it cannot be reached, and does jobs until ctx
// ends or the hub refuses the worker: then the error is a [*RefusedError].
func (w *Worker) Work(ctx context.Context) error {
	if w.Log == nil {
		w.Log = slog.Default()
	}
	if w.Beats <= 0 {
		w.Beats = 2 * time.Second
	}
	if w.Own == nil {
		w.Own = NewIdentity()
	}
	w.calls = &caller{desk: w.Desk, own: w.Own}
	w.held = map[*task]bool{}
	if err := w.Desk.Listen(func(text []byte) { w.hear(nil, text) }); err != nil {
		return err
	}
	if err := w.join(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	for range w.Hello.Threads {
		all.Go(func() { w.thread(ctx) })
	}
	all.Go(func() {
		if err := w.beat(ctx); err != nil {
			stop(err)
		}
	})
	all.Wait()
	w.leave()
	return context.Cause(ctx)
}

// join asks the hub until it answers.
func (w *Worker) join(ctx context.Context) error {
	for told := false; ; pause(ctx) {
		var welcome welcome
		err := w.call(ctx, verbJoin, w.Hello, &welcome)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil && welcome.Refused != "":
			return &RefusedError{welcome.Refused}
		case err == nil:
			w.mu.Lock()
			w.welcome = welcome
			w.mu.Unlock()
			w.Log.Info("joined the hub", "worker", welcome.Worker, "threads", w.Hello.Threads)
			return nil
		case !errors.Is(err, ErrGone):
			return err
		case !told:
			w.Log.Warn("waiting for the hub", "error", err)
			told = true
		}
	}
}

// leave tells the hub to give the worker's jobs to others. The call may fail.
func (w *Worker) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = w.call(ctx, verbLeave, true, new(bool))
}

func (w *Worker) identity() welcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.welcome
}

func (w *Worker) call(ctx context.Context, verb string, question, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return w.calls.call(ctx, verb, question, answer)
}

// beat reports to the hub, and obeys its orders.
func (w *Worker) beat(ctx context.Context) error {
	tick := time.NewTicker(w.Beats)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		var o orders
		if err := w.call(ctx, verbBeat, w.underway(), &o); err != nil {
			if ctx.Err() == nil && !errors.Is(err, ErrGone) {
				w.Log.Warn("the hub does not understand a beat", "error", err)
			}
			continue
		}
		switch {
		case o.Leave != "":
			return &RefusedError{o.Leave}
		case o.Again:
			if err := w.join(ctx); err != nil {
				return err
			}
		}
		w.drop(o.Drop)
	}
}

// underway returns the next report.
func (w *Worker) underway() beat {
	w.mu.Lock()
	defer w.mu.Unlock()
	b := beat{Jobs: []underway{}}
	for t := range w.held {
		j := t.handed.Job
		b.Jobs = append(b.Jobs, underway{Run: j.Run, ID: j.ID, Seconds: time.Since(t.began).Seconds(), Partial: t.partial})
	}
	return b
}

// drop ends jobs that are no longer wanted.
func (w *Worker) drop(names []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for t := range w.held {
		j := t.handed.Job
		for _, name := range names {
			if name == j.Run+"."+j.ID {
				t.stop(errUnwanted)
			}
		}
	}
}

// thread does one job after another.
func (w *Worker) thread(ctx context.Context) {
	doer := w.Make()
	if t, ok := doer.(Teller); ok {
		w.mu.Lock()
		w.tellers = append(w.tellers, t)
		w.mu.Unlock()
	}
	for told := false; ctx.Err() == nil; {
		job, err := w.take(ctx)
		if err != nil {
			if ctx.Err() == nil {
				if !told {
					w.Log.Warn("no job can be had: tried again until it works", "error", err)
					told = true
				}
				pause(ctx)
			}
			continue
		}
		told = false
		if job.Job != nil {
			w.do(ctx, doer, job)
		}
	}
}

// take waits for a job. The reply may contain none.
func (w *Worker) take(ctx context.Context) (job handed, err error) {
	ctx, cancel := context.WithTimeout(ctx, takeFor+patience)
	defer cancel()
	return job, w.calls.call(ctx, verbTake, true, &job)
}

// do does a job, and extends its lease meanwhile.
func (w *Worker) do(ctx context.Context, doer Doer, h handed) {
	me, job := w.identity(), h.Job
	if w.passes(job) {
		_ = w.call(ctx, verbBack, returned{h.Ticket, min(me.Lease/30, time.Second)}, new(bool)) // otherwise the lease ends
		return
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t := &task{handed: h, began: time.Now(), stop: stop}
	w.mu.Lock()
	w.held[t] = true
	w.mu.Unlock()
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		w.renew(ctx, &h.Ticket, me.Lease/3)
	}()
	a := answered{Ticket: h.Ticket, Answer: answer{Job: *job}}
	found, err := w.safely(ctx, doer, job, t)
	a.Answer.Seconds = time.Since(t.began).Seconds()
	w.tell(doer)
	cause := context.Cause(ctx)
	w.mu.Lock()
	delete(w.held, t)
	w.done++
	w.busy += time.Since(t.began)
	w.mu.Unlock()
	switch {
	case errors.Is(cause, errUnwanted):
		a.Answer.Error = errUnwanted.Error()
	case cause != nil: // the worker ends: another one gets the job after it has left
		return
	case err == nil && !json.Valid(found):
		a.Answer.Error = "a fault of the program: what it found is not JSON"
	case err != nil:
		a.Answer.Error = err.Error()
	default:
		a.Answer.Found = found
	}
	w.send(ctx, &a)
	stop(nil)
	<-renewed
}

// maxPasses is how often a worker gives back a job that it failed to do, so that
// another may take it.
const maxPasses = 10

// passes reports whether a job is for another worker: the check of this worker's own
// answer, or for a while a job that it failed to do.
func (w *Worker) passes(job *Job) bool {
	if job.NotBy != w.identity().Worker || job.Check {
		return job.Check && job.NotBy == w.identity().Worker
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.passed == nil {
		w.passed = map[string]int{}
	}
	w.passed[job.Name()]++
	return w.passed[job.Name()] <= maxPasses
}

// tell sends a doer's texts to the other threads and workers. A lost text only costs
// time.
func (w *Worker) tell(doer Doer) {
	t, ok := doer.(Teller)
	if !ok {
		return
	}
	for _, text := range t.Tell() {
		w.hear(t, text)
		_ = w.Desk.Tell(text)
	}
}

// hear passes a text to all doers except its sender.
func (w *Worker) hear(teller Teller, text []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.tellers {
		if t != teller {
			t.Hear(text)
		}
	}
}

// maxSending is how long sending an answer is retried; lastWords is the limit once
// the worker ends.
const (
	maxSending = 10 * time.Minute
	lastWords  = 3 * time.Second
)

// send sends an answer until the hub has it. The lease is extended meanwhile.
func (w *Worker) send(ending context.Context, a *answered) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ending), maxSending)
	defer cancel()
	defer context.AfterFunc(ending, func() { time.AfterFunc(lastWords, cancel) })()
	for told := false; ; pause(ctx) {
		err := w.call(ctx, verbAnswer, a, new(bool))
		if errors.Is(err, ErrTooLong) && a.Answer.Error == "" {
			a.Answer.Found, a.Answer.Error = nil, fmt.Sprintf("its answer has %d bytes: %v", len(a.Answer.Found), err)
			err = w.call(ctx, verbAnswer, a, new(bool))
		}
		if err == nil || ctx.Err() != nil {
			return
		}
		if !errors.Is(err, ErrGone) {
			w.Log.Error("the hub refuses an answer", "job", a.Answer.Job.Name(), "why", err)
			return
		}
		if !told {
			w.Log.Warn("an answer cannot be sent: tried again for ten minutes", "job", a.Answer.Job.Name(), "error", err)
			told = true
		}
	}
}

// safely does a job; a panic becomes an error, so that a faulty job does not end the
// worker.
func (w *Worker) safely(ctx context.Context, doer Doer, job *Job, t *task) (found json.RawMessage, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v", fault)
		}
	}()
	return doer.Do(ctx, job, func(partial json.RawMessage) {
		w.mu.Lock()
		t.partial = partial
		w.mu.Unlock()
	})
}

// renew extends a lease until ctx ends.
func (w *Worker) renew(ctx context.Context, t *ticket, every time.Duration) {
	tick := time.NewTicker(max(every, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = w.call(ctx, verbExtend, t, new(bool)) // it only matters if all fail for a whole lease
		}
	}
}
