package cluster

import (
	"encoding/json"
	"errors"
)

// Run is what a hub is to find out. One goroutine at a time calls it.
type Run interface {
	// Next returns jobs that are worth doing now, up to a number, each with an ID, a kind,
	// a game and what is asked. A job that it returned comes again only after Drop.
	Next(n int) []Job
	// Ahead is how many jobs may wait for each thread that works: few, where the next
	// job depends on answers.
	Ahead() int
	// Take adds an answer. The same answer again changes nothing. An error says that it
	// cannot be the answer to such a job.
	Take(id string, found json.RawMessage) error
	// Agree returns nil where an answer to a job, and another that checks it, can both be
	// true, or says why not: [ErrUnsettled] where the second says nothing about the first, [ErrImpossible]
	// where it is no answer.
	Agree(id string, answer, check json.RawMessage) error
	// Hint tells what is known of a job on its way.
	Hint(id string, partial json.RawMessage)
	// Drop says that a job is not being worked at any more.
	Drop(id string)
	// SetAside says that nobody can answer a job, and why.
	SetAside(id, why string)
	// Wants reports whether an answer to a job would still change anything.
	Wants(id string) bool
	// State says how far it is.
	State() State
}

// ErrImpossible is wrapped where the second of two answers cannot be right, whatever the first says.
var ErrImpossible = errors.New("the check cannot be an answer to the job")

// ErrUnsettled says that an answer found nothing out about what another claims.
var ErrUnsettled = errors.New("the check found nothing out")

// Limited is a [Run] whose jobs end at a limit, and may leave open what they ask.
type Limited interface {
	Run
	// Raise returns what is asked with twice the limit, or an error where it has the most.
	Raise(ask json.RawMessage) (json.RawMessage, error)
}

// Sampled is a [Run] whose answers may say something of other questions than the one that was asked. A check
// is then about one of these, since a second answer to the job itself need not say the same.
type Sampled interface {
	Run
	// Sample returns what such a check asks, and what the answer says of it. The choice is by a random number, and the
	// results depend on nothing but that, the question and the answer. It is false where the answer says nothing else.
	Sample(ask, answer json.RawMessage, draw uint64) (asked, said json.RawMessage, ok bool)
}

// State is how far a run is.
type State struct {
	Over bool   `json:"over"`
	Text string `json:"text"` // a line for people
	// Result is what was found out, in the form of the run's kind, also on the way.
	Result json.RawMessage `json:"result,omitempty"`
}

// Order says what to find out. Runs of equal orders are one run.
type Order struct {
	Kind string          `json:"kind"` // see [Kinds]
	Game string          `json:"game,omitempty"`
	Spec json.RawMessage `json:"spec"`
	// Check is the share of answers that a second worker checks, in thousandths.
	Check int `json:"check"`
}

// Kinds make the runs of orders, by kind. An error says what is wrong with an order.
type Kinds map[string]func(Order) (Run, error)
