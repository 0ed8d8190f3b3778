package cluster

import (
	"context"
	"errors"
	"time"
)

// ErrTooLong is wrapped by the error of an answer that is longer than a transport takes.
var ErrTooLong = errors.New("longer than the queue takes")

// ErrGone is wrapped by errors of a transport whose other side cannot be reached now.
var ErrGone = errors.New("the hub cannot be reached")

// Office is the hub's side of a transport.
type Office interface {
	// Offer puts jobs into the queue. When it returns they stay there, whatever dies. A
	// job that is there already, by its name, is not added again.
	Offer(ctx context.Context, jobs []Job) error
	// Withdraw takes jobs out of the queue. A worker that has one may answer it still.
	Withdraw(ctx context.Context, jobs []Job) error
	// Answers waits for the next answers, at least one.
	Answers(ctx context.Context) ([]Letter, error)
	// Keep keeps values by name, when it returns, whatever dies. Kept returns all whose names
	// begin so, in the order in which they were kept; Forget removes them. A prefix ends with a
	// point, or is a whole name.
	Keep(ctx context.Context, values []Value) error
	Kept(ctx context.Context, prefix string) ([]Value, error)
	Forget(ctx context.Context, prefix string) error
	// Serve answers what workers and others call, until the transport is closed.
	Serve(answer func(verb string, question []byte) []byte) error
	// Lapsed is called with the name of each job that was given out so often, without an
	// answer, that the queue gave it up.
	Lapsed(gaveUp func(name string)) error
}

// Letter is an answer that arrived.
type Letter struct {
	Text []byte       // an [Answer] as JSON, or what a stranger sent
	Done func() error // takes it out of the queue: it is kept, or worth nothing
}

// Value is a thing that is kept.
type Value struct {
	Name string // letters, digits, hyphens, and points between its parts
	Data []byte
}

// Desk is a worker's side of a transport.
type Desk interface {
	// Call asks the hub, and waits for what it says. The error wraps [ErrGone] where nobody
	// answers.
	Call(ctx context.Context, verb string, question []byte) ([]byte, error)
	// Take waits for a job. It belongs to the worker for a lease.
	Take(ctx context.Context) (Held, error)
	// Tell sends a text to all who listen at other desks. It may be lost on the way.
	Tell(text []byte) error
	// Listen has hear called with what is told at other desks, one text at a time.
	Listen(hear func(text []byte)) error
}

// Held is a job that a worker has.
type Held interface {
	Job() *Job
	// Extend begins the lease again.
	Extend() error
	// Answer sends an answer, and ends the job when the queue has it.
	Answer(ctx context.Context, text []byte) error
	// GiveBack lets another worker have it after a time.
	GiveBack(after time.Duration) error
}

// The verbs of calls. Those that others than workers use are exported.
const (
	verbJoin  = "join"
	verbBeat  = "beat"
	verbLeave = "leave"

	Submit    = "submit" // an [Order]: the name of its run
	FollowRun = "follow" // a [Follow]: a [Followed]
	GetStatus = "status" // nothing: a [Status]
	Stop      = "stop"   // the name of a run: true
)

// OfWorkers reports whether a call is one that a worker makes.
func OfWorkers(verb string) bool { return verb == verbJoin || verb == verbBeat || verb == verbLeave }
