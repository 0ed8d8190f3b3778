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

// Turns lets searches take turns: Yield is called by the searching goroutine each time
// that it looks at the clock, about every half millisecond, and may take as long as it
// likes.
type Turns interface{ Yield() }

// Options make a [Searcher]. The zero value is right for most.
type Options struct {
	// TableBytes is the size of the transposition table; 0 is 64 MiB. A
	// table smaller than one bucket still has one. The memory is taken when a
	// search first needs it.
	TableBytes int64
	// KeepTable keeps the table from search to search, where it is else
	// cleared, as long as positions are of one game: see [oxo.Named].
	KeepTable bool
	// Threads is how many goroutines search at once; 0 and 1 are one. More
	// help where no number of nodes or plies limits the search: such a limit
	// makes one thread search, so that it gives the same result every time.
	Threads int
	// Share, if not 0, notes the positions that took at least that many nodes to prove, for
	// searches of the same game elsewhere: see [Searcher.Settled]. Only the first thread's.
	Share uint64
	// ResultOnly asks for a win, a draw or a loss only, without counting
	// plies or margins: the search ends when [oxo.Bounds.Result] is known.
	ResultOnly bool
	// NoTable, NoSymmetry (in the table) and NoGuide switch a part off, to
	// measure it or to check that it changes no value.
	NoTable, NoSymmetry, NoGuide bool
	// Shuffle, if not 0, is a seed: moves are searched in a random order.
	// The value stays; the nodes do not.
	Shuffle uint64
	// NoSelective lets deepening look at all moves to the same depth also in a game
	// that is [Tactical]; Without switches parts of the selective search off.
	NoSelective bool
	Without     Parts
	// Book, if not nil, is asked for the position searched, and for those behind
	// its moves, before they are searched: see [Book]. Where it is [Endings] too, it
	// is asked for all positions.
	Book Book
	// Turns, if not nil, lets searches take turns.
	Turns Turns
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
// deepens iteration by iteration and proves only what it meets on the way.
type Limits struct {
	Depth int           // plies to look ahead
	Nodes uint64        // positions to visit
	Time  time.Duration // time to take
	// Aim is the time after which a selective search ([Tactical]) begins no other
	// iteration; 0 for no such time. It limits nothing else.
	Aim time.Duration
}

// Result is what a search found of a position, for its side to move.
type Result struct {
	// Value is the value, proven or as well as the limits allowed.
	Value
	// Bounds is what is proven of the value.
	Bounds oxo.Bounds
	// Best is the move to play; HasMove is false only in a finished game. Where a limit stopped the search it
	// may be a guess although the value is proven: a guide can know what a position is worth before a move is known.
	Best    oxo.Move
	HasMove bool
	// Line is the principal variation, Best first. It may be shorter than the
	// game. It is overwritten by the next search of the same Searcher.
	Line []oxo.Move
	// Depth is the number of plies of the last whole iteration, 0 when the
	// value was proven without one.
	Depth int
	// Nodes is the number of positions visited.
	Nodes uint64
	// Stop says what ended the search, [Finished] if nothing cut it short.
	Stop StopReason
	// ByBook says that the value is the book's. Where its move is too, nothing is
	// searched, and the line ends where the book does.
	ByBook bool

	hash uint64 // of the position
}

// Searcher searches positions, one after another, for one caller at a time: it panics
// where it is used while it searches. Positions may be of any games. It
// keeps its memory from search to search, and what it has learned only with
// [Options.KeepTable], for as long as the positions are of one game ([oxo.SameGame]).
type Searcher struct {
	busy atomic.Bool // it searches
	opts Options
	game abilities
	memory
	rng     *rand.Rand
	workers *workgroup
	trace   *Trace

	plies      []*ply       // working memory of each ply
	expanded   bool         // the guide was asked of the root just now: see byGuide
	guided     bool         // it answered the last search, without a table
	rootBounds oxo.Bounds   // what it said
	whole      []oxo.Move   // a line on its way to the end of the game
	ending     trace.Ending // of the node that was left last, for the trace
	report     func(Result) // gets what is known so far, or nil
	run        run
	kept       []oxo.Move    // its line, while a proof is attempted
	asksOnly   bool          // see KeepProofs
	assisted   atomic.Uint64 // nodes of its other threads
	visited    atomic.Uint64 // as of the last look at the limits, by all threads
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

// request is what a search was asked for.
type request struct {
	ctx    context.Context
	limits Limits
	known  oxo.Bounds // proven of the root before the search
	// helpers may join although the nodes are limited, since the limit is
	// only a share of a search that time limits.
	share bool
}

// run is the state of one search.
type run struct {
	request
	clock
	nodes  uint64 // visited by this thread
	helped uint64 // visited by helpers
	stop   StopReason
	doubt  doubt // grows when a value rests on something that is not proven
	// restsOn is the lowest ply of an ancestor that the value of the node left
	// last rests on, by a repetition; independent if on none.
	restsOn  int
	unwindTo int // the ply whose node another thread has answered, if stop says so
	answer   oxo.Score

	proven     oxo.Bounds // of the root
	guide      oxo.Bounds // of the root, as its guide says; part of proven after the window
	best       oxo.Move   // the best move by value, proven or not, if hasBest
	hasBest    bool
	provenMove oxo.Move   // a move that is proven to be worth reached or more
	reached    oxo.Score  // -Infinity while no move is
	depth      int        // plies of the last whole iteration
	line       []oxo.Move // of the last whole window that gave one
	lineValue  oxo.Score  // the value that window found
	lineProven bool       // it rests on nothing that is not proven
	reported   reported
	hash       uint64 // of the root
	plan       plan   // of a proof
	counting   counting
}

// independent is the ply that nothing rests on.
const independent = 1 << 30

// doubt counts what makes a value less than proven.
type doubt struct {
	horizon uint64 // estimates; a forced win or loss is one all the same
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

// Search finds the value of p and the best move. It works on p itself and
// leaves it as it was. When a limit or ctx ends it, the result is the best so
// far, marked as not proven: that is not an error. A deadline of ctx is a limit of
// time ([Limits.Time]). Without any limit the search only proves: what it knows of an unproven
// position when ctx is cancelled are Bounds, and a move that may be a guess.
func (s *Searcher) Search(ctx context.Context, p oxo.Position, limits Limits) (r Result) {
	s.SearchInto(ctx, p, limits, &r)
	return r
}

// SearchInto is Search for one who plays many small games: it fills in r, which takes less
// time there than to return it.
func (s *Searcher) SearchInto(ctx context.Context, p oxo.Position, limits Limits, r *Result) {
	if s.busy.Load() {
		panic(inUse)
	}
	*r, s.expanded = Result{}, false
	s.bind(p)
	if limits == (Limits{}) && s.byGuide(r) {
		return // no time to mark the searcher as busy: that takes as long as half of this
	}
	s.enter()
	defer s.leave()
	s.searchInto(ctx, p, limits.within(ctx), r)
}

// inUse is what a searcher panics with where two goroutines use it at once, or one while it searches.
const inUse = "search: a Searcher is used while it searches: give each goroutine a Searcher of its own, or take turns"

// enter notes that the searcher is in use. Without this two goroutines would overwrite each
// other's lines and bounds, and call what comes of it proven.
func (s *Searcher) enter() {
	if !s.busy.CompareAndSwap(false, true) {
		panic(inUse)
	}
}

func (s *Searcher) leave() { s.busy.Store(false) }

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
	s.expanded = false // where the search ended before it looked
	if r.Proven && limits != (Limits{}) && s.trace == nil && (!r.Score.CountsPlies() || len(r.Line) < r.Score.Plies()) {
		s.extendLine(ctx, limits, r)
	}
}

// Visited returns how many positions the running search has visited, or the
// last one, as of some milliseconds ago. Any goroutine may call it.
func (s *Searcher) Visited() uint64 { return s.visited.Load() }

// byGuide answers a search from what the game knows of the position, and reports whether it
// could: six of the eight searches in a game on 3x3 end here, for half of what their
// preparation takes. A book is asked first, and a trace begins at the root.
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
	s.run.hash, s.run.nodes, s.run.helped = ^result.hash, 1, 0 // the tables are not of this search
	s.guided = true
	return true
}

// prepare gets ready for searches at p.
func (s *Searcher) prepare(p oxo.Position, limits Limits) {
	s.bind(p)
	s.ready(p, limits)
}

// ready is prepare for a position that is bound.
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

// readyWithin is ready, and takes the time that it took from the limit: to take memory for tables may be long on a busy machine.
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

// forgetOrder clears what earlier searches learned of the order of moves: a search
// that plies or nodes limit gives the same result every time. Others keep it, since
// it changes no value, and to clear it takes a tenth of a search on 3x3.
func (s *Searcher) forgetOrder() {
	clear(s.countermoves[0][:])
	clear(s.countermoves[1][:])
	for _, p := range s.plies {
		p.killer = 0
	}
}

// search fills in result, which is empty. (To return it costs a tenth of the
// searches of a game on 3x3.)
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

// begin starts a search of the position that the searcher is bound to. It
// reports false where the game is over: then the result is complete.
func (s *Searcher) begin(q *request, result *Result) bool {
	// Field by field: to clear all of it takes longer, and so does a copy of what has
	// just been written in smaller parts.
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
		s.useTable(s.tables.proofs) // not that of a search before that counted
		if s.game.nearDraw() {
			s.beginCounting()
		}
		return true
	}
	v := oxo.Final(s.game.p)
	result.Value, result.Bounds = Value{Score: v, Proven: true}, oxo.Exactly(v)
	return false
}
