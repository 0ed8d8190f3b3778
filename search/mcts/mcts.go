package mcts

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/search"
)

// Playouts is a position that plays itself to the end better than legal moves drawn
// at random do. Its moves must be the same numbers for both sides (points of a
// board), since the search learns from a move also where it was played later
// [GellySilver07].
type Playouts interface {
	oxo.Position
	// Playout plays to the end of the game by draws of rng, appends the moves to
	// played, those of the side to move first, and returns the score for the side
	// to move at the start. It leaves the position as it was.
	Playout(rng *rand.Rand, played []oxo.Move) ([]oxo.Move, oxo.Score)
}

// Priors is a position that says how good its moves look before any is tried.
type Priors interface {
	oxo.Position
	// Priors appends one weight for each legal move, as Moves lists them. Weights
	// are 0 or more; only their ratios count.
	Priors(buf []float32) []float32
}

// Scaled is a position of a game with margins whose estimates are not in whole points
// (discs) of them.
type Scaled interface {
	oxo.Position
	// PointWorth returns which estimate is worth one point of a margin.
	PointWorth() oxo.Score
}

// Suits reports whether a game is better played by this package than by package
// search, as the game itself says: it has [Playouts].
func Suits(p oxo.Position) bool {
	_, ok := p.(Playouts)
	return ok
}

// Options make a [Searcher]. The zero value is right for most.
type Options struct {
	// TreeBytes is the memory that the tree may take; 0 is 64 MiB. A full tree
	// grows no further, but goes on counting.
	TreeBytes int64
	// Threads is how many goroutines search one tree at once; 0 and 1 are one. More
	// help where no number of play-outs limits the search: such a limit makes one
	// thread search, so that it gives the same result every time.
	Threads int
	// Seed decides the play-outs.
	Seed uint64
	// Exploration weighs trying what was tried little against what went well; 0 is
	// the usual weight.
	Exploration float64
	// RAVE is the number of visits at which a move's own results count as much as
	// those of all play-outs in which it was played later [GellySilver07]. 0 is
	// usual: 300 where the game has [Playouts], else off, as below 0.
	RAVE float64
	// Widening considers this number of moves of a node times the square root of its
	// visits, those with the highest prior first [Coulom07]; 0 considers all.
	Widening float64
	// Plies is the number of random moves of a play-out before the position is
	// estimated. 0 is usual: 4 where the game has an evaluation and no [Playouts],
	// else to the end, as below 0.
	Plies int
	// Turns, if not nil, lets searches take turns.
	Turns search.Turns
	// Trace, if not nil, is told what each play-out does. A search with it has one
	// thread, and begins with a tree of its own.
	Trace *Trace
	// ResultOnly asks for a win, a draw or a loss only, without counting plies or
	// margins: the search ends when the result is proven.
	ResultOnly bool
	// NoGuide, NoPriors and NoReuse switch a part off, to measure it.
	NoGuide, NoPriors, NoReuse bool
}

// The usual values of Options.
const (
	usualBytes = 64 << 20
	usualRAVE  = 300
	usualPlies = 4   // before an estimate: see docs/lab-notes.md for what else was tried
	mostPlies  = 400 // of a random play-out; longer ones are estimated
)

// Searcher searches positions, one after another, for one caller at a time: it panics where it is used
// while it searches. Positions may be of any games. It
// keeps its tree: where the next position is of the same game ([oxo.SameGame]) and one that it has been looking at, after
// no more than two moves, the search continues with what it knows.
type Searcher struct {
	busy    atomic.Bool // it searches
	opts    Options
	of      oxo.Position // of the game of the last search, or nil
	tree    tree
	workers []*worker
	run     run
	visited atomic.Uint64
	report  func() // says what is known so far, or nil
}

// run is the state of one search.
type run struct {
	ctx      context.Context
	limits   search.Limits
	began    time.Time
	playouts uint64 // of the leader, which counts down to its looks
	every    uint64 // play-outs between two looks at the clock
	look     uint64
	looked   time.Time
	stop     search.StopReason
	done     atomic.Bool // helpers stop
	reported reported
	grown    grown
}

