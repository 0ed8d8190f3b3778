package cluster

import (
	"context"
	"sync"
)

// Door is a way to the hub within its process, for one connection that a worker reaches it by, as a
// browser tab does. It lets workers' calls in, and no orders.
type Door struct {
	hub *Hub

	mu    sync.Mutex // guards what follows
	known map[string]bool
}

// Door opens one.
func (h *Hub) Door() *Door { return &Door{hub: h, known: map[string]bool{}} }

// Call answers a call.
func (d *Door) Call(ctx context.Context, verb string, question []byte) Reply {
	return d.hub.serve(ctx, Question{Verb: verb, Text: question, known: func(id string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.known[id] = true
	}})
}

// Close says that the connection has ended: jobs of the workers that came by it go to others at once.
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
