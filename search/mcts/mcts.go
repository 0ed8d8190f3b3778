package mcts

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/internal/threads"
	"oxo/search"
)

// Playouts is a position that can play itself to the end, better than by random legal moves. A
// move must be the same number for both sides (a point of a board), since the search also
// learns from a move that is played later [GellySilver07].
type Playouts interface {
	oxo.Position
	// Playout plays to the end of the game with random numbers from rng. It appends the moves
	// to played, beginning with one of the side to move, returns the score for that side, and
	// leaves the position unchanged.
	Playout(rng *rand.Rand, played []oxo.Move) ([]oxo.Move, oxo.Score)
	// Priors appends one weight for each legal move, as Moves lists them: how good it looks before
	// any is tried. Weights are 0 or more; only their ratios count.
	Priors(buf []float32) []float32
}

// Suits reports whether a game is better played by this package than by package
// search, as the game itself says: it has [Playouts].
func Suits(p oxo.Position) bool {
	_, ok := p.(Playouts)
	return ok
}

// Options configures a [Searcher]. The zero value suits most uses.
type Options struct {
	// TreeBytes limits the memory of the tree; 0 means 64 MiB. A full tree stops growing, but
	// play-outs continue to update it.
	TreeBytes int64
	// Threads is the number of goroutines that search one tree; 0 means 1. A search with a
	// limit of play-outs uses one thread, so that it gives the same result every time.
	Threads int
	// Seed is the seed of the play-outs.
	Seed uint64
	// Exploration weighs trying rarely tried moves against moves that did well; 0 means the
	// default weight.
	Exploration float64
	// RAVE is the number of visits at which a move's own results have the same weight as the
	// results of all play-outs in which it was played later [GellySilver07]. 0 means the
	// default: 300 if the game has [Playouts], otherwise off. A negative number means off.
	RAVE float64
	// Widening limits the moves considered at a node to this number times the square root of
	// its visits, highest priors first [Coulom07]; 0 considers all.
	Widening float64
	// Plies is the number of random moves of a play-out before the position is estimated. 0
	// means the default: 4 if the game has an evaluation and no [Playouts], otherwise no limit.
	// A negative number means no limit.
	Plies int
	// Turns, if not nil, lets searches take turns.
	Turns search.Turns
	// Trace, if not nil, records what each play-out does. A search with a trace has one thread,
	// and starts a new tree.
	Trace *Trace
	// ResultOnly asks only for a win, a draw or a loss, without plies or margins: the search
	// ends when the result is proven.
	ResultOnly bool
	// NoGuide, NoPriors and NoReuse switch a part off, to measure it.
	NoGuide, NoPriors, NoReuse bool
}

// The defaults of Options.
const (
	defaultBytes = 64 << 20
	defaultRAVE  = 300
	defaultPlies = 4   // before an estimate: docs/lab-notes.md says what else was tried
	maxPlies     = 400 // of a random play-out; a longer one ends with an estimate
)

// Searcher searches positions, one after another. Only one goroutine may use it at a time: it
// panics if it is used while it searches. Positions may be of any games. It keeps its tree: if
// the next position is of the same game ([oxo.SameGame]) and at most two moves later, the
// search continues with the part of the tree below it.
type Searcher struct {
	busy    atomic.Bool // a search is running
	opts    Options
	of      oxo.Position // a position of the last game searched, or nil
	tree    tree
	workers []*worker
	run     run
	visited atomic.Uint64
	report  func() // reports progress, or nil
}

// run is the state of one search.
type run struct {
	ctx      context.Context
	limits   search.Limits
	began    time.Time
	playouts uint64 // of the leader, until its next check
	every    uint64 // play-outs between two readings of the clock
	look     uint64
	looked   time.Time
	stop     search.StopReason
	done     atomic.Bool // helpers have to stop
	reported reported
	grown    grown
}

// grown records the size of the tree after a number of play-outs.
type grown struct {
	nodes    int
	playouts uint64
}

// New makes a Searcher.
func New(opts Options) *Searcher {
	if opts.TreeBytes == 0 {
		opts.TreeBytes = defaultBytes
	}
	if opts.Trace != nil {
		opts.Threads, opts.NoReuse = 1, true
	}
	s := &Searcher{opts: opts}
	s.tree.most = max(int(opts.TreeBytes/nodeBytes), 1)
	return s
}

// Clear forgets the tree and the scale of estimates, for a new game.
func (s *Searcher) Clear() {
	s.enter()
	defer s.busy.Store(false)
	s.tree.clear()
	s.tree.scale = 0
}

// Reseed gives play-outs a new seed. After Clear and Reseed, a search limited by play-outs
// gives the same result as a new Searcher with that seed.
func (s *Searcher) Reseed(seed uint64) {
	s.enter()
	defer s.busy.Store(false)
	s.opts.Seed = seed
	for i, w := range s.workers {
		w.rng = newRand(seed, i)
	}
}

// enter marks the searcher as in use.
func (s *Searcher) enter() {
	if !s.busy.CompareAndSwap(false, true) {
		panic("mcts: a Searcher is used while it searches: give each goroutine a Searcher of its own, or take turns")
	}
}

// Visited returns the number of play-outs of the running search, or of the last one if none is
// running. Any goroutine may call it.
func (s *Searcher) Visited() uint64 { return s.visited.Load() }

