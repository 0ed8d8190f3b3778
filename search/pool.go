package search

import (
	"sync"
	"sync/atomic"
)

// Pool solves several positions with several threads: they search side by side,
// each with a [Searcher] of its own, which is worth more than all at one
// position, since no thread makes the work of another needless. A thread that
// is left without a position helps where one is still searched.
type Pool struct {
	opts      Options // of each searcher
	threads   int
	spare     spareWorkers
	searchers []*Searcher
}

// NewPool makes a pool of opts.Threads threads. Each searcher has its share of
// opts.TableBytes. A trace is for one thread: with opts.Trace the pool has one.
func NewPool(opts Options) *Pool {
	p := &Pool{opts: opts, threads: max(opts.Threads, 1)}
	if opts.Trace != nil {
		p.threads = 1
	}
	p.opts.TableBytes = max(opts.tableBytes()/int64(p.threads), 1)
	return p
}

// Do calls f for each number from 0 to n-1, with a searcher that is f's until it
// returns, and returns when all calls have. The calls start in order; up to as
// many as there are threads run at once, on goroutines of their own or on the
// caller's. It is for one caller at a time.
func (p *Pool) Do(n int, f func(s *Searcher, i int)) {
	busy := max(min(n, p.threads), 0)
	for len(p.searchers) < busy {
		p.searchers = append(p.searchers, p.searcher())
	}
	p.spare.n.Store(int64(p.threads - busy))
	var next atomic.Int64
	work := func(s *Searcher) {
		defer p.spare.give()
		for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
			f(s, int(i))
		}
	}
	if busy == 1 {
		work(p.searchers[0])
		return
	}
	var wg sync.WaitGroup
	for _, s := range p.searchers[:busy] {
		wg.Go(func() { work(s) })
	}
	wg.Wait()
}

func (p *Pool) searcher() *Searcher {
	s := New(p.opts)
	s.workers = newWorkgroup(s, &p.spare, p.threads)
	return s
}

// spareWorkers are the threads that have no position of their own, and may help
// with another.
type spareWorkers struct {
	n atomic.Int64

	mu      sync.Mutex
	helpers []*Searcher // what they help with, kept from one time to the next
}

// take takes a thread, if there is one.
func (w *spareWorkers) take() bool {
	for n := w.n.Load(); n > 0; n = w.n.Load() {
		if w.n.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

func (w *spareWorkers) give() { w.n.Add(1) }

// helper returns a searcher for a workgroup.
func (w *spareWorkers) helper(g *workgroup) *Searcher {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := len(w.helpers) - 1
	if last < 0 {
		opts := &g.leader.opts // those of every leader that these threads help
		h := New(Options{NoTable: true, NoSymmetry: opts.NoSymmetry, NoGuide: opts.NoGuide, ResultOnly: opts.ResultOnly})
		h.workers = g
		return h
	}
	h := w.helpers[last]
	w.helpers = w.helpers[:last]
	h.workers = g
	return h
}

// keep takes helpers back.
func (w *spareWorkers) keep(helpers []*Searcher) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.helpers = append(w.helpers, helpers...)
}
