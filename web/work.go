package web

import (
	"context"
	"time"

	"oxo/search"
	"oxo/web/api"
)

// work is what is done in a place of a pool, with its searcher.
type work func(ctx context.Context, with *search.Searcher) error

// do asks for a place, waits and works.
func (p *pool) do(ctx context.Context, r request, w work) error {
	t, err := p.enter(r)
	if err != nil {
		return err
	}
	return t.run(ctx, w)
}

// run waits for the ticket's turn and works. The context that the work gets ends with
// [api.ErrEnough] when others wait and its time is up.
func (t *ticket) run(ctx context.Context, w work) error { return t.runAfter(ctx, ctx, w) }

// runWithin is run for who waits no longer than so long.
func (t *ticket) runWithin(ctx context.Context, patience time.Duration, w work) error {
	waiting, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return t.runAfter(ctx, waiting, w)
}

// runAfter is run with another context for the time that is waited.
func (t *ticket) runAfter(ctx, waiting context.Context, w work) error {
	if err := t.wait(waiting); err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	whole := false
	defer func() { t.leave(whole) }()
	t.pool.mu.Lock()
	if t.end = end; t.gave {
		end(api.ErrEnough)
	}
	t.pool.mu.Unlock()
	err := w(ctx, t.seat.with)
	whole = true
	return err
}

// use returns how many searches have begun, and how many wait to.
func (p *pool) use() (running, waiting int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.waiting {
		if w.seat == nil {
			waiting++
		}
	}
	return len(p.running), waiting
}

// placed returns how many tickets have a processor.
func (p *pool) placed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.active
}

// made returns how many tickets make tables now.
func (p *pool) made() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.building
}

// most returns how many wait of the address that has most.
func (p *pool) most() (most int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	counts := map[string]int{}
	for _, w := range p.waiting {
		if w.seat == nil {
			counts[w.address]++
			most = max(most, counts[w.address])
		}
	}
	return most
}
