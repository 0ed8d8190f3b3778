package web

import (
	"maps"
	"time"
)

// Turns by start-time fair queueing [GoyalVinCheng96]: each address has a clock that
// runs while its searches run, and the address whose clock shows least is served next.
// So a client with many requests waits for clients with few, however many names and
// connections it uses. Within an address the same holds for its clients, by the names
// that they give themselves.

// asker is the origin of a request: an address, and the name that the client gave
// itself.
type asker struct{ address, name string }

// degree is the priority of a request.
type degree int

// Play comes first, then the scores of the position on the board, then explorations.
const (
	play degree = iota
	scores
	exploration
)

// delay returns the delay of a degree: its address is treated as if it had used this
// delay as additional time.
func (d degree) delay() time.Duration {
	return [...]time.Duration{0, 2 * time.Second, 5 * time.Second}[d]
}

// aging: a degree's delay shrinks by 1/aging of the waiting time, so that no request
// waits for ever.
const aging = 4

// maxShares is the number of inactive addresses that are remembered.
const maxShares = 4096

// turns holds the clocks of addresses, or of the clients of one address.
type turns struct {
	now    time.Duration // the clock of the last one served, at the beginning of its turn
	shares map[string]*share
}

// share is the time used by an address or a client.
type share struct {
	clock   time.Duration
	tickets int // waiting or running
	clients turns
	next    *ticket // the next waiting one; only set during a choice
}

// of returns a share, and creates it if necessary.
func (t *turns) of(name string) *share {
	s, ok := t.shares[name]
	if !ok {
		if t.shares == nil {
			t.shares = map[string]*share{}
		}
		s = &share{clock: t.now}
		t.shares[name] = s
	}
	return s
}

// ahead returns how much more time a has used than b: by address, or within one
// address by client.
func (t *turns) ahead(a, b asker) time.Duration {
	x, y := t.of(a.address), t.of(b.address)
	if x == y {
		x, y = x.clients.of(a.name), y.clients.of(b.name)
	}
	return x.clock - y.clock
}

// add changes the number of tickets of a share. Absence earns no credit: the clock of a
// returning share is advanced to the others'. A share without tickets and debts is
// forgotten; if there are too many shares, all shares without tickets are forgotten.
func (t *turns) add(name string, n int) {
	s := t.of(name)
	if s.tickets == 0 {
		s.clock = max(s.clock, t.now)
	}
	if s.tickets += n; s.tickets > 0 {
		return
	}
	if s.clients = (turns{}); s.clock <= t.now {
		delete(t.shares, name)
	}
	if len(t.shares) > maxShares {
		maps.DeleteFunc(t.shares, func(_ string, s *share) bool { return s.tickets == 0 })
	}
}

// Both levels at once.

func (t *turns) enter(a asker) {
	t.add(a.address, 1)
	t.of(a.address).clients.add(a.name, 1)
}

func (t *turns) leave(a asker) {
	t.of(a.address).clients.add(a.name, -1)
	t.add(a.address, -1)
}

// begin records the beginning of a turn.
func (t *turns) begin(a asker) {
	s := t.of(a.address)
	t.now = max(t.now, s.clock)
	s.clients.now = max(s.clients.now, s.clients.of(a.name).clock)
}

// charge adds the time used.
func (t *turns) charge(a asker, used time.Duration) {
	s := t.of(a.address)
	s.clock += used
	s.clients.of(a.name).clock += used
}

// first returns the ticket whose turn it is among those that may run, or nil.
func (t *turns) first(waiting []*ticket, may func(*ticket) bool, now time.Time) *ticket {
	for _, w := range waiting {
		if s := t.of(w.address); may(w) && (s.next == nil || s.clients.before(w, s.next, now)) {
			s.next = w
		}
	}
	var best *ticket
	var least time.Duration
	for _, w := range waiting {
		s := t.of(w.address)
		if s.next != w {
			continue
		}
		s.next = nil
		if key := s.clock + w.delay(now); best == nil || key < least {
			best, least = w, key
		}
	}
	return best
}

// before reports whether a ticket is served before another one of the same address.
func (t *turns) before(a, b *ticket, now time.Time) bool {
	if x, y := t.of(a.name).clock+a.delay(now), t.of(b.name).clock+b.delay(now); x != y {
		return x < y
	}
	return a.arrived.Before(b.arrived)
}

// delay returns the delay of a ticket by its degree, which shrinks as it waits.
func (t *ticket) delay(now time.Time) time.Duration {
	return max(t.degree.delay()-now.Sub(t.arrived)/aging, 0)
}
