package pn

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/processor"
	"oxo/internal/threads"
)

// Options configures a solver.
type Options struct {
	TableBytes int64 // memory for tables and cached moves; 0 is 256 MB
	Threads    int   // 0 is 1
	// Share, if not 0, records the questions that took at least this number of positions to
	// decide, for other solvers: see [Solver.Settled].
	Share uint64
}

// Solver answers claims. Only one goroutine at a time may ask; any goroutine may call
// [Solver.Progress].
type Solver struct {
	opts   Options
	table  *table    // of the current claim
	tables [2]*table // for strict claims and the claims of any game; for relaxed claims
	limit  uint64    // on the positions visited; 0 is no limit
	loaded bool      // the tables are from a checkpoint
	about  *subject  // what the table of strict claims is about; nil: the next question that is asked
	shared bool      // the tables belong to another solver, whose root stays unchanged

	stop  atomic.Bool
	total atomic.Uint64 // positions visited for the current claim
	began time.Time
	done  <-chan struct{}
	noted []Settled

	splitting sync.Mutex      // guards searched
	searched  map[oxo.Key]int // number of workers in each position near the root: see split.go

	mu   sync.Mutex // guards the fields below
	at   progress
	root root
}

// root is the position asked about, shared by all threads.
type root struct {
	nodes   []child
	verdict knowledge.Verdict
	numbers numbers // for the side to move
	claims  bool    // its side to move is the claimant
	best    oxo.Move
	hasBest bool
}

// Answer is the result of a search of a claim.
type Answer struct {
	Verdict knowledge.Verdict // open if the search was stopped
	Best    oxo.Move          // the best move for the side to move, if HasMove
	HasMove bool
	Nodes   uint64 // positions visited
	// Children holds the numbers of each move, if the verdict is open.
	Children []knowledge.Child
}

// Progress is the progress of a search.
type Progress struct {
	Nodes           uint64
	Proof, Disproof uint64 // of the claim at the root, in quarters of a position: see knowledge.Unit, and MostWork
	Full            int    // thousandths of the table in use
	Elapsed         time.Duration
}

// reportEvery is the number of positions a worker visits between two checks of the limits.
const reportEvery = 256

// NewSolver makes a solver with an empty table.
func NewSolver(opts Options) *Solver {
	if opts.TableBytes <= 0 {
		opts.TableBytes = 256 << 20
	}
	opts.Threads = max(opts.Threads, 1)
	return &Solver{opts: opts, table: newTable(0), searched: map[oxo.Key]int{}}
}

// sharing returns a solver for another goroutine that uses the same tables. The tables of s
// must not be made or loaded meanwhile.
func (s *Solver) sharing() *Solver {
	return &Solver{opts: s.opts, table: s.table, tables: s.tables, about: s.about, shared: true, searched: map[oxo.Key]int{}}
}

// Strict and relaxed claims have separate tables, since they are different questions about
// equal positions.
const (
	strict  = 0
	relaxed = 1
)

// asked is a claim, and the question that it answers.
type asked struct {
	knowledge.Claim
	kind  int // strict or relaxed
	side  oxo.Side
	least oxo.Score
}

// subject is the question that the entries of a table of strict claims answer. Positions have equal keys in claims of
// either side and about any score, so each question needs its own table. (The key of a relaxed claim includes whose
// turn it is for the claim, and the claim depends on nothing else.)
type subject struct {
	side    oxo.Side
	least   oxo.Score
	byRules bool
}

// turnTo empties the table of strict claims if its entries are about another question.
func (s *Solver) turnTo(a *asked) {
	if a.kind != strict {
		return
	}
	_, byRules := a.Claim.(*rules)
	about := subject{a.side, a.least, byRules}
	if s.about != nil && *s.about != about {
		bytes := s.tables[strict].bytes()
		s.mu.Lock()
		s.tables[strict] = nil // freed before the next one is made
		s.mu.Unlock()
		empty := newTable(bytes)
		s.mu.Lock()
		s.tables[strict] = empty
		s.mu.Unlock()
	}
	s.about = &about
}

// reset empties the tables, unless they have just been loaded.
func (s *Solver) reset(both bool) {
	if s.loaded {
		s.loaded = false
		return
	}
	s.makeTables(both)
}

// makeTables divides the memory: a relaxed claim usually proves a draw, which takes more memory.
func (s *Solver) makeTables(both bool) {
	all := s.opts.TableBytes - s.opts.TableBytes/expansionsShare
	bytes := [2]int64{all, 0}
	if both {
		bytes = [2]int64{all / 4, all / 4 * 3}
	}
	tables := [2]*table{newTable(bytes[0]), newTable(bytes[1])}
	s.about = nil
	s.mu.Lock()
	s.tables, s.at.Both = tables, both
	s.mu.Unlock()
}

// answer proves or refutes a claim, with the table of its kind, within a number of positions; 0
// is no limit.
func (s *Solver) answer(ctx context.Context, a asked, limit uint64) Answer {
	s.turnTo(&a)
	s.mu.Lock()
	s.table, s.limit, s.done = s.tables[a.kind], limit, ctx.Done()
	s.mu.Unlock()
	found := s.search(ctx, a.Claim)
	s.mu.Lock()
	s.at.Nodes += s.total.Swap(0)
	s.mu.Unlock()
	return found
}

