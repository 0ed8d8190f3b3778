package cluster

import (
	"context"
	"errors"
	"slices"
	"time"
)

// ErrTooLong is wrapped by the error of a call that exceeds the transport's limit.
var ErrTooLong = errors.New("the message is too long for the queue")

// ErrGone is wrapped by errors of a transport whose other side cannot be reached now.
var ErrGone = errors.New("the hub cannot be reached")

// Office is the hub's side of a transport. Only the hub has the queues: workers get
// jobs and send answers by calls.
type Office interface {
	// Offer puts jobs into the queue. When it returns, they survive any crash. A job
	// whose name is already in the queue is not added again.
	Offer(ctx context.Context, jobs []Job) error
	// Withdraw removes jobs from the queue. A worker that has one may still answer it.
	Withdraw(ctx context.Context, jobs []Job) error
	// Take waits for a job until ctx ends. The job belongs to the owner of its ticket
	// for the time of a lease.
	Take(ctx context.Context) (Given, error)
	// Extend restarts the lease of a job.
	Extend(ticket string) error
	// Answer puts a letter into the queue of answers, and then removes the job.
	Answer(ctx context.Context, ticket string, letter []byte) error
	// GiveBack makes a job available to others after a delay.
	GiveBack(ticket string, after time.Duration) error
	// Answers waits for the next answers, at least one.
	Answers(ctx context.Context) ([]Letter, error)
	// Keep stores values by name; when it returns, they survive any crash. Kept returns
	// all values with a prefix, in the order in which they were stored; Forget removes
	// them. A prefix ends with a dot, or is a whole name.
	Keep(ctx context.Context, values []Value) error
	Kept(ctx context.Context, prefix string) ([]Value, error)
	Forget(ctx context.Context, prefix string) error
	// Serve answers the calls of workers and clients until the transport is closed. It
	// may call answer from several goroutines.
	Serve(answer func(ctx context.Context, q Question) Reply) error
	// Lapsed sets a function that gets the name of each job that was given out too
	// often without an answer and therefore removed from the queue.
	Lapsed(gaveUp func(name string))
}

// Given is a job that was given out.
type Given struct {
	Job    Job
	Ticket string // different each time that the job is given out
}

// Question is a call to the hub.
type Question struct {
	Verb string
	Text []byte
	// Orders says that the transport lets the caller give orders; workers may not.
	Orders bool

	known func(id string) // if not nil, called with the worker whose signature was valid
}

// Reply is the hub's reply to a call.
type Reply struct {
	Text []byte
	// Lost, if not nil, must be called if the caller went before it got the reply.
	Lost func()
}

// Letter is an answer that arrived.
type Letter struct {
	Text []byte       // from a worker, or from a stranger
	Done func() error // removes it from the queue: it is stored, or worthless
}

// Value is a stored value.
type Value struct {
	Name string // letters, digits, hyphens, and points between its parts
	Data []byte
}

// Desk is the side of a worker, or of a client that gives orders.
type Desk interface {
	// Call calls the hub, and waits for the reply until ctx ends. If nobody answers,
	// the error wraps [ErrGone].
	Call(ctx context.Context, verb string, question []byte) ([]byte, error)
	// Tell sends a text to the listeners at all other desks. It may be lost.
	Tell(text []byte) error
	// Listen makes the transport call hear with each text from other desks, one at a
	// time.
	Listen(hear func(text []byte)) error
}

// Verbs of calls, with argument and reply. Workers sign their calls. The verbs of
// orders are exported, and need a separate right.
const (
	verbJoin   = "join"   // a [Hello]: a [welcome]
	verbBeat   = "beat"   // a [beat]: [orders]
	verbTake   = "take"   // nothing: a handed job
	verbExtend = "extend" // a ticket: true
	verbAnswer = "answer" // an answered job: true
	verbBack   = "back"   // a returned job: true
	verbLeave  = "leave"  // nothing: true

	Submit    = "submit" // an [Order]: returns the name of its run
	FollowRun = "follow" // a [Follow]: a [Followed]
	GetStatus = "status" // nothing: a [Status]
	Stop      = "stop"   // the name of a run: returns true
)

// OfWorkers reports whether workers call and sign a verb.
func OfWorkers(verb string) bool {
	return slices.Contains([]string{verbJoin, verbBeat, verbTake, verbExtend, verbAnswer, verbBack, verbLeave}, verb)
}
