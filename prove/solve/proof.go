package solve

import (
	"context"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/player"
	"oxo/prove/loops"
	"oxo/prove/pn"
	"oxo/search"
)

// UnprovenError is the error of a proof that ended before it was complete.
type UnprovenError struct {
	Known string // the bounds so far, in words
	Cause error  // the reason for the end, or nil
}

// Error implements error.
func (e *UnprovenError) Error() string { return "not proven: " + e.Known }

// Unwrap returns the cause.
func (e *UnprovenError) Unwrap() error { return e.Cause }

// Proof proves the value of one position. It is for one goroutine, but any goroutine may ask for its Progress.
type Proof struct {
	game     oxo.Game
	position oxo.Position
	options  Options
	method   Method // Search or Numbers, used if no prover before them answers
	searcher *search.Searcher
	found    Solution

	mu      sync.Mutex // guards the fields below
	known   oxo.Bounds
	visited int           // positions solved backwards so far; 0 while that does not run
	numbers *pn.Solver    // nil when it cannot answer
	plies   *loops.Solver // nil while it does not run
	holder  *loops.Holder // nil while it does not run
}

// New makes the proof of a position. If the options have a Keeper, the proof continues
// from its last state.
func New(g oxo.Game, p oxo.Position, options Options) (*Proof, error) {
	r := &Proof{game: g, position: p, options: options, searcher: options.Searcher, method: Choose(options.method(), p, options.ResultOnly)}
	o := &r.options
	o.Search.ResultOnly = o.ResultOnly
	if r.method == Numbers {
		r.numbers = pn.NewSolver(pn.Options{TableBytes: o.Search.TableBytes, Threads: o.Search.Threads})
	}
	if o.Keeper != nil && r.numbers == nil {
		o.Search.Turns = o.Keeper
	}
	if r.searcher == nil {
		r.searcher = search.New(o.Search)
	}
	if o.Keeper == nil {
		return r, nil
	}
	var s Saver = searchSaver{r.searcher, p}
	if r.numbers != nil {
		s = r.numbers
	}
	prover := string(r.method)
	if o.Tables {
		prover += " with --tables" // the proof relies on the tables
	}
	return r, o.Keeper.Start(prover, s, r.numbers != nil)
}

// searchSaver is a searcher that proves a position.
type searchSaver struct {
	*search.Searcher
	p oxo.Position
}

// Load implements Saver.
func (s searchSaver) Load(r io.Reader) error { return s.Searcher.Load(r, s.p) }

// prover tries to answer. It returns the value, and reports whether it proved it.
type prover func(ctx context.Context) (oxo.Score, bool, error)

// Run proves the position. If ctx ends first, the error is an [*UnprovenError].
func (r *Proof) Run(ctx context.Context) (*Solution, error) {
	begun := time.Now()
	r.found = Solution{Game: r.game.Name(), Position: catalog.FormatPosition(r.game, r.position), Turn: board.SideName(r.game, r.position.Turn()), Line: []string{}}
	value, solved := oxo.Draw, r.drawnBefore()
	for _, prove := range [...]prover{r.briefly, r.smaller, r.backwards, r.byPlies, r.holds, r.byNumbers, r.search} {
		if solved {
			break
		}
		var err error
		if value, solved, err = prove(ctx); err != nil {
			return nil, err
		}
	}
	took := time.Since(begun)
	if r.options.Keeper != nil {
		took = r.options.Keeper.Elapsed()
	}
	found := &r.found
	found.Seconds = math.Round(took.Seconds()*1e6) / 1e6
	if r.options.ResultOnly || (found.Method == Numbers || found.Method == SmallerBoard) && value != oxo.Draw {
		found.Result = value.Result()
		return found, nil
	}
	found.Value = &search.Value{Score: value, Proven: true}
	if points, ok := catalog.Scale(r.game, r.position, value); ok {
		found.Scale = &points
	}
	return found, nil
}

// drawnBefore reports whether earlier moves have drawn the game.
func (r *Proof) drawnBefore() bool {
	r.found.Drawn = r.position.Outcome() == oxo.Ongoing && player.Drawn(r.position)
	return r.found.Drawn
}

// The node budgets of a first search: in a game that loops, and before proof numbers on a small board.
const (
	briefNodes      = 200_000
	briefClaimNodes = 10_000
)

