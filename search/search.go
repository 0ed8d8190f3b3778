package search

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"oxo"
	"oxo/game/knowledge"
	"oxo/search/trace"
)

// Turns lets searches take turns. The searching goroutine calls Yield each time it reads the
// clock, about every half millisecond; Yield may block as long as it likes.
type Turns interface{ Yield() }

// Options configures a [Searcher]. The zero value suits most uses.
type Options struct {
	// TableBytes is the size of the transposition table; 0 means 64 MiB. A table smaller than
	// one bucket still has one. The memory is allocated when a search first needs it.
	TableBytes int64
	// KeepTable keeps the table from search to search, as long as the positions are of one
	// game: see [oxo.Facts]. Otherwise each search clears it.
	KeepTable bool
	// Threads is the number of goroutines that search; 0 means 1. A search with a limit of
	// nodes or plies uses one thread, so that it gives the same result every time.
	Threads int
	// Share, if not 0, records the positions whose proof took at least this number of nodes,
	// for searches of the same game by other searchers: see [Searcher.Settled]. Only the first
	// thread records.
	Share uint64
	// ResultOnly asks only for a win, a draw or a loss, without plies or margins: the search
	// ends when [oxo.Bounds.Result] is known.
	ResultOnly bool
	// NoTable, NoSymmetry (in the table) and NoGuide switch a part off, to measure it or to
	// check that it changes no value.
	NoTable, NoSymmetry, NoGuide bool
	// Shuffle, if not 0, is the seed of a random move order. The value stays the same; the
	// nodes do not.
	Shuffle uint64
	// NoSelective makes deepening search all moves to the same depth even if the game is
	// [Tactical]. Without switches parts of the selective search off.
	NoSelective bool
	Without     Parts
	// Book, if not nil, is looked up for the position searched and for those after its moves:
	// see [Book]. If it is also [Endings], it is looked up for all positions.
	Book Book
	// Turns, if not nil, lets searches take turns.
	Turns Turns
	// Trace, if not nil, receives the tree of each search.
	Trace *Trace
}

const defaultTable = 64 << 20

func (o *Options) tableBytes() int64 {
	if o.TableBytes == 0 {
		return defaultTable
	}
	return o.TableBytes
}

// Limits end a search early. A zero or negative number sets no limit; without limits the search
// ends when the value is proven. With a depth it deepens iteration by iteration and proves only
// what it meets on the way.
type Limits struct {
	Depth int           // plies to look ahead
	Nodes uint64        // positions to visit
	Time  time.Duration // time to take
	// Aim is the time after which a selective search ([Tactical]) begins no further iteration;
	// 0 sets no such time. It limits nothing else.
	Aim time.Duration
}

// Result is the result of a search, for the side to move.
type Result struct {
	// Value is proven, or the best estimate within the limits.
	Value
	// Bounds holds the proven bounds of the value.
	Bounds oxo.Bounds
	// Best is the move to play. HasMove is false only in a finished game. If a limit stopped
	// the search, Best may be a guess although the value is proven: a guide can know the value
	// before a move is known.
	Best    oxo.Move
	HasMove bool
	// Line is the principal variation, Best first. It may be shorter than the game. The next
	// search of the same Searcher overwrites it.
	Line []oxo.Move
	// Depth is the number of plies of the last complete iteration; 0 if the value was proven
	// without one.
	Depth int
	// Nodes is the number of positions visited.
	Nodes uint64
	// Stop says what ended the search; [Finished] if nothing cut it short.
	Stop StopReason
	// ByBook says that the value is from the book. If the book has the move too, nothing is
	// searched, and the line ends where the book ends.
	ByBook bool

	hash uint64 // of the position
}

// Searcher searches positions, one after another. Only one goroutine may use it at a time: it
// panics if it is used while it searches. Positions may be of any games. It reuses its memory
// from search to search. It keeps what it has learned only with [Options.KeepTable], as long as
// the positions are of one game ([oxo.SameGame]).
type Searcher struct {
	busy atomic.Bool // a search is running
	opts Options
	game abilities
	memory
	rng     *rand.Rand
	workers *workgroup
	trace   *Trace

	plies      []*ply       // working memory of each ply
	expanded   bool         // the guide has just expanded the root: see byGuide
	guided     bool         // the guide answered the last search, without a table
	rootBounds oxo.Bounds   // the bounds it gave
	whole      []oxo.Move   // a line being extended to the end of the game
	ending     trace.Ending // of the node left last, for the trace
	report     func(Result) // receives progress, or nil
	run        run
	kept       []oxo.Move    // the line of the last result, during an attempt at a proof
	asksOnly   bool          // see KeepProofs
	assisted   atomic.Uint64 // nodes of its other threads
	visited    atomic.Uint64 // by all threads, as of the last check of the limits
}

