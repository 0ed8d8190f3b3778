package cluster

import (
	"encoding/json"
	"time"
)

// Job is a piece of work for one worker.
type Job struct {
	// ID names it within its run: letters, digits, and hyphens.
	ID   string          `json:"id"`
	Run  string          `json:"run"`
	Kind string          `json:"kind"` // what is asked: see [Doer]
	Game string          `json:"game"`
	Ask  json.RawMessage `json:"ask"`
	// Turn is which time it is asked: 0, or more after it failed. Check says that another
	// worker has answered it already, and NotBy which one.
	Turn  int    `json:"turn,omitempty"`
	Check bool   `json:"check,omitempty"`
	NotBy string `json:"not_by,omitempty"`
	// Nonce is what the answer to a check has to repeat: only who was handed it can.
	Nonce string `json:"nonce,omitempty"`
}

// Name names a job among those of all runs, and each time that it is asked.
func (j *Job) Name() string {
	name := j.Run + "." + j.ID
	if j.Check {
		name += ".check." + j.NotBy // a check of another's answer is another job
	}
	if j.Turn > 0 {
		name += "." + string(rune('0'+j.Turn))
	}
	return name
}

// Answer is what a worker found out.
type Answer struct {
	Job     Job             `json:"job"`
	Worker  string          `json:"worker"`
	Found   json.RawMessage `json:"found,omitempty"`
	Error   string          `json:"error,omitempty"` // why nothing was found
	Seconds float64         `json:"seconds"`
}

// Hello is what a worker says when it comes.
type Hello struct {
	Name    string   `json:"name"` // of the machine, for people
	Version string   `json:"version"`
	Threads int      `json:"threads"` // jobs at a time
	Games   []string `json:"games"`   // names of the families of games that it knows
	// Kinds are the kinds of jobs that it does; empty: all. It gets jobs while no others wait.
	Kinds []string `json:"kinds,omitempty"`
}

// Welcome is what the hub says to it.
type Welcome struct {
	Refused string `json:"refused,omitempty"` // why it may not join
	Worker  string `json:"worker,omitempty"`  // what the hub calls it, by its public key
	// Lease is how long it may be silent about a job before another gets that.
	Lease time.Duration `json:"lease,omitempty"`
}

// Beat is what a worker says from time to time.
type Beat struct {
	Jobs []Underway `json:"jobs"`
}

// Underway is a job on its way.
type Underway struct {
	Run     string          `json:"run"`
	ID      string          `json:"id"`
	Seconds float64         `json:"seconds"`
	Partial json.RawMessage `json:"partial,omitempty"` // what is known so far
}

// Orders is what the hub says to a beat.
type Orders struct {
	Leave string   `json:"leave,omitempty"` // why the worker has to go
	Drop  []string `json:"drop,omitempty"`  // names of jobs that nobody wants any more
	Again bool     `json:"again,omitempty"` // the hub does not know it: it has to join again
}
