package web

import (
	"maps"
	"time"
)

// Whose turn it is, by start-time fair queueing [GoyalVinCheng96]: each address has a
// clock that runs while its searches do, and the address whose clock shows least is
// served next. Who asks for much waits for those who ask for little, however many
// names and connections it uses. Within an address the same holds for its clients,
// by the names that they give themselves.

// asker is who asks: an address, and a name that the client gave itself.
type asker struct{ address, name string }

// degree orders what is waited for.
type degree int

// Play comes first, then the scores of the position on the board, then explorations.
const (
	play degree = iota
	scores
	exploration
)

// behind is how much later a degree is served: as if its address had used so much
// more than it has.
func (d degree) behind() time.Duration {
	return [...]time.Duration{0, 2 * time.Second, 5 * time.Second}[d]
}

// aging is the part of the time waited that a degree is put forward by, so that none
// waits for ever.
const aging = 4

// mostShares is how many addresses are remembered that wait for nothing now.
const mostShares = 4096

// turns are the clocks of addresses, or of the clients of one.
type turns struct {
	now    time.Duration // the clock of the one served last, when its turn began
	shares map[string]*share
}

// share is what an address, or a client, has used.
type share struct {
	clock   time.Duration
	tickets int // that wait or run
	clients turns
	next    *ticket // of those that wait; set while one is chosen
}

// of returns a share, and makes it.
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

// ahead is how much more one has used than another: its address, or of the same
// address its client.
func (t *turns) ahead(a, b asker) time.Duration {
	x, y := t.of(a.address), t.of(b.address)
	if x == y {
		x, y = x.clients.of(a.name), y.clients.of(b.name)
	}
	return x.clock - y.clock
}

// add counts the tickets of a share. Who was away has saved up nothing: its clock is
// put forward to that of the others. A share that has no tickets and owes nothing is
// forgotten, and all that have none where they become too many.
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
	if len(t.shares) > mostShares {
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

// begin notes that a turn begins.
func (t *turns) begin(a asker) {
	s := t.of(a.address)
	t.now = max(t.now, s.clock)
	s.clients.now = max(s.clients.now, s.clients.of(a.name).clock)
}

// charge counts what is used.
func (t *turns) charge(a asker, used time.Duration) {
	s := t.of(a.address)
	s.clock += used
	s.clients.of(a.name).clock += used
}

// first returns the ticket whose turn it is, of those that may have it, or nil.
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
		if key := s.clock + w.behind(now); best == nil || key < least {
			best, least = w, key
		}
	}
	return best
}

// before says whether a ticket is served before another one of the same address.
func (t *turns) before(a, b *ticket, now time.Time) bool {
	if x, y := t.of(a.name).clock+a.behind(now), t.of(b.name).clock+b.behind(now); x != y {
		return x < y
	}
	return a.arrived.Before(b.arrived)
}

// behind is how much later a ticket is served for its degree, less the longer it waits.
func (t *ticket) behind(now time.Time) time.Duration {
	return max(t.degree.behind()-now.Sub(t.arrived)/aging, 0)
}
