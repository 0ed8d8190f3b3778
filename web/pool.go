package web

import (
	"container/list"
	"context"
	"errors"
	"strings"
	"sync"

	"oxo/search"
)

// The errors of a pool that takes no more.
var (
	errBusy = errors.New("all searches are taken and the queue is full: try again in a few seconds")
	errMany = errors.New("too many of your searches are waiting: let some of them end first")
)

// pool shares a fixed number of searchers, and so of processors and memory,
// between clients. Who waits is served in turn: each client one, then each the
// next one, whoever asked for more.
type pool struct {
	most, mostEach int // tickets that may wait, in all and of one client
	mostAddress    int // of all clients of one address; 0 is no limit

	mu      sync.Mutex
	free    []*search.Searcher
	size    int
	waiting int
	turns   list.List // of *client, those with waiting tickets, the next first
	clients map[string]*client
}

// client is one who waits.
type client struct {
	name    string
	tickets []*ticket
	turn    *list.Element
}

// ticket is the right to a searcher, now or later.
type ticket struct {
	pool   *pool
	ready  chan *search.Searcher // holds one once it is this ticket's turn
	client string
}

// newPool makes a pool of searchers with so much memory each.
func newPool(size int, tableBytes int64, most, mostEach int) *pool {
	p := &pool{most: most, mostEach: mostEach, size: size, clients: map[string]*client{}}
	for range size {
		p.free = append(p.free, search.New(search.Options{TableBytes: tableBytes}))
	}
	return p
}

// enter gives a ticket, or says why not.
func (p *pool) enter(name string) (*ticket, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := &ticket{pool: p, ready: make(chan *search.Searcher, 1), client: name}
	if n := len(p.free); n > 0 && p.waiting == 0 {
		t.ready <- p.free[n-1]
		p.free = p.free[:n-1]
		return t, nil
	}
	c := p.clients[name]
	switch {
	case c != nil && len(c.tickets) >= p.mostEach, p.mostAddress > 0 && p.ofAddress(name) >= p.mostAddress:
		return nil, errMany
	case p.waiting >= p.most:
		return nil, errBusy
	case c == nil:
		c = &client{name: name}
		p.clients[name] = c
		c.turn = p.turns.PushBack(c)
	}
	c.tickets = append(c.tickets, t)
	p.waiting++
	return t, nil
}

// ofAddress counts who waits at the address of a client: the first word of its
// name, since the rest is the client's own choice.
func (p *pool) ofAddress(name string) int {
	address, _, _ := strings.Cut(name, " ")
	waiting := 0
	for _, c := range p.clients {
		if other, _, _ := strings.Cut(c.name, " "); other == address {
			waiting += len(c.tickets)
		}
	}
	return waiting
}

// wait waits for the ticket's turn. Whoever gets a searcher must leave.
func (t *ticket) wait(ctx context.Context) (*search.Searcher, error) {
	select {
	case s := <-t.ready:
		return s, nil
	case <-ctx.Done():
		t.giveUp()
		return nil, ctx.Err()
	}
}

// giveUp takes the ticket out of the queue, or gives back what it got.
func (t *ticket) giveUp() {
	p := t.pool
	p.mu.Lock()
	if c := p.clients[t.client]; c != nil {
		for i, other := range c.tickets {
			if other == t {
				c.tickets = append(c.tickets[:i], c.tickets[i+1:]...)
				p.waiting--
				p.drop(c)
				p.mu.Unlock()
				return
			}
		}
	}
	p.mu.Unlock()
	t.leave(<-t.ready)
}

// drop forgets a client who waits for nothing.
func (p *pool) drop(c *client) {
	if len(c.tickets) == 0 {
		p.turns.Remove(c.turn)
		delete(p.clients, c.name)
	}
}

// leave gives the searcher to the next in turn, or back.
func (t *ticket) leave(s *search.Searcher) {
	p := t.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	next := p.turns.Front()
	if next == nil {
		p.free = append(p.free, s)
		return
	}
	c := next.Value.(*client)
	p.turns.MoveToBack(next)
	c.tickets[0].ready <- s
	c.tickets = c.tickets[1:]
	p.waiting--
	p.drop(c)
}

// use returns how many searches run and how many wait.
func (p *pool) use() (running, waiting int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.size - len(p.free), p.waiting
}
