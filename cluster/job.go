package cluster

import (
	"encoding/json"
	"time"
)

// Job is a piece of work for one worker.
type Job struct {
	// ID names the job within its run: letters, digits, and hyphens.
	ID   string `json:"id"`
	Run  string `json:"run"`
	Kind string `json:"kind"` // the kind of question: see [Doer]
	Game string `json:"game"`
	// Sheet is the text of the game's rules, if it is the game of a rule sheet: see [Order].
	Sheet string          `json:"sheet,omitempty"`
	Ask   json.RawMessage `json:"ask"`
	// Turn counts the attempts: 0, and one more after each failure. Check says that
	// another worker has already answered the job; NotBy is that worker.
	Turn  int    `json:"turn,omitempty"`
	Check bool   `json:"check,omitempty"`
	NotBy string `json:"not_by,omitempty"`
	// Nonce must be repeated in the answer to a check: only the worker that was given
	// the check knows it.
	Nonce string `json:"nonce,omitempty"`
}

// Name returns a name that is unique among all runs and attempts.
func (j *Job) Name() string {
	name := j.Run + "." + j.ID
	if j.Check {
		name += ".check." + j.NotBy // a check of another worker's answer is another job
	}
	if j.Turn > 0 {
		name += "." + string(rune('0'+j.Turn))
	}
	return name
}

// answer is a worker's result.
type answer struct {
	Job     Job             `json:"job"`
	Worker  string          `json:"worker"`
	Found   json.RawMessage `json:"found,omitempty"`
	Error   string          `json:"error,omitempty"` // why there is no result
	Seconds float64         `json:"seconds"`
}

// Hello introduces a worker to the hub.
type Hello struct {
	Name    string   `json:"name"` // of the machine, for users
	Version string   `json:"version"`
	Threads int      `json:"threads"` // number of simultaneous jobs
	Games   []string `json:"games"`   // the families of games that it knows
	// Kinds are the kinds of jobs that it does; empty means all. It only gets jobs
	// while no jobs of other kinds wait.
	Kinds []string `json:"kinds,omitempty"`
}

// welcome is the hub's reply.
type welcome struct {
	Refused string `json:"refused,omitempty"` // why it may not join
	Worker  string `json:"worker,omitempty"`  // the hub's name for it, derived from its public key
	// Lease is how long it may be silent about a job before another worker gets it.
	Lease time.Duration `json:"lease,omitempty"`
}

// beat is a regular report of a worker.
type beat struct {
	Jobs []underway `json:"jobs"`
}

// underway is a running job.
type underway struct {
	Run     string          `json:"run"`
	ID      string          `json:"id"`
	Seconds float64         `json:"seconds"`
	Partial json.RawMessage `json:"partial,omitempty"` // the result so far
}

// orders is the hub's reply to a beat.
type orders struct {
	Leave string   `json:"leave,omitempty"` // why the worker must leave
	Drop  []string `json:"drop,omitempty"`  // names of jobs that are no longer wanted
	Again bool     `json:"again,omitempty"` // the hub does not know it: it must join again
}
