package search

import (
	"context"
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/tt"
)

// Options make a [Searcher]. The zero value is right for most.
type Options struct {
	// TableBytes is the size of the transposition table; 0 is 64 MiB. A
	// table smaller than one bucket still has one. The memory is taken when a
	// search first needs it.
	TableBytes int64
	// Threads is how many goroutines search at once; 0 and 1 are one. More
	// help where no number of nodes or plies limits the search: such a limit
	// makes one thread search, so that it gives the same result every time.
	Threads int
	// NoTable, NoSymmetry (in the table) and NoGuide switch a part off, to
	// measure it or to check that it changes no value.
	NoTable, NoSymmetry, NoGuide bool
	// Shuffle, if not 0, is a seed: moves are searched in a random order.
	// The value stays; the nodes do not.
	Shuffle uint64
	// Trace, if not nil, is filled with the tree of each search.
	Trace *Trace
}

const defaultTable = 64 << 20

func (o *Options) tableBytes() int64 {
	if o.TableBytes == 0 {
		return defaultTable
	}
	return o.TableBytes
}

// Limits end a search early. The zero value sets none, and neither does a
// negative number: the search ends when the value is proven. With a depth it
// deepens step by step and proves only what it meets on the way.
type Limits struct {
	Depth int           // plies to look ahead
	Nodes uint64        // positions to visit
	Time  time.Duration // time to take
}

// Result is what a search found of a position, for its side to move.
type Result struct {
	// Value is the value, proven or as well as the limits allowed.
	oxo.Value
	// Bounds is what is certain of the value, proven or not.
	Bounds oxo.Bounds
	// Best is the move to play; HasMove is false only in a finished game.
	Best    oxo.Move
	HasMove bool
	// Line is the best play found, Best first. It may be shorter than the
	// game. It is overwritten by the next search of the same Searcher.
	Line []oxo.Move
	// Depth is the number of plies looked ahead by the last full step of a
	// deepening search, 0 when the value was proven without one.
	Depth int
	// Nodes is the number of positions visited.
	Nodes uint64
	// Stopped is true when a limit or the context ended the search.
	Stopped bool
}

// Searcher searches positions, one after another, for one caller at a time. It
// keeps its memory, and nothing it has learned, from search to search.
type Searcher struct {
	opts   Options
	tables tables
	table  *tt.Table // the one in use
	rng    *rand.Rand
	team   *team // nil where one thread is enough

	// The position being searched, and what it can do, looked up once.
	p          oxo.Position
	comparable bool // p may be compared with ==
	guide      oxo.Guide
	rules      rulesGuide
	keyed      oxo.Keyed
	symmetric  oxo.Symmetric
	exact      bool // a table hit is certain to be this position
	givenKeys  bool // the keys that a guide gives are those of the table

	plies    []*ply                // working memory of each ply
	counters [2][counters]oxo.Move // the move + 1 that ended a node after a move, by its low bits
	report   func(Result)          // gets what is known so far; nil
	known    oxo.Bounds            // certain of the root before it is searched
	part     bool                  // a limit of nodes is a share of a search that only time limits
	rootMove oxo.Child             // the move that led to the root: none
	run      run
	visited  atomic.Uint64 // as of the last looks at the limits, by all threads
}

// ply is the working memory of one ply of the recursion.
type ply struct {
	children []oxo.Child
	line     []oxo.Move // the principal variation from here
	killer   oxo.Move   // the move + 1 that ended the last node of this ply

	// Where several threads search:
	asked question // what is being searched here
	split bool     // the threads part at this node
	nodes uint64   // of a visit to this ply, the mean of the last ones in 64ths
}

// run is the state of one search.
type run struct {
	ctx      context.Context
	maxNodes uint64 // 0: no limit
	deadline time.Time
	timed    bool // the deadline counts
	nodes    uint64
	counted  uint64    // nodes that count has counted
	helped   uint64    // nodes of other threads
	began    uint64    // nodes when the window began
	check    uint64    // the node at which to look at limits and ctx again
	every    uint64    // nodes between two looks
	looked   time.Time // the last look
	stopped  bool
	back     int         // if not 0, another thread has answered the node of this ply
	answer   oxo.Score   // with this
	ending   TraceEnding // of the node that was left last
	doubt    doubt       // grows when a value rests on something that is not certain

	depth   int      // the last full step of deepening
	best    oxo.Move // the best move by value, certain or not, if hasBest
	hasBest bool
	bounds  oxo.Bounds // what the guide knows of the root
	certain oxo.Bounds // what is certain of the root
	told    told       // what was last reported
	sure    oxo.Move   // a move that is certain to be worth reached or more
	reached oxo.Score  // -Infinity while there is none
}

// doubt counts what makes a value less than certain.
type doubt struct {
	horizon uint64 // estimates; a forced win or loss is one all the same
	inexact uint64 // answers of a table that may have mistaken the position
}