// grown is how large the tree was when the search had made some number of play-outs.
type grown struct {
	nodes    int
	playouts uint64
}

// New makes a Searcher.
func New(opts Options) *Searcher {
	if opts.TreeBytes == 0 {
		opts.TreeBytes = usualBytes
	}
	if opts.Trace != nil {
		opts.Threads, opts.NoReuse = 1, true
	}
	s := &Searcher{opts: opts}
	s.tree.most = max(int(opts.TreeBytes/nodeBytes), 1)
	return s
}

// Clear forgets the tree and the size of estimates, as another game begins.
func (s *Searcher) Clear() {
	s.enter()
	defer s.busy.Store(false)
	s.tree.clear()
	s.tree.scale = 0
}

// Reseed makes play-outs draw by another seed from here on. With Clear, a search that play-outs limit
// then gives the same result as that of a new Searcher with that seed.
func (s *Searcher) Reseed(seed uint64) {
	s.enter()
	defer s.busy.Store(false)
	s.opts.Seed = seed
	for i, w := range s.workers {
		w.rng = newRand(seed, i)
	}
}

// enter notes that the searcher is in use.
func (s *Searcher) enter() {
	if !s.busy.CompareAndSwap(false, true) {
		panic("mcts: a Searcher is used while it searches: give each goroutine a Searcher of its own, or take turns")
	}
}

// Visited returns how many play-outs the running search has made, or the last one.
// Any goroutine may call it.
func (s *Searcher) Visited() uint64 { return s.visited.Load() }

// Search looks for the best move of p, works on p itself and leaves it as it was.
// Limits.Nodes counts play-outs; Limits.Depth alone ends a search when its line is
// that long. Without limits it ends when the value is proven. A search of limited
// time ends early where its move cannot be overtaken. What ctx or a limit ends is
// no error: the result is the best so far.
//
// The value is what is proven; else for games that end by a margin the mean margin
// of the play-outs, as an estimate (see [Scaled]); else the mean result r, from 0 to 1, as an estimate u ln(r/(1-r)):
// u is 100, or where estimates of the game are used, their usual size.
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

// prepare binds the tree to the position, which is the root from here on.
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

// search makes play-outs until something ends it.
func (s *Searcher) search(ctx context.Context, p oxo.Position, limits search.Limits) {
	r := &s.run
	r.ctx, r.limits, r.playouts, r.every, r.look, r.stop = ctx, limits, 0, 1, 1, search.Finished
	r.began, r.looked, r.reported, r.grown = time.Now(), time.Time{}, reported{}, grown{nodes: len(s.tree.nodes)}
	r.done.Store(false)
	s.visited.Store(0)
	s.tree.exact = false
	var helpers sync.WaitGroup
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
}

// over reports whether the search ends here, and notes why.
func (s *Searcher) over() bool {
	r := &s.run
	switch {
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

// proven reports whether as much is proven as was asked for.
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

// lookEvery is the time between two looks at the clock, where play-outs are short.
const (
	lookEvery   = 500 * time.Microsecond
	mostBetween = 1024 // play-outs
)

// lookAtLimits looks at the time and the depth.
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
		r.every = min(r.every*2, mostBetween)
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

// cannotBeOvertaken reports whether the move that was visited most will be so at the
// end of the time, wherever the rest of the play-outs goes.
func (s *Searcher) cannotBeOvertaken(now time.Time) bool {
	const fewest = 256 // play-outs, before their rate means anything
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

// deepEnough reports whether the line is that long, or does not become longer: the tree is full, or of many play-outs, as
// many as all before, few add to it, since nearly all that is left to try are repetitions.
func (s *Searcher) deepEnough(depth int) bool {
	const (
		fewest = 1000 // play-outs
		few    = 8    // play-outs for each node that is added, at most
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