// ply is the working memory of one ply of the recursion.
type ply struct {
	children []oxo.Child
	keys     knowledge.Keys // of the children, if keyed
	keyed    bool
	line     []oxo.Move // the principal variation from here
	killer   oxo.Move   // the move + 1 that ended the last node of this ply
	split    splitPoint // for several threads
}

// request holds the arguments of a search.
type request struct {
	ctx    context.Context
	limits Limits
	known  oxo.Bounds // proven of the root before the search
	// share says that the limit of nodes is only a share of a search limited by time. Helpers may
	// then join although the nodes are limited.
	share bool
}

// run is the state of one search.
type run struct {
	request
	clock
	nodes  uint64 // visited by this thread
	helped uint64 // visited by helpers
	stop   StopReason
	doubt  doubt // grows when a value rests on something unproven
	// restsOn is the lowest ancestor ply whose repetition decides the value of the node left
	// last; independent if there is no such ply.
	restsOn  int
	unwindTo int // the ply whose node another thread has answered, if stop is byAnswer
	answer   oxo.Score

	proven     oxo.Bounds // of the root
	guide      oxo.Bounds // the guide's bounds of the root; part of proven after the window
	best       oxo.Move   // the best move by value, proven or not, if hasBest
	hasBest    bool
	provenMove oxo.Move   // a move proven to be worth at least reached
	reached    oxo.Score  // -Infinity while no such move is known
	depth      int        // plies of the last complete iteration
	line       []oxo.Move // of the last complete window that gave one
	lineValue  oxo.Score  // the value that window found
	lineProven bool       // lineValue rests on nothing unproven
	reported   reported
	hash       uint64 // of the root
	plan       plan   // of a proof
	counting   counting
}

// independent is larger than every ply: it means "rests on no ancestor".
const independent = 1 << 30

// doubt counts the reasons why a value is not proven.
type doubt struct {
	horizon uint64 // estimates; a forced win or loss holds despite them
	inexact uint64 // table hits that may be of another position
}

// New makes a Searcher.
func New(opts Options) *Searcher {
	s := &Searcher{opts: opts, trace: opts.Trace}
	s.opts.TableBytes = opts.tableBytes()
	threads := max(opts.Threads, 1)
	if opts.Trace != nil {
		threads = 1
	}
	s.workers = newWorkgroup(s, &spareWorkers{}, threads)
	s.workers.spare.n.Store(int64(threads - 1))
	if opts.Shuffle != 0 {
		s.rng = rand.New(rand.NewPCG(opts.Shuffle, 0))
	}
	return s
}

// Search finds the value of p and the best move. It searches on p itself and restores it. If a
// limit or ctx ends it, the result is the best so far, marked as not proven; that is not an
// error. A deadline of ctx is a limit of time ([Limits.Time]). Without any limit the search
// only proves: if ctx is cancelled before the value is proven, the result has Bounds, and a
// move that may be a guess.
func (s *Searcher) Search(ctx context.Context, p oxo.Position, limits Limits) (r Result) {
	s.SearchInto(ctx, p, limits, &r)
	return r
}

// SearchInto is Search for callers that play many small games: it fills in r, which takes less
// time there than returning a result.
func (s *Searcher) SearchInto(ctx context.Context, p oxo.Position, limits Limits, r *Result) {
	if s.busy.Load() {
		panic(inUse)
	}
	*r, s.expanded = Result{}, false
	s.bind(p)
	if limits == (Limits{}) && s.byGuide(r) {
		return // the thread is not marked as busy: marking takes half as long as this call
	}
	s.enter()
	defer s.leave()
	s.searchInto(ctx, p, limits.within(ctx), r)
}

// inUse is the panic text if two goroutines use a searcher at once, or one uses it while it
// searches.
const inUse = "search: a Searcher is used while it searches: give each goroutine a Searcher of its own, or take turns"

// enter marks the searcher as in use. Without this check two goroutines would overwrite each
// other's lines and bounds, and call the outcome proven.
func (s *Searcher) enter() {
	if !s.busy.CompareAndSwap(false, true) {
		panic(inUse)
	}
}

func (s *Searcher) leave() {
	s.workers.abandon()
	s.busy.Store(false)
}

func (s *Searcher) searchInto(ctx context.Context, p oxo.Position, limits Limits, r *Result) {
	limits = s.readyWithin(p, limits)
	if s.trace != nil {
		s.trace.reset()
	}
	q := request{ctx: ctx, limits: limits}
	if s.byBook(&q, r) {
		return
	}
	s.search(&q, r)
	s.expanded = false // if the search ended before it used them
	if r.Proven && limits != (Limits{}) && s.trace == nil && (!r.Score.CountsPlies() || len(r.Line) < r.Score.Plies()) {
		s.extendLine(ctx, limits, r)
	}
}

// Visited returns the number of positions that the running search has visited, or the last one
// if none is running. It may lag by some milliseconds. Any goroutine may call it.
func (s *Searcher) Visited() uint64 { return s.visited.Load() }

