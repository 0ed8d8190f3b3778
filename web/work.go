package web

import (
	"context"
	"time"

	"oxo/api"
	"oxo/search"
)

// work is the work done in a place of a pool, with its searcher.
type work func(ctx context.Context, with *search.Searcher) error

// do takes a ticket, waits for its turn and works.
func (p *pool) do(ctx context.Context, r request, w work) error {
	t, err := p.enter(r)
	if err != nil {
		return err
	}
	return t.run(ctx, w)
}

// run waits for the ticket's turn and works. The work's context ends with
// [api.ErrEnough] when others wait and its time is up.
func (t *ticket) run(ctx context.Context, w work) error { return t.runAfter(ctx, ctx, w) }

// runWithin is run with a limit on the waiting time.
func (t *ticket) runWithin(ctx context.Context, patience time.Duration, w work) error {
	waiting, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return t.runAfter(ctx, waiting, w)
}

// runAfter is run with a separate context for the waiting time.
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

// use returns the numbers of running searches and of waiting ones.
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

// placed returns the number of tickets with a processor.
func (p *pool) placed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.active
}

// made returns the number of tickets that are making tables.
func (p *pool) made() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.building
}

// most returns the largest number of waiting tickets of one address.
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
