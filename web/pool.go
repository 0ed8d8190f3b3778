package web

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"oxo/api"
	"oxo/prove/book"
	"oxo/search"
)

// pool shares two resources among clients: seats, each with a searcher and its
// memory, and processors. Waiting clients are served in turn: see [turns]. Work that
// takes a moment only needs a seat; longer work also needs a processor. So some of
// the machine is always free for short work.
type pool struct {
	rules
	mu        sync.Mutex
	free      []*seat
	active    int       // tickets that have a processor
	building  int       // of these, tickets that make tables
	running   []*ticket // tickets with a seat, in the order in which they began
	waiting   []*ticket // for a seat, or for a processor again
	turns     turns
	books     book.Shelf
	timer     *time.Timer // for the next search that must give way
	contended atomic.Bool // some ticket is waiting
}

// rules are the limits of a pool.
type rules struct {
	places int   // number of tickets with a processor
	seats  int   // number of begun tickets, which have a processor, are paused, or are short; 0 means places
	table  int64 // bytes of each searcher's table
	builds int   // number of tickets that make tables at the same time; 0 means the number in places
	// Limits of waiting tickets: in total, for an address, and for a client; the last
	// is 0 for no limit.
	all, address, client bound
	// share is how long a search keeps its place while others wait; 0 is until its
	// end.
	share time.Duration
	// quantum says when a search is paused: when its address or client has used this
	// much more time than one that waits. 0 means never.
	quantum time.Duration
	pause   time.Duration // the maximum duration of a pause
}

// bound is a maximum number, with the limit that it comes from.
type bound struct {
	limit Limit
	most  int
}

// request describes the work of a ticket.
type request struct {
	asker
	degree degree
	builds bool // it makes the tables of a large board first
	moment bool // it may take only a moment
}

// seat is a searcher with its current ticket.
type seat struct {
	with   *search.Searcher
	by     *ticket
	rested time.Time
}

// word is the verdict that a ticket waits for: nil when it is its turn, or the reason
// of a refusal.
type word struct{ refused error }

// ticket is the right to a place, at once or later.
type ticket struct {
	request
	pool    *pool
	arrived time.Time
	ready   chan word // gets a value each time that it is this ticket's turn

	// Guarded by the pool's lock:
	seat    *seat
	placed  bool // it has a processor
	began   time.Time
	charged time.Time     // its time is counted up to here
	had     time.Duration // the time counted so far
	end     context.CancelCauseFunc
	gave    bool // it has been asked to give way
}

func newPool(r rules) *pool {
	p := &pool{rules: r}
	p.seats = max(r.seats, r.places)
	for range p.seats {
		p.free = append(p.free, p.newSeat())
	}
	return p
}

func (p *pool) newSeat() *seat {
	s := &seat{}
	s.with = search.New(search.Options{TableBytes: p.table, Turns: s, Book: &p.books})
	return s
}

// A search rests for a moment every two milliseconds. Go polls the network only when
// it has nothing else to run, or every ten milliseconds: if all processors search,
// every step of every request would wait for that.
const (
	works = 2 * time.Millisecond
	rests = 20 * time.Microsecond
)

// Yield implements [search.Turns].
func (s *seat) Yield() {
	s.by.pool.yield(s.by)
	if time.Since(s.rested) > works {
		time.Sleep(rests)
		s.rested = time.Now()
	}
}

// enter returns a ticket, or the reason of a refusal.
func (p *pool) enter(r request) (*ticket, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := &ticket{request: r, pool: p, arrived: time.Now(), ready: make(chan word, 1)}
	if len(p.waiting) > 0 || !p.may(t) {
		if err := p.bounded(r.asker); err != nil {
			return nil, err
		}
	}
	p.turns.enter(r.asker)
	p.waiting = append(p.waiting, t)
	p.grant()
	return t, nil
}

// bounded returns an error if no more tickets may wait. If the queue is full, an
// address with more tickets in it than the newcomer's loses its last one.
func (p *pool) bounded(a asker) error {
	counts, ofClient, all := map[string]int{}, 0, 0
	for _, w := range p.waiting {
		if w.seat != nil {
			continue
		}
		all++
		counts[w.address]++
		if w.asker == a {
			ofClient++
		}
	}
	switch {
	case p.client.most > 0 && ofClient >= p.client.most:
		return refuse(p.client.limit)
	case counts[a.address] >= p.address.most:
		return refuse(p.address.limit)
	case all < p.all.most:
		return nil
	}
	last, most := -1, counts[a.address]+1
	for i, w := range p.waiting {
		if n := counts[w.address]; w.seat == nil && (n > most || n == most && last >= 0) {
			last, most = i, n
		}
	}
	if last < 0 {
		return refuse(p.all.limit)
	}
	t := p.take(last)
	p.turns.leave(t.asker)
	t.ready <- word{refuse(p.all.limit)}
	return nil
}

// may reports whether the resources for a ticket are free.
func (p *pool) may(t *ticket) bool {
	switch {
	case t.seat == nil && len(p.free) == 0, t.builds && p.builds > 0 && p.building >= p.builds:
		return false
	case t.seat == nil && t.moment:
		return true
	}
	return p.active < p.places
}

// take removes a ticket from the queue.
func (p *pool) take(i int) *ticket {
	t := p.waiting[i]
	p.waiting = slices.Delete(p.waiting, i, i+1)
	if len(p.waiting) == 0 {
		p.waiting = nil // frees the memory of a long queue
	}
	p.contended.Store(len(p.waiting) > 0)
	return t
}