// byGuide answers a search from the guide alone, and reports whether it could: six of the eight
// searches in a game on 3x3 end here, for half the cost of their preparation. It does not apply
// with a book, which comes first, or with a trace, which begins at the root.
func (s *Searcher) byGuide(result *Result) bool {
	if s.trace != nil || s.opts.Book != nil || s.resumed != nil || s.opts.Turns != nil {
		return false
	}
	here := s.ply(0)
	s.run.counting.end()
	children, b := s.expand(here, -oxo.Infinity, oxo.Infinity, true)
	if s.game.clocked != nil {
		b = oxo.UnderClock(s.game.clocked, b)
	}
	if !b.Exact() {
		s.expanded, s.rootBounds = s.game.keyGuide == nil, b // keys need the table of this search
		return false
	}
	best := -1
	for i := range children {
		if c := &children[i]; c.Bounds == b && (best < 0 || c.Order > children[best].Order) {
			best = i
		}
	}
	if best < 0 {
		return false
	}
	here.line = append(here.line, children[best].Move)
	result.Value, result.Bounds = Value{Score: b.Lo(), Proven: true}, b
	result.Best, result.HasMove, result.Line, result.Nodes = here.line[0], true, here.line, 1
	result.hash = s.game.p.Hash()
	s.run.hash, s.run.nodes, s.run.helped = ^result.hash, 1, 0 // the tables do not belong to this search
	s.guided = true
	return true
}

// prepare gets ready for searches at p.
func (s *Searcher) prepare(p oxo.Position, limits Limits) {
	s.bind(p)
	s.ready(p, limits)
}

// ready is prepare for a position that is already bound.
func (s *Searcher) ready(p oxo.Position, limits Limits) {
	if s.resumed != nil {
		s.forgetResumed(p, limits)
	}
	s.guided = false
	s.readyTables(limits)
	if (limits.Depth > 0 || limits.Nodes > 0) && !s.opts.KeepTable {
		s.forgetOrder()
	}
	if s.game.tactical != nil && limits != (Limits{}) {
		s.readySelective()
	}
}

// readyWithin is ready, and subtracts the time it took from the limit: allocating tables can
// take long on a busy machine.
func (s *Searcher) readyWithin(p oxo.Position, limits Limits) Limits {
	if limits.Time <= 0 {
		s.ready(p, limits)
		return limits
	}
	begun := time.Now()
	s.ready(p, limits)
	limits.Time = max(limits.Time-time.Since(begun), 1)
	return limits
}

// forgetOrder clears the move order learned by earlier searches if plies or nodes limit the
// search, so that it gives the same result every time. Other searches keep the order, since it
// changes no value, and clearing it takes a tenth of a search on 3x3.
func (s *Searcher) forgetOrder() {
	clear(s.countermoves[0][:])
	clear(s.countermoves[1][:])
	for _, p := range s.plies {
		p.killer = 0
	}
}

// search fills in result, which is empty. (Returning it would cost a tenth of the searches of a
// game on 3x3.)
func (s *Searcher) search(q *request, result *Result) {
	if !s.begin(q, result) {
		return
	}
	switch l := q.limits; {
	case s.selects():
		result.Value = s.play(l.Depth)
	case l.Depth > 0:
		result.Value = s.deepen(1, l.Depth)
	case l.Nodes > 0 || l.Time > 0:
		result.Value = s.proveOrDeepen()
	default:
		result.Value = s.prove(noEnd)
	}
	s.finish(result)
}

// begin starts a search of the bound position. It reports false if the game is over: then the
// result is complete.
func (s *Searcher) begin(q *request, result *Result) bool {
	// Field by field: clearing the whole struct takes longer, and so does copying a struct
	// whose fields were just written one by one.
	r := &s.run
	r.ctx, r.limits, r.known, r.share = q.ctx, q.limits, q.known, q.share
	r.proven, r.guide = q.known, oxo.Bounds{}
	r.nodes, r.helped, r.stop, r.doubt = 0, 0, Finished, doubt{}
	r.restsOn, r.unwindTo = independent, 0
	r.hasBest, r.reached, r.depth = false, -oxo.Infinity, 0
	r.line, r.lineProven, r.reported = r.line[:0], false, reported{}
	r.counting.end()
	if s.visited.Load() != 0 {
		s.visited.Store(0)
	}
	r.start(q.limits)
	s.setCheck()
	s.workers.attach(q)
	s.run.hash = s.game.p.Hash()
	result.hash = s.run.hash
	if s.game.p.Outcome() == oxo.Ongoing {
		s.useTable(s.tables.proofs) // not the table of an earlier search that counted
		if s.game.nearDraw() {
			s.beginCounting()
		}
		return true
	}
	v := oxo.Final(s.game.p)
	result.Value, result.Bounds = Value{Score: v, Proven: true}, oxo.Exactly(v)
	return false
}
