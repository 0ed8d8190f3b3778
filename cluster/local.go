package cluster

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Transport is both sides of a transport.
type Transport interface {
	Office
	Desk
}

// local is a transport within one process.
type local struct {
	lease time.Duration
	most  int // how often a job is given out

	mu      sync.Mutex // guards the fields below
	wake    chan struct{}
	jobs    []*localJob
	answers [][]byte
	values  []Value
	answer  func(ctx context.Context, q Question) Reply
	gaveUp  func(name string)
	hear    []func(text []byte)
	given   map[string]*localJob // by ticket
	last    int                  // number of the last ticket
}

// localJob is a job in the queue.
type localJob struct {
	job    Job
	given  int       // how often it was given out
	ticket string    // of the last time
	until  time.Time // the end of the lease, or of the delay after it was given back
}

// maxGiven is how often a job is given out if its workers fall silent.
const maxGiven = 10

// NewLocal makes a transport within one process, with a lease: for tests, and for a hub with
// its own workers. Its data ends with it.
func NewLocal(lease time.Duration) Transport { return newLocal(lease) }

func newLocal(lease time.Duration) *local {
	return &local{lease: lease, most: maxGiven, wake: make(chan struct{}), given: map[string]*localJob{}}
}

// rouse wakes all waiting goroutines. Its caller holds mu.
func (l *local) rouse() {
	close(l.wake)
	l.wake = make(chan struct{})
}

// wait waits for a change, at most for a time.
func wait(ctx context.Context, wake <-chan struct{}, most time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-wake:
	case <-time.After(most):
	}
	return nil
}

// Offer implements [Office].
func (l *local) Offer(_ context.Context, jobs []Job) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range jobs {
		if l.find(j.Name()) < 0 {
			l.jobs = append(l.jobs, &localJob{job: j})
		}
	}
	l.rouse()
	return nil
}

func (l *local) find(name string) int {
	return slices.IndexFunc(l.jobs, func(j *localJob) bool { return j.job.Name() == name })
}

// Withdraw implements [Office].
func (l *local) Withdraw(_ context.Context, jobs []Job) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range jobs {
		if i := l.find(j.Name()); i >= 0 && !l.jobs[i].until.After(time.Now()) {
			l.jobs = slices.Delete(l.jobs, i, i+1)
		}
	}
	return nil
}

// Answers implements [Office].
func (l *local) Answers(ctx context.Context) ([]Letter, error) {
	for {
		l.mu.Lock()
		wake := l.wake
		var letters []Letter
		for _, text := range l.answers {
			letters = append(letters, Letter{Text: text, Done: func() error { l.done(text); return nil }})
		}
		l.mu.Unlock()
		if len(letters) > 0 {
			return letters, nil
		}
		if err := wait(ctx, wake, time.Minute); err != nil {
			return nil, err
		}
	}
}

// done removes an answer from the queue: the identical slice, not an equal one.
func (l *local) done(text []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers = slices.DeleteFunc(l.answers, func(a []byte) bool { return len(a) == len(text) && (len(a) == 0 || &a[0] == &text[0]) })
}

// Keep implements [Office].
func (l *local) Keep(_ context.Context, values []Value) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range values {
		i := slices.IndexFunc(l.values, func(old Value) bool { return old.Name == v.Name })
		if i < 0 {
			l.values = append(l.values, v)
		} else {
			l.values[i] = v
		}
	}
	return nil
}

// Kept implements [Office].
func (l *local) Kept(_ context.Context, prefix string) ([]Value, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []Value
	for _, v := range l.values {
		if within(v.Name, prefix) {
			found = append(found, v)
		}
	}
	return found, nil
}

// Forget implements [Office].
func (l *local) Forget(_ context.Context, prefix string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.values = slices.DeleteFunc(l.values, func(v Value) bool { return within(v.Name, prefix) })
	return nil
}

// within reports whether a name equals prefix, or begins with it if prefix ends with a dot.
func within(name, prefix string) bool {
	return name == prefix || strings.HasSuffix(prefix, ".") && strings.HasPrefix(name, prefix)
}

// Serve implements [Office].
func (l *local) Serve(answer func(ctx context.Context, q Question) Reply) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answer = answer
	return nil
}

// Lapsed implements [Office].
func (l *local) Lapsed(gaveUp func(name string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gaveUp = gaveUp
}

// Call implements [Desk]. Callers within the process may also give orders.
func (l *local) Call(ctx context.Context, verb string, question []byte) ([]byte, error) {
	l.mu.Lock()
	answer := l.answer
	l.mu.Unlock()
	if answer == nil {
		return nil, ErrGone
	}
	r := answer(ctx, Question{Verb: verb, Text: bytes.Clone(question), Orders: true})
	if ctx.Err() != nil && r.Lost != nil {
		r.Lost()
	}
	return r.Text, nil
}

// Tell implements [Desk]. All users of the transport share one desk, and get their own
// texts too.
func (l *local) Tell(text []byte) error {
	l.mu.Lock()
	all := slices.Clone(l.hear)
	l.mu.Unlock()
	for _, hear := range all {
		hear(text)
	}
	return nil
}

// Listen implements [Desk].
func (l *local) Listen(hear func(text []byte)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hear = append(l.hear, hear)
	return nil
}

// Take implements [Office].
func (l *local) Take(ctx context.Context) (Given, error) {
	for ctx.Err() == nil {
		l.mu.Lock()
		given, gaveUp, next := l.take(time.Now())
		wake, tell := l.wake, l.gaveUp
		l.mu.Unlock()
		for _, name := range gaveUp {
			tell(name)
		}
		if given.Ticket != "" {
			return given, nil
		}
		if err := wait(ctx, wake, next+time.Millisecond); err != nil {
			return Given{}, err
		}
	}
	return Given{}, context.Cause(ctx)
}

// take returns a free job, the names of abandoned jobs, and the time until the next
// lease ends.
func (l *local) take(now time.Time) (given Given, gaveUp []string, next time.Duration) {
	next = time.Minute
	for i := 0; i < len(l.jobs); i++ {
		j := l.jobs[i]
		switch left := j.until.Sub(now); {
		case left > 0:
			next = min(next, left)
		case j.given >= l.most:
			gaveUp = append(gaveUp, j.job.Name())
			l.jobs = slices.Delete(l.jobs, i, i+1)
			i--
		default:
			j.given++
			j.until = now.Add(l.lease)
			l.last++
			j.ticket = strconv.Itoa(l.last)
			l.given[j.ticket] = j
			return Given{j.job, j.ticket}, gaveUp, next
		}
	}
	return Given{}, gaveUp, next
}

// Extend implements [Office].
func (l *local) Extend(ticket string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if j, ok := l.given[ticket]; ok && j.ticket == ticket {
		j.until = time.Now().Add(l.lease)
	}
	return nil
}

// Answer implements [Office].
func (l *local) Answer(_ context.Context, ticket string, letter []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers = append(l.answers, bytes.Clone(letter))
	if i := slices.Index(l.jobs, l.given[ticket]); i >= 0 {
		l.jobs = slices.Delete(l.jobs, i, i+1)
	}
	delete(l.given, ticket)
	l.rouse()
	return nil
}

// GiveBack implements [Office].
func (l *local) GiveBack(ticket string, after time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if j, ok := l.given[ticket]; ok && j.ticket == ticket {
		j.until = time.Now().Add(after)
		j.given--
	}
	delete(l.given, ticket)
	l.rouse()
	return nil
}
