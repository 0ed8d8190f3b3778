package cluster

import (
	"context"
	"sync"
)

// Door is an access to the hub within its process, for one external connection such
// as a browser tab's. It accepts calls of workers, but no orders.
type Door struct {
	hub *Hub

	mu    sync.Mutex // guards the fields below
	known map[string]bool
}

// Door makes a door.
func (h *Hub) Door() *Door { return &Door{hub: h, known: map[string]bool{}} }

// Call answers a call.
func (d *Door) Call(ctx context.Context, verb string, question []byte) Reply {
	return d.hub.serve(ctx, Question{Verb: verb, Text: question, known: func(id string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.known[id] = true
	}})
}

// Close closes the connection. The hub gives the jobs of its workers to other workers
// at once.
func (d *Door) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	for id := range d.known {
		if m, ok := d.hub.members[id]; ok {
			d.hub.release(m)
		}
	}
}
