package search

import (
	"sync"
	"sync/atomic"

	"oxo/internal/threads"
)

// Pool solves several positions with several threads in parallel, each with a [Searcher] of its
// own. That is faster than all threads on one position, since no thread makes the work of
// another useless. A thread without a position helps with one that is still being searched.
type Pool struct {
	opts      Options // of each searcher
	threads   int
	spare     spareWorkers
	searchers []*Searcher
}

// MaxThreads is more threads than any machine has: a larger number is a typing error.
const MaxThreads = 1024

// NewPool makes a pool of opts.Threads threads. The searchers share opts.TableBytes equally. A
// trace needs a single thread, so with opts.Trace the pool has one.
func NewPool(opts Options) *Pool {
	p := &Pool{opts: opts, threads: max(opts.Threads, 1)}
	if opts.Trace != nil {
		p.threads = 1
	}
	p.opts.TableBytes = max(opts.tableBytes()/int64(p.threads), 1)
	return p
}

// Do calls f for each number from 0 to n-1 and returns when all calls have returned. Each call
// has a searcher of its own until it returns. The calls start in order; up to the number of
// threads run at once, on goroutines of their own or on the caller's. Only one goroutine at a
// time may call Do.
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
	workers := threads.Group{Stop: func() { next.Store(int64(n)) }}
	for _, s := range p.searchers[:busy] {
		workers.Go(func() { work(s) })
	}
	workers.Wait()
}

func (p *Pool) searcher() *Searcher {
	s := New(p.opts)
	s.workers = newWorkgroup(s, &p.spare, p.threads)
	return s
}

// spareWorkers holds the threads that have no position of their own and may help with another.
type spareWorkers struct {
	n atomic.Int64

	mu      sync.Mutex
	helpers []*Searcher // searchers of helpers, kept for reuse
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
		opts := &g.leader.opts // the same for every leader that these threads help
		h := New(Options{NoTable: true, NoSymmetry: opts.NoSymmetry, NoGuide: opts.NoGuide, ResultOnly: opts.ResultOnly})
		h.workers = g
		return h
	}
	h := w.helpers[last]
	w.helpers = w.helpers[:last]
	h.workers = g
	return h
}

// keep stores helpers for reuse.
func (w *spareWorkers) keep(helpers []*Searcher) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.helpers = append(w.helpers, helpers...)
}