// New makes a Searcher.
func New(opts Options) *Searcher {
	s := &Searcher{opts: opts, known: oxo.Unknown()}
	s.opts.TableBytes = opts.tableBytes()
	if opts.Threads > 1 && opts.Trace == nil {
		s.team = &team{leader: s, idle: &idle{}}
		s.team.idle.n.Store(int64(opts.Threads - 1))
	}
	if opts.Shuffle != 0 {
		s.rng = rand.New(rand.NewPCG(opts.Shuffle, 0))
	}
	return s
}

// Search finds the value of p and the best move. It works on p itself and
// leaves it as it was. When a limit or ctx ends it, the result is the best so
// far, marked as not proven: that is no error.
func (s *Searcher) Search(ctx context.Context, p oxo.Position, limits Limits) (r Result) {
	s.bind(p)
	s.freshTables(limits)
	if s.opts.Trace != nil {
		s.opts.Trace.search(ctx, s, limits, &r)
		return r
	}
	s.search(ctx, limits, &r)
	return r
}

// Visited returns how many positions the search that runs now has visited, or the
// last one did, as of some milliseconds ago. Any goroutine may call it.
func (s *Searcher) Visited() uint64 { return s.visited.Load() }

// bind looks up, once, what the position can do; not again for the same
// position, which saves a fifth of a small search.
func (s *Searcher) bind(p oxo.Position) {
	if s.comparable && s.p == p {
		return
	}
	s.p, s.comparable = p, reflect.TypeOf(p).Kind() == reflect.Pointer
	s.rules.p = p
	s.guide = &s.rules
	if g, ok := p.(oxo.Guided); ok && !s.opts.NoGuide {
		s.guide = g.Guide()
	}
	s.keyed, s.exact = p.(oxo.Keyed)
	s.symmetric = nil
	if !s.opts.NoSymmetry {
		s.symmetric, _ = p.(oxo.Symmetric)
	}
	_, symmetric := p.(oxo.Symmetric)
	s.givenKeys = s.exact && symmetric == (s.symmetric != nil)
}

// search fills in result, which is empty. (To return it costs a tenth of the
// searches of a game on 3x3.)
func (s *Searcher) search(ctx context.Context, limits Limits, result *Result) {
	r := &s.run
	r.ctx, r.maxNodes = ctx, limits.Nodes
	r.nodes, r.counted, r.helped, r.depth = 0, 0, 0, 0
	s.visited.Store(0)
	r.every, r.looked = firstNodes, time.Time{}
	r.stopped, r.hasBest, r.reached, r.back = false, false, -oxo.Infinity, 0
	r.certain, r.told = s.known, told{}
	if r.timed = limits.Time > 0; r.timed {
		r.every = firstTimed
		r.deadline = time.Now().Add(limits.Time)
	}
	s.setCheck()
	s.callTeam(limits)
	switch o := s.p.Outcome(); {
	case o != oxo.Ongoing:
		result.Value = oxo.Value{Score: o.Score(), Proven: true}
		result.Bounds = oxo.Exactly(o.Score())
		return
	case limits.Depth > 0:
		result.Value = s.deepen(1, limits.Depth)
	case limits.Nodes > 0 || limits.Time > 0:
		result.Value = s.proveOrDeepen()
	default:
		result.Value = s.prove()
	}
	best := s.bestMove(result.Value)
	result.Bounds, result.Best, result.HasMove, result.Line = r.certain, best, true, s.line(best)
	result.Depth, result.Nodes, result.Stopped = r.depth, r.nodes+r.helped, r.stopped
}

// line returns the principal variation, or the best move alone where a null
// window found no more.
func (s *Searcher) line(best oxo.Move) []oxo.Move {
	if len(s.plies) == 0 {
		s.ply(0) // stopped before the first node
	}
	here := s.plies[0]
	if len(here.line) == 0 || here.line[0] != best {
		here.line = append(here.line[:0], best)
	}
	return here.line
}

// bestMove returns the move to play: for a value that is certain, or a forced
// win, one that is certain to reach it; else the best by value; and when the
// search was stopped before anything was known, the guide's first.
func (s *Searcher) bestMove(v oxo.Value) oxo.Move {
	r := &s.run
	switch {
	case r.reached > -oxo.Infinity && r.reached >= r.certain.Lo && (v.Proven || v.Score.IsWin()):
		return r.sure
	case r.hasBest:
		return r.best
	}
	children, _ := s.guide.Expand(-oxo.Infinity, oxo.Infinity, nil)
	return children[0].Move
}

// rulesGuide searches a game by its rules alone.
type rulesGuide struct {
	p     oxo.Position
	moves []oxo.Move
}

// Expand lists the legal moves; only a finished game has a known value.
func (g *rulesGuide) Expand(_, _ oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	if o := g.p.Outcome(); o != oxo.Ongoing {
		return buf, oxo.Exactly(o.Score())
	}
	g.moves = g.p.Moves(g.moves[:0])
	// An ongoing game ends with the next ply at the soonest.
	node := oxo.Bounds{Lo: oxo.Loss(1), Hi: oxo.Win(1)}
	for _, m := range g.moves {
		buf = append(buf, oxo.Child{Move: m, Bounds: node})
	}
	return buf, node
}

// Evaluate knows nothing.
func (g *rulesGuide) Evaluate() oxo.Score { return oxo.Draw }