// search answers a claim with its current number of replies.
func (s *Solver) search(ctx context.Context, c knowledge.Claim) Answer {
	s.stop.Store(false)
	first := s.worker(c)
	s.plant(c, first)
	if s.root.verdict == knowledge.Open {
		ended := make(chan struct{})
		release := context.AfterFunc(ctx, func() {
			s.stop.Store(true)
			close(ended)
		})
		s.run(c, first)
		if !release() {
			<-ended // otherwise the function could stop the next search
		}
	}
	return Answer{Verdict: s.root.verdict, Best: s.root.best, HasMove: s.root.hasBest, Nodes: s.total.Load(), Children: s.children(!c.Claiming())}
}

// plant makes the root of a search, and settles it if its moves decide it.
func (s *Solver) plant(c knowledge.Claim, first *worker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.root = root{claims: c.Claiming()}
	s.total.Add(1)
	f := first.frame(0)
	n, decided := first.expand(f)
	if !decided { // all threads read the keys and numbers of these moves
		for i := range f.nodes {
			first.catchUp(&f.nodes[i])
		}
		n = combine(f.nodes, first.weight())
		decided = n.solved()
	}
	s.root.nodes, s.root.numbers = f.nodes, n
	if !s.shared {
		s.table.workAfter = s.workOfMoves(f.nodes)
	}
	s.settle(c.Claiming(), decided)
}

// children returns the numbers of the moves of the root, if it is open.
func (s *Solver) children(claiming bool) []knowledge.Child {
	if s.root.verdict != knowledge.Open {
		return nil
	}
	var all []knowledge.Child
	for i := range s.root.nodes {
		n := s.root.nodes[i].numbers
		c := knowledge.Child{Move: s.root.nodes[i].move, Proof: n.own, Disproof: n.other}
		if !claiming {
			c.Proof, c.Disproof = n.other, n.own
		}
		switch {
		case c.Proof == 0:
			c.Verdict = knowledge.Holds
		case c.Disproof == 0:
			c.Verdict = knowledge.Fails
		}
		all = append(all, c)
	}
	return all
}

func (s *Solver) worker(c knowledge.Claim) *worker {
	w := &worker{s: s, claim: c}
	w.known.limit = roomFor(s.table.bytes() / (expansionsShare - 1) / int64(s.opts.Threads))
	w.weights[1], w.weights[0] = c.Weights()
	return w
}

// run divides the moves of the root among the threads: each takes the best one that no other thread searches. They
// share one table, so they help each other.
func (s *Solver) run(c knowledge.Claim, first *worker) {
	workers := []*worker{first}
	for range s.opts.Threads - 1 { // copies are made before any thread moves
		workers = append(workers, s.worker(c.Clone()))
	}
	all := threads.Group{Stop: func() { s.stop.Store(true) }}
	for _, w := range workers {
		w.frames = append(w.frames, &frame{}) // the root's frame is shared
		all.Go(func() { s.work(w) })
	}
	all.Wait()
	for _, w := range workers {
		s.noted = append(s.noted, w.noted...)
	}
}

// work searches moves of the root until it is decided.
func (s *Solver) work(w *worker) {
	claiming := w.claim.Claiming()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.root.verdict == knowledge.Open && !s.stop.Load() {
		best, second := w.best(s.root.nodes)
		if best < 0 {
			best = join(s.root.nodes)
		}
		c := &s.root.nodes[best]
		c.busy++
		limit := w.limits(s.root.nodes, best, second, s.root.numbers, numbers{infinity, infinity})
		move, key := c.move, c.key
		n, more := s.visitMove(w, move, key, limit)
		if !s.shared {
			s.table.workAfter[key] += more
		}
		if c.busy--; !c.numbers.solved() {
			c.numbers = n
		}
		s.root.numbers = combine(s.root.nodes, w.weight())
		s.settle(claiming, s.root.numbers.solved())
	}
}

// visitMove searches a move of the root, without the lock of the root meanwhile.
func (s *Solver) visitMove(w *worker, move oxo.Move, key oxo.Key, limit numbers) (numbers, uint64) {
	s.mu.Unlock()
	defer s.mu.Lock() // also after a panic: the caller unlocks
	w.claim.Make(move)
	n, more := w.visit(1, key, limit)
	w.claim.Unmake(move)
	s.report(w)
	return n, more
}

// settle stores the verdict of the root once it is decided, and ends the search.
func (s *Solver) settle(claiming, decided bool) {
	if !decided {
		return
	}
	s.root.verdict = knowledge.Fails
	if (s.root.numbers.own == 0) == claiming {
		s.root.verdict = knowledge.Holds
	}
	for i := range s.root.nodes {
		if s.root.nodes[i].numbers.other == 0 {
			s.root.best, s.root.hasBest = s.root.nodes[i].move, true
		}
	}
	s.stop.Store(true)
}

func (s *Solver) stopped() bool { return s.stop.Load() }

// report adds a worker's visits to the total, and checks whether to stop.
func (s *Solver) report(w *worker) {
	n := s.total.Add(w.nodes)
	w.nodes = 0
	if s.limit > 0 && n >= s.limit {
		s.stop.Store(true)
	}
	processor.Rest()
	select {
	case <-s.done:
		s.stop.Store(true)
	default:
	}
}

// Progress returns the progress of the running search.
func (s *Solver) Progress() Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := Progress{
		Nodes: s.at.Nodes + s.total.Load(), Full: s.table.full(), Elapsed: time.Since(s.began),
		Proof: s.root.numbers.own, Disproof: s.root.numbers.other,
	}
	if !s.root.claims {
		p.Proof, p.Disproof = p.Disproof, p.Proof
	}
	return p
}
