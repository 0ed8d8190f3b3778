package cluster

import (
	"context"
	"errors"
	"slices"
	"time"
)

// ErrTooLong is wrapped by the error of a call that is longer than a transport takes.
var ErrTooLong = errors.New("longer than the queue takes")

// ErrGone is wrapped by errors of a transport whose other side cannot be reached now.
var ErrGone = errors.New("the hub cannot be reached")

// Office is the hub's side of a transport. The hub alone has the queues: workers get jobs and
// send answers by calls.
type Office interface {
	// Offer puts jobs into the queue. When it returns they stay there, whatever dies. A
	// job that is there already, by its name, is not added again.
	Offer(ctx context.Context, jobs []Job) error
	// Withdraw takes jobs out of the queue. A worker that has one may answer it still.
	Withdraw(ctx context.Context, jobs []Job) error
	// Take waits for a job until ctx ends. The job belongs to the owner of its ticket for a
	// lease.
	Take(ctx context.Context) (Given, error)
	// Extend begins the lease of a job again.
	Extend(ticket string) error
	// Answer puts a letter into the queue of answers, and then ends the job.
	Answer(ctx context.Context, ticket string, letter []byte) error
	// GiveBack lets another worker have a job after a time.
	GiveBack(ticket string, after time.Duration) error
	// Answers waits for the next answers, at least one.
	Answers(ctx context.Context) ([]Letter, error)
	// Keep keeps values by name, when it returns, whatever dies. Kept returns all whose names
	// begin so, in the order in which they were kept; Forget removes them. A prefix ends with a
	// point, or is a whole name.
	Keep(ctx context.Context, values []Value) error
	Kept(ctx context.Context, prefix string) ([]Value, error)
	Forget(ctx context.Context, prefix string) error
	// Serve answers what workers and others call, until the transport is closed. It may call
	// answer from several goroutines.
	Serve(answer func(ctx context.Context, q Question) Reply) error
	// Lapsed is called with the name of each job that was given out so often, without an
	// answer, that the transport took it out of the queue.
	Lapsed(gaveUp func(name string))
}

// Given is a job that was given out.
type Given struct {
	Job    Job
	Ticket string // another one each time that the job is given out
}

// Question is what somebody calls.
type Question struct {
	Verb string
	Text []byte
	// Orders says that the transport lets the caller give orders: a worker's right does not.
	Orders bool

	known func(id string) // if not nil, called with the worker whose signature was right
}

// Reply is what the hub says to a call.
type Reply struct {
	Text []byte
	// Lost, if not nil, has to be called where the caller has gone before it got the reply.
	Lost func()
}

// Letter is an answer that arrived.
type Letter struct {
	Text []byte       // what the office was given, or what a stranger sent
	Done func() error // takes it out of the queue: it is kept, or worth nothing
}

// Value is a thing that is kept.
type Value struct {
	Name string // letters, digits, hyphens, and points between its parts
	Data []byte
}

// Desk is the side of a transport of a worker, or of a client that gives orders.
type Desk interface {
	// Call asks the hub, and waits for what it says until ctx ends. The error wraps [ErrGone] where
	// nobody answers.
	Call(ctx context.Context, verb string, question []byte) ([]byte, error)
	// Tell sends a text to all who listen at other desks. It may be lost on the way.
	Tell(text []byte) error
	// Listen has hear called with what is told at other desks, one text at a time.
	Listen(hear func(text []byte)) error
}

// The verbs of calls. Workers sign theirs. Those of orders are exported, and a right of their own.
const (
	verbJoin   = "join"   // a [Hello]: a [Welcome]
	verbBeat   = "beat"   // a [Beat]: [Orders]
	verbTake   = "take"   // nothing: a handed job
	verbExtend = "extend" // a ticket: true
	verbAnswer = "answer" // an answered job: true
	verbBack   = "back"   // a returned job: true
	verbLeave  = "leave"  // nothing: true

	Submit    = "submit" // an [Order]: the name of its run
	FollowRun = "follow" // a [Follow]: a [Followed]
	GetStatus = "status" // nothing: a [Status]
	Stop      = "stop"   // the name of a run: true
)

// OfWorkers reports whether a call is one that a worker makes, and signs.
func OfWorkers(verb string) bool {
	return slices.Contains([]string{verbJoin, verbBeat, verbTake, verbExtend, verbAnswer, verbBack, verbLeave}, verb)
}