// grant gives places to the tickets whose turn it is, and makes others give way if
// tickets wait.
func (p *pool) grant() {
	now := time.Now()
	for _, t := range p.running {
		t.charge(now)
	}
	for t := p.turns.first(p.waiting, p.may, now); t != nil; t = p.turns.first(p.waiting, p.may, now) {
		p.take(slices.Index(p.waiting, t))
		p.turns.begin(t.asker)
		if t.seat != nil || !t.moment {
			t.placed = true
			p.active++
		}
		if t.charged = now; t.seat == nil {
			p.sit(t, now)
		}
		t.ready <- word{}
	}
	p.contended.Store(len(p.waiting) > 0)
	p.press(now)
}

// sit gives a ticket a seat.
func (p *pool) sit(t *ticket, now time.Time) {
	last := len(p.free) - 1
	t.seat, t.began = p.free[last], now
	t.seat.by = t
	p.free = p.free[:last]
	p.running = append(p.running, t)
	if t.builds {
		p.building++
	}
}

// charge counts the time that a ticket has had a processor.
func (t *ticket) charge(now time.Time) {
	if t.charged.IsZero() {
		return
	}
	before := counted(t.had)
	t.had += now.Sub(t.charged)
	t.charged = now
	t.pool.turns.charge(t.asker, counted(t.had)-before)
}

// counted returns the part of a ticket's time that is charged. On a busy machine a
// request of microseconds may take some milliseconds while others run: these are not
// charged.
func counted(had time.Duration) time.Duration {
	const asked, noise = 200 * time.Microsecond, 4 * time.Millisecond
	return min(had, asked) + max(had-noise, 0)
}

// yield is called by a search every half millisecond. A search that exceeds a moment
// waits for a processor. If another address or client is waiting that has used less,
// this search is paused until its next turn.
func (p *pool) yield(t *ticket) {
	now := time.Now()
	if p.quantum == 0 || t.placed && !p.contended.Load() || !t.placed && now.Sub(t.began) < moment {
		return
	}
	p.mu.Lock()
	t.charge(now)
	if t.placed {
		next := p.turns.first(p.waiting, p.needsOne, now)
		if next == nil || p.turns.ahead(t.asker, next.asker) < p.quantum {
			p.mu.Unlock()
			return
		}
		t.placed = false
		p.active--
	}
	t.charged = time.Time{}
	p.waiting = append(p.waiting, t)
	p.grant()
	p.mu.Unlock()
	select {
	case <-t.ready: // a ticket with a seat is not refused
	case <-time.After(p.pause):
		p.goOn(t)
	}
}

// moment is the maximum time of a ticket without its own processor.
const moment = 2 * time.Millisecond

// needsOne reports whether a ticket waits for a processor.
func (p *pool) needsOne(t *ticket) bool { return t.seat != nil || !t.moment && len(p.free) > 0 }

// goOn resumes a search whose time ran out during a long pause, so that it notices
// and ends.
func (p *pool) goOn(t *ticket) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.waiting, t)
	if i < 0 {
		<-t.ready // its turn has just come
		return
	}
	p.take(i)
	t.charged = time.Now()
}

// press ends searches that have had their share of time, with their results so far: at
// most one for each waiting ticket.
func (p *pool) press(now time.Time) {
	if p.share == 0 || len(p.waiting) == 0 {
		return
	}
	next := time.Duration(-1)
	for _, t := range p.running[:min(len(p.waiting), len(p.running))] {
		switch left := p.share - now.Sub(t.began); {
		case t.gave:
		case left > 0:
			if next < 0 {
				next = left
			}
		default:
			t.gave = true
			if t.end != nil {
				t.end(api.ErrEnough)
			}
		}
	}
	if next >= 0 && p.timer == nil {
		p.timer = time.AfterFunc(next, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.timer = nil
			p.press(time.Now())
		})
	}
}

// wait waits for the ticket's turn. A caller that gets it must call leave.
func (t *ticket) wait(ctx context.Context) error {
	select {
	case w := <-t.ready:
		return w.refused
	case <-ctx.Done():
		t.giveUp()
		return ctx.Err()
	}
}

// giveUp removes the ticket from the queue, or returns its place.
func (t *ticket) giveUp() {
	p := t.pool
	p.mu.Lock()
	if i := slices.Index(p.waiting, t); i >= 0 {
		p.take(i)
		p.turns.leave(t.asker)
		p.mu.Unlock()
		return
	}
	p.mu.Unlock()
	if w := <-t.ready; w.refused == nil {
		t.leave(true)
	}
}

// leave passes the place to the next ticket in turn. After a panic the place gets a
// new searcher, since the state of the old one is unknown.
func (t *ticket) leave(whole bool) {
	p := t.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	t.charge(time.Now())
	if t.placed {
		p.active--
	}
	if t.builds {
		p.building--
	}
	p.turns.leave(t.asker)
	p.running = slices.DeleteFunc(p.running, func(other *ticket) bool { return other == t })
	if t.seat.by = nil; !whole {
		t.seat = p.newSeat()
	}
	p.free = append(p.free, t.seat)
	if len(p.running)+len(p.waiting) == 0 {
		p.turns = turns{} // no debts remain
		return
	}
	p.grant()
}