// Search looks for the best move of p; it searches on p itself and restores it. Limits.Nodes
// counts play-outs. Limits.Depth, if it is the only limit, ends a search when its line is that
// long. Without limits it ends when the value is proven. A search of limited time ends early if
// its move cannot be overtaken. A result cut short by ctx or a limit is the best so far; that
// is not an error.
//
// The value is proven, or an estimate. In games that end by a margin the estimate is the mean
// margin of the play-outs (see [Scaled]). In other games it is u ln(r/(1-r)), where r, from 0
// to 1, is the mean result. The unit u is 100, or the typical size of the game's estimates if
// they are used.
func (s *Searcher) Search(ctx context.Context, p oxo.Position, limits search.Limits) search.Result {
	s.enter()
	defer s.busy.Store(false)
	if p.Outcome() != oxo.Ongoing {
		s.visited.Store(0)
		v := oxo.Final(p)
		return search.Result{Value: search.Value{Score: v, Proven: true}, Bounds: oxo.Exactly(v)}
	}
	s.prepare(p, false)
	s.search(ctx, p, limits)
	return s.result()
}

// prepare makes the position the root of the tree.
func (s *Searcher) prepare(p oxo.Position, everyMove bool) {
	if s.of != nil && !oxo.SameGame(s.of, p) {
		s.tree.scale = 0
	}
	s.of = p
	if everyMove || s.opts.NoReuse || !s.tree.adopt(p) {
		s.tree.clear()
	}
	threads := max(s.opts.Threads, 1)
	for len(s.workers) < threads {
		s.workers = append(s.workers, newWorker(s, len(s.workers)))
	}
	s.workers[0].bind(p)
	if s.tree.scale == 0 {
		s.tree.scale = s.workers[0].calibrate()
	}
	s.plant(p, everyMove)
	if s.opts.Trace != nil {
		s.opts.Trace.planted(&s.tree)
	}
}

// search makes play-outs until the search ends.
func (s *Searcher) search(ctx context.Context, p oxo.Position, limits search.Limits) {
	r := &s.run
	r.ctx, r.limits, r.playouts, r.every, r.look, r.stop = ctx, limits, 0, 1, 1, search.Finished
	r.began, r.looked, r.reported, r.grown = time.Now(), time.Time{}, reported{}, grown{nodes: len(s.tree.nodes)}
	r.done.Store(false)
	s.visited.Store(0)
	s.tree.exact = false
	helpers := threads.Group{Stop: func() { r.done.Store(true) }}
	whole := false // a panic leaves the tree half changed
	defer func() {
		if !whole {
			r.done.Store(true)
			helpers.Join()
			s.tree.clear()
		}
	}()
	if limits.Nodes == 0 {
		for _, w := range s.workers[1:] {
			w.bind(p.Clone())
			helpers.Go(func() {
				for !r.done.Load() {
					w.playOut()
					s.visited.Add(1)
				}
			})
		}
	}
	for !s.over() {
		s.workers[0].playOut()
		r.playouts++
		s.visited.Add(1)
		if s.report != nil {
			s.publish()
		}
	}
	r.done.Store(true)
	helpers.Wait()
	whole = true
}

// over reports whether the search ends now, and records why.
func (s *Searcher) over() bool {
	r := &s.run
	switch {
	case r.done.Load():
		return true // a helper has failed
	case r.ctx.Err() != nil:
		r.stop = search.ByContext
	case s.proven():
		return true
	case r.limits.Nodes > 0 && r.playouts >= r.limits.Nodes:
		r.stop = search.ByNodes
	case r.playouts >= r.look:
		r.stop = s.lookAtLimits()
	}
	return r.stop != search.Finished
}

// proven reports whether the requested part of the value is proven.
func (s *Searcher) proven() bool {
	t := &s.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.solved() {
		return false
	}
	if s.opts.ResultOnly || t.exact {
		return true
	}
	t.exact = true
	return t.solved()
}

// lookEvery is the time between two readings of the clock, if play-outs are short.
const (
	lookEvery  = 500 * time.Microsecond
	maxBetween = 1024 // play-outs
)

// lookAtLimits checks the time and the depth.
func (s *Searcher) lookAtLimits() search.StopReason {
	r := &s.run
	if s.opts.Turns != nil {
		s.opts.Turns.Yield()
	}
	now := time.Now()
	switch passed := now.Sub(r.looked); {
	case passed > lookEvery:
		r.every = max(r.every/2, 1)
	case passed < lookEvery/4:
		r.every = min(r.every*2, maxBetween)
	}
	r.looked = now
	r.look = r.playouts + r.every
	switch l := r.limits; {
	case l.Time > 0 && (now.Sub(r.began) >= l.Time || !s.tree.all && s.cannotBeOvertaken(now)):
		return search.ByTime
	case l.Depth > 0 && s.deepEnough(l.Depth):
		return search.ByDepth
	}
	return search.Finished
}

// cannotBeOvertaken reports whether the most visited move will stay so until the end of the
// time, wherever the remaining play-outs go.
func (s *Searcher) cannotBeOvertaken(now time.Time) bool {
	const fewest = 256 // play-outs before their rate means anything
	passed, made := now.Sub(s.run.began), float64(s.visited.Load())
	if made < fewest {
		return false
	}
	left := made * float64(s.run.limits.Time-passed) / float64(passed)
	t := &s.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	best, second := t.lead()
	return float64(best-second) > left
}

// deepEnough reports whether the line has the required length, or will not become longer. That
// is so if the tree is full. It is also so if the play-outs have doubled since the last check
// and added few nodes: nearly all moves left to try are repetitions.
func (s *Searcher) deepEnough(depth int) bool {
	const (
		fewest = 1000 // play-outs
		few    = 8    // fewer than one added node per this number of play-outs
	)
	t, r := &s.tree, &s.run
	t.mu.Lock()
	defer t.mu.Unlock()
	if line := t.line(nil, 0); len(line) >= depth || t.full {
		return true
	}
	if r.playouts < 2*r.grown.playouts+fewest {
		return false
	}
	before := r.grown
	r.grown = grown{len(t.nodes), r.playouts}
	return uint64(len(t.nodes)-before.nodes)*few < r.playouts-before.playouts
}
