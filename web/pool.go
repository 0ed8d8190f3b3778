package web

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"oxo/prove/book"
	"oxo/search"
	"oxo/web/api"
)

// pool shares a fixed number of seats, with a searcher and so memory each, and of
// processors between clients. Who waits is served in turn: see [turns]. What is done in a
// moment needs a seat only; what takes longer needs one of the processors too, so that
// some of the machine is always free for moments.
type pool struct {
	rules
	mu        sync.Mutex
	free      []*seat
	active    int       // tickets that have a processor
	building  int       // of them, those that make tables
	running   []*ticket // those with a seat, the one that began first is the first
	waiting   []*ticket // for a seat, or for a processor again
	turns     turns
	books     book.Shelf
	timer     *time.Timer // when somebody has to give way next
	contended atomic.Bool // somebody waits
}

// rules are the bounds of a pool.
type rules struct {
	places int   // tickets that have a processor
	seats  int   // tickets that have begun: these, paused ones, and those of a moment. 0 is places
	table  int64 // bytes of each searcher's table
	builds int   // how many tickets make tables at a time; 0 is as many as there are places
	// How many may wait: in all, of an address, of a client; the last is 0 for no bound.
	all, address, client bound
	// share is how long a search keeps its place when others wait; 0 is to its end.
	share time.Duration
	// quantum is how much more than another an address or a client may have used until
	// a search of it is paused for the other; 0 is never.
	quantum time.Duration
	pause   time.Duration // how long at most
}

// bound is how many are allowed, by which limit.
type bound struct {
	limit Limit
	most  int
}

// request is what a ticket is asked for.
type request struct {
	asker
	degree degree
	builds bool // it makes the tables of a large board first
	moment bool // it may be done in a moment
}

// seat is a searcher, and who has it.
type seat struct {
	with   *search.Searcher
	by     *ticket
	rested time.Time
}

// word is what a ticket waits for: its turn, or the reason why it has none.
type word struct{ refused error }

// ticket is the right to a place, now or later.
type ticket struct {
	request
	pool    *pool
	arrived time.Time
	ready   chan word // gets one each time that it is this ticket's turn

	// Guarded by the pool's lock:
	seat    *seat
	placed  bool // it has a processor
	began   time.Time
	charged time.Time     // until then its time is counted
	had     time.Duration // what it has had until then
	end     context.CancelCauseFunc
	gave    bool // it was told to give way
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

// A search rests for a moment every two milliseconds. Go looks for what came over the
// network when it has nothing else to run, or every ten milliseconds: on a machine whose
// processors all search, every step of every request would wait for that.
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

// enter gives a ticket, or says why not.
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

// bounded says why one more may not wait. Where the queue is full, an address that
// has more in it than the newcomer's loses its last.
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

// may says whether there is what a ticket needs.
func (p *pool) may(t *ticket) bool {
	switch {
	case t.seat == nil && len(p.free) == 0, t.builds && p.builds > 0 && p.building >= p.builds:
		return false
	case t.seat == nil && t.moment:
		return true
	}
	return p.active < p.places
}

// take takes a ticket out of the queue.
func (p *pool) take(i int) *ticket {
	t := p.waiting[i]
	p.waiting = slices.Delete(p.waiting, i, i+1)
	if len(p.waiting) == 0 {
		p.waiting = nil // and with it the queue of a bad hour
	}
	p.contended.Store(len(p.waiting) > 0)
	return t
}

// grant gives places to those whose turn it is, and presses the others where somebody
// waits.
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

// counted is what is counted of the time that a ticket has had. On a busy machine a few
// milliseconds pass for a question of microseconds, while others run: they are not
// held against who asks for a little.
func counted(had time.Duration) time.Duration {
	const asked, noise = 200 * time.Microsecond, 4 * time.Millisecond
	return min(had, asked) + max(had-noise, 0)
}

// yield is called by a search every half millisecond. What takes longer than a moment
// waits for a processor. Where another address, or client, waits that has used less, this
// one is paused until it is its turn again.
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
	case <-t.ready: // who has a seat is not refused
	case <-time.After(p.pause):
		p.goOn(t)
	}
}

// moment is how long a ticket may take without a processor of its own.
const moment = 2 * time.Millisecond

// needsOne says whether a ticket waits for a processor.
func (p *pool) needsOne(t *ticket) bool { return t.seat != nil || !t.moment && len(p.free) > 0 }

// goOn lets a search go on that has been paused for so long that its time is over, so
// that it sees that, and ends.
func (p *pool) goOn(t *ticket) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.waiting, t)
	if i < 0 {
		<-t.ready // it was its turn just now
		return
	}
	p.take(i)
	t.charged = time.Now()
}

// press tells searches that have had their share of time to end with what they
// know, as many as others wait.
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

// wait waits for the ticket's turn. Whoever gets it must leave.
func (t *ticket) wait(ctx context.Context) error {
	select {
	case w := <-t.ready:
		return w.refused
	case <-ctx.Done():
		t.giveUp()
		return ctx.Err()
	}
}

// giveUp takes the ticket out of the queue, or gives back what it got.
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

// leave gives the place to the next in turn, or back. After a panic the place has
// another searcher: nobody knows how the old one was left.
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
		p.turns = turns{} // nobody is owed anything
		return
	}
	p.grant()
}