// briefly makes a short search if that may be enough, and reports whether it was. In a game that loops it finds a
// win or a loss: a mate in two does not need every reachable position, which took 15 seconds. On small boards of k
// in a row it takes a tenth of the time that proof numbers need to begin.
func (r *Proof) briefly(ctx context.Context) (oxo.Score, bool, error) {
	if r.options.method() != Auto && r.options.method() != Search || r.options.Keeper != nil {
		return 0, false, nil
	}
	var nodes uint64
	_, looping := r.position.(oxo.Looping)
	switch {
	case looping && !loops.Suits(r.position):
		nodes = briefNodes
	case r.method == Numbers && claims(r.position) && len(r.position.Moves(nil)) < minClaimMoves:
		nodes = briefClaimNodes
	default:
		return 0, false, nil
	}
	last := r.searcher.Search(ctx, r.position, search.Limits{Nodes: nodes})
	if !r.enough(last) || looping && last.Score == oxo.Draw {
		return 0, false, nil
	}
	r.take(ctx, last)
	return last.Score, true, nil
}

// search proves the value by alpha-beta search. It is the last prover: its error says why nothing is proven.
func (r *Proof) search(ctx context.Context) (oxo.Score, bool, error) {
	var last search.Result
	for last = range r.searcher.SearchProgress(ctx, r.position, search.Limits{}) {
		r.mu.Lock()
		r.known = last.Bounds
		r.mu.Unlock()
	}
	if r.options.Keeper != nil {
		r.options.Keeper.Finish()
	}
	if !r.enough(last) {
		if err := ctx.Err(); err != nil {
			return 0, false, &UnprovenError{r.describe(last.Bounds, last.Nodes), err}
		}
		if last.Stop == search.ByDepth {
			return 0, false, fmt.Errorf("%s lasts for more plies than a search can follow: it cannot be proven", r.game.Name())
		}
		return 0, false, fmt.Errorf("%s has positions without exact keys: it cannot be proven", r.game.Name())
	}
	r.take(ctx, last)
	if r.options.ResultOnly {
		r.found.searcher = r.searcher
	}
	return last.Score, true, nil
}

// enough reports whether a search has answered.
func (r *Proof) enough(last search.Result) bool {
	_, decided := last.Bounds.Result()
	return last.Proven || decided && r.options.ResultOnly
}

// take stores the line of a proven value, and the number of nodes.
func (r *Proof) take(ctx context.Context, last search.Result) {
	line := last.Line
	if last.HasMove && r.options.WholeLine {
		line = r.searcher.WholeLine(ctx, r.position, last)
	}
	r.found.follow(r.game, r.position, line)
	if r.found.Nodes, r.found.Book = r.found.Nodes+last.Nodes, last.ByBook; !last.ByBook {
		r.found.Method = Search
	}
	r.found.known = "the book"
	if r.options.Tables { // the search does not record whether the book or a table had the value
		r.found.known = "a book or table"
	}
}

// Progress returns the progress of the proof in words.
func (r *Proof) Progress() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.visited > 0:
		return "solving backwards: " + words.Count(r.visited, "position") + " so far"
	case r.plies != nil:
		return valueAfter(r.plies.Progress())
	case r.holder != nil:
		return heldAfter(r.holder.Progress())
	case r.options.Smaller != nil:
		return r.options.Smaller.progress()
	case r.numbers != nil:
		return knownByNumbers(r.known, r.numbers)
	}
	return r.describe(r.known, r.searcher.Visited())
}

// describe returns in words what a search knows: the value or, if only that was asked for,
// who wins.
func (r *Proof) describe(b oxo.Bounds, nodes uint64) string {
	if r.options.ResultOnly {
		return resultAfter(b, words.Count(nodes, "node"))
	}
	return valueAfter(b, nodes)
}

// resultAfter returns in words what is known about the winner after some work.
func resultAfter(b oxo.Bounds, work string) string {
	known := "nothing is known"
	result, decided := b.Result()
	switch {
	case decided:
		known = result
	case b.Lo() >= oxo.Draw:
		known = "at least a draw"
	case b.Hi() <= oxo.Draw:
		known = "at most a draw"
	}
	return known + " after " + work
}

// valueAfter returns in words what is known about the value.
func valueAfter(b oxo.Bounds, nodes uint64) string {
	after := "after " + words.Count(nodes, "node")
	lo, hi := b.Known()
	switch {
	case !lo && !hi:
		return "nothing is known " + after
	case b.Exact() || lo != hi: // an exact value, or only one bound
		return b.String() + ", " + after
	}
	return b.String() + " " + after
}
