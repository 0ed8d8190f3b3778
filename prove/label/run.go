package label

import (
	"context"
	"sync"

	"oxo"
	"oxo/search"
)

// Labeler labels positions on several threads, and hands out the rows in the order of the
// positions.
type Labeler struct {
	plan    *Plan
	pool    *search.Pool
	threads int
	emit    func(n int, row Row) error
	// Refused is called with a position that no row can be made of, in turn with emit. The error
	// that it returns ends the work. It may be nil: then every such error does.
	Refused func(item Item, err error) error
}

// NewLabeler makes a labeler whose pool has the options of [Plan.SearchOptions]. It calls emit with
// each row and the number of its position, from one goroutine at a time.
func NewLabeler(p *Plan, o search.Options, emit func(n int, row Row) error) *Labeler {
	return &Labeler{plan: p, pool: search.NewPool(p.SearchOptions(o)), threads: max(o.Threads, 1), emit: emit}
}

// batch is the state of a call of [Labeler.Label].
type batch struct {
	l      *Labeler
	first  int // the number of the first position
	items  []Item
	jobs   []int // where each job begins: images of one position that follow each other are one
	mu     sync.Mutex
	ready  [][]*Labeled // of each job, nil if it is not done
	next   int          // the first job that is not emitted
	failed error
	stop   context.CancelFunc
}

// A thread takes several jobs together, since each thread has a table of its own, and neighbours in
// a set that was made have most of their positions in common. There are enough blocks that no thread
// has to wait long for the last ones.
const (
	blocksOfThread = 16
	maxBlock       = 256
)

// Label labels positions, numbered from first on. If ctx ends it, the rows so far
// have been emitted, without a gap.
func (l *Labeler) Label(ctx context.Context, first int, items []Item) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	b := &batch{l: l, first: first, items: items, jobs: l.split(items), stop: stop}
	b.ready = make([][]*Labeled, len(b.jobs))
	block := min(max(len(b.jobs)/(blocksOfThread*l.threads), 1), maxBlock)
	l.pool.Do((len(b.jobs)+block-1)/block, func(s *search.Searcher, i int) {
		for job := i * block; job < min((i+1)*block, len(b.jobs)) && working.Err() == nil; job++ {
			b.do(working, s, job)
		}
	})
	if b.failed != nil {
		return b.failed
	}
	return ctx.Err()
}

// split returns where each job begins.
func (l *Labeler) split(items []Item) []int {
	var jobs []int
	var last oxo.Key
	for i := range items {
		symmetric, exact := exactly(items[i].Position)
		var key oxo.Key
		if exact {
			key, _ = symmetric.Canonical()
		}
		if limited := l.plan.find.limits != (search.Limits{}); i == 0 || !exact || limited || key != last {
			jobs = append(jobs, i)
		}
		last = key
	}
	return jobs
}

// do labels the positions of a job, and emits all rows whose turn it is.
func (b *batch) do(ctx context.Context, s *search.Searcher, job int) {
	end := len(b.items)
	if job+1 < len(b.jobs) {
		end = b.jobs[job+1]
	}
	items := b.items[b.jobs[job]:end]
	found, ok := b.l.plan.find.find(ctx, s, items[0])
	if !ok {
		return
	}
	all := []*Labeled{found}
	for _, item := range items[1:] {
		all = append(all, b.l.plan.find.image(found, item))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ready[job] = all
	for ; b.next < len(b.jobs) && b.ready[b.next] != nil && b.failed == nil; b.next++ {
		if b.failed = b.emit(b.first+b.jobs[b.next], b.ready[b.next]); b.failed != nil {
			b.stop()
		}
		b.ready[b.next] = nil
	}
}

// emit hands out the rows of a job.
func (b *batch) emit(n int, all []*Labeled) error {
	for i, of := range all {
		if b.l.plan.Options.Decisive && !of.decisive() {
			continue
		}
		row, err := fillAll(b.l.plan.fields, of)
		switch {
		case err == nil:
			err = b.l.emit(n+i, row)
		case b.l.Refused != nil:
			err = b.l.Refused(of.Item, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
