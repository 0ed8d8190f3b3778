package search

import (
	"sync"
	"sync/atomic"
)

// Crew is threads for several positions: they search side by side, each with a
// [Searcher] of its own, which is worth more than all at one position, since none
// does what another makes needless. A thread that is left without a position
// helps where one is still searched.
type Crew struct {
	opts      Options // of each searcher
	threads   int
	idle      idle
	searchers []*Searcher
}

// NewCrew makes a crew of opts.Threads threads. Each searcher has its share of
// opts.TableBytes. A trace is for one thread: with opts.Trace the crew has one.
func NewCrew(opts Options) *Crew {
	c := &Crew{opts: opts, threads: max(opts.Threads, 1)}
	if opts.Trace != nil {
		c.threads = 1
	}
	c.opts.TableBytes = max(opts.tableBytes()/int64(c.threads), 1)
	return c
}

// Do calls f for each number from 0 to n-1, with a searcher that is f's until it
// returns, and returns when all calls have. They begin in order; up to as many
// as there are threads run at once, on goroutines of their own or on the caller's. It
// is for one caller at a time.
func (c *Crew) Do(n int, f func(s *Searcher, i int)) {
	workers := max(min(n, c.threads), 0)
	for len(c.searchers) < workers {
		c.searchers = append(c.searchers, c.searcher())
	}
	c.idle.n.Store(int64(c.threads - workers))
	var next atomic.Int64
	work := func(s *Searcher) {
		defer c.idle.give()
		for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
			f(s, int(i))
		}
	}
	if workers == 1 {
		work(c.searchers[0])
		return
	}
	var wg sync.WaitGroup
	for _, s := range c.searchers[:workers] {
		wg.Go(func() { work(s) })
	}
	wg.Wait()
}

func (c *Crew) searcher() *Searcher {
	opts := c.opts
	opts.Threads = c.threads
	s := New(opts)
	if s.team != nil {
		s.team.idle = &c.idle
	}
	return s
}
