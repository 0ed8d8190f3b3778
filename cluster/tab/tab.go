// Package tab is the transport between a hub and a browser tab that works for it: one
// WebSocket [RFC6455]. The tab asks and the hub's side replies, each by one frame of JSON.
// A tab has no queue of its own to talk to: the hub's side takes jobs for it, and gives back
// what the tab still has when it goes.
package tab

import (
	"encoding/json"
	"time"

	"oxo/cluster"
)

// What a tab asks for.
const (
	doCall   = "call"   // a call of the hub: Verb and Text
	doTake   = "take"   // a job, when there is one
	doExtend = "extend" // the lease of a job
	doAnswer = "answer" // a job is done: Text is the answer
	doBack   = "back"   // a job is given back
)

// request is what a tab asks.
type request struct {
	N     uint64          `json:"n"` // the reply has the same number
	Do    string          `json:"do"`
	Verb  string          `json:"verb,omitempty"`
	Held  uint64          `json:"held,omitempty"` // the number of a job that it has
	Text  json.RawMessage `json:"text,omitempty"`
	After time.Duration   `json:"after,omitempty"` // when others may have the job
}

// reply is what it gets.
type reply struct {
	N     uint64          `json:"n"`
	Text  json.RawMessage `json:"text,omitempty"`
	Held  uint64          `json:"held,omitempty"`
	Job   *cluster.Job    `json:"job,omitempty"`
	Error string          `json:"error,omitempty"`
	Gone  bool            `json:"gone,omitempty"` // the error is [cluster.ErrGone]
}

// mostFrame is how many bytes a frame may have.
const mostFrame = 1 << 20
