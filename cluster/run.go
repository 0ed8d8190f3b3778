package cluster

import (
	"encoding/json"
	"errors"
)

// Run is a task of the hub. Only one goroutine at a time calls it.
type Run interface {
	// Next returns up to n jobs that are worth doing now, each with an ID, a kind, a
	// game and a question. It returns a job again only after Drop.
	Next(n int) []Job
	// Ahead is the number of jobs that may wait for each working thread: few, if the
	// next job depends on answers.
	Ahead() int
	// Take adds an answer. Repeating an answer changes nothing. It returns an error if
	// found cannot be the answer to such a job.
	Take(id string, found json.RawMessage) error
	// Agree returns nil if an answer to a job and the answer of its check can both be
	// true, otherwise the reason: [ErrUnsettled] if the check says nothing about the
	// answer, [ErrImpossible] if the check is not a possible answer.
	Agree(id string, answer, check json.RawMessage) error
	// Hint passes on the partial result of a running job.
	Hint(id string, partial json.RawMessage)
	// Drop says that no worker has the job any more.
	Drop(id string)
	// SetAside says that nobody can answer a job, and why.
	SetAside(id, why string)
	// Wants reports whether an answer to a job would still change anything.
	Wants(id string) bool
	// State returns the progress.
	State() State
}

// ErrImpossible is wrapped if the second of two answers cannot be right, whatever the
// first says.
var ErrImpossible = errors.New("the check cannot be an answer to the job")

// ErrUnsettled says that a check found nothing about the answer that it checks.
var ErrUnsettled = errors.New("the check found no answer")

// Limited is a [Run] whose jobs have a limit, and may end without a result.
type Limited interface {
	Run
	// Raise returns the question with twice the limit, or an error at the maximum.
	Raise(ask json.RawMessage) (json.RawMessage, error)
}

// sampled is a [Run] whose answers may contain statements about other questions. A
// check then asks one of these, since a second answer to the job itself may
// legitimately differ.
type sampled interface {
	Run
	// Sample returns the question of such a check, and the answer's statement about
	// it. The random number draw chooses; the results depend only on it, the question
	// and the answer. It returns false if the answer contains no other statement.
	Sample(ask, answer json.RawMessage, draw uint64) (asked, said json.RawMessage, ok bool)
}

// State is the progress of a run.
type State struct {
	Over bool   `json:"over"`
	Text string `json:"text"` // a line for users
	// Result is the result so far, in the form of the run's kind.
	Result json.RawMessage `json:"result,omitempty"`
}

// Order describes a task. Equal orders are one run.
type Order struct {
	Kind string `json:"kind"` // see [Kinds]
	Game string `json:"game,omitempty"`
	// Sheet is the text of the game's rules, if it is the game of a rule sheet. The hub sends it with each job.
	Sheet string          `json:"sheet,omitempty"`
	Spec  json.RawMessage `json:"spec"`
	// Check is the share of answers that a second worker checks, in thousandths.
	Check int `json:"check"`
}

// Kinds make the runs of orders, by kind. They return an error for a wrong order.
type Kinds map[string]func(Order) (Run, error)
