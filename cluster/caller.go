package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// patience is the time limit of a call.
const patience = 5 * time.Second

// Call sends the hub an order or a question through a desk, and reads the reply into
// answer. If there is no reply within five seconds, the error wraps [ErrGone].
func Call(ctx context.Context, d Desk, verb string, question, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	text, err := json.Marshal(question)
	if err != nil {
		return err
	}
	if text, err = d.Call(ctx, verb, text); err != nil {
		return err
	}
	_, err = hearReply(text, answer)
	return err
}

// hearReply reads the hub's reply into answer. If the call must be signed again, it
// returns the session to sign for.
func hearReply(text []byte, answer any) (session string, err error) {
	r := struct {
		Error   string          `json:"error"`
		Gone    bool            `json:"gone"`
		Value   json.RawMessage `json:"value"`
		Session string          `json:"session"`
	}{}
	if err := json.Unmarshal(text, &r); err != nil {
		return "", fmt.Errorf("the hub's reply cannot be read: %w", err)
	}
	switch {
	case r.Session != "":
		return r.Session, nil
	case r.Gone:
		return "", fmt.Errorf("%w: %s", ErrGone, strings.TrimPrefix(r.Error, ErrGone.Error()+": "))
	case r.Error != "":
		return "", errors.New(r.Error)
	}
	return "", json.Unmarshal(r.Value, answer)
}

// caller signs the calls of a worker.
type caller struct {
	desk Desk
	own  *Identity

	mu      sync.Mutex // guards the fields below
	session string     // of the hub
	count   uint64     // of the last call
}

// maxSignings is how often a call is signed, in case the hub restarts or later calls
// overtake this one.
const maxSignings = 4

// call calls the hub, and reads the reply into answer.
func (c *caller) call(ctx context.Context, verb string, question, answer any) error {
	text, err := json.Marshal(question)
	if err != nil {
		return err
	}
	for range maxSignings {
		call, err := json.Marshal(c.sign(verb, text))
		if err != nil {
			return err
		}
		reply, err := c.desk.Call(ctx, verb, call)
		if err != nil {
			return err
		}
		session, err := hearReply(reply, answer)
		if err != nil || session == "" {
			return err
		}
		c.mu.Lock()
		c.session = session
		c.mu.Unlock()
	}
	return fmt.Errorf("%w: it accepts none of %d signatures", ErrGone, maxSignings)
}

func (c *caller) sign(verb string, text []byte) *signed {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
	return c.own.call(verb, c.session, c.count, text)
}
