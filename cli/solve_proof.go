package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"oxo"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/prove/census"
	"oxo/prove/loops"
	"oxo/prove/pn"
	"oxo/search"
)

// notProven is the error of a proof that was interrupted, with what was known.
type notProven struct {
	known string
	cause error
}

func (e *notProven) Error() string { return "not proven: " + e.known }

func (e *notProven) Unwrap() error { return e.cause }

// proving is the proof of a position on its way.
type proving struct {
	s       *search.Searcher
	options solveOptions
	keep    *checkpoint // or nil
	mu      sync.Mutex  // guards what follows: any goroutine may ask for the state
	known   oxo.Bounds
	visited int           // positions of a game that is solved backwards, while it is
	solver  *pn.Solver    // while proof numbers are used
	loops   *loops.Solver // while it asks by plies
	holder  *loops.Holder // while it looks for closed sets
}

// state says how far it is.
func (r *proving) state() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.visited > 0 {
		return "solving backwards: " + words.Count(r.visited, "position") + " so far"
	}
	if r.loops != nil {
		return valueAfter(r.loops.Progress())
	}
	if r.holder != nil {
		return heldAfter(r.holder.Progress())
	}
	if b := r.options.smaller.board; b != nil {
		return b.state()
	}
	if r.solver != nil {
		return knownByNumbers(r.known, r.solver)
	}
	return r.knownAfter(r.known, r.s.Visited())
}

// knownAfter says what a search knows: of the value, or of who wins where nobody asks for more.
func (r *proving) knownAfter(b oxo.Bounds, nodes uint64) string {
	if r.options.result {
		return resultAfter(b, words.Count(nodes, "node"))
	}
	return valueAfter(b, nodes)
}

// resultAfter says what is known of who wins.
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

// valueAfter says what is known of the value.
func valueAfter(b oxo.Bounds, nodes uint64) string {
	after := "after " + words.Count(nodes, "node")
	lo, hi := b.Known()
	switch {
	case !lo && !hi:
		return "nothing is known " + after
	case b.Exact() || lo != hi: // one value, or all from one or up to one
		return b.String() + ", " + after
	}
	return b.String() + " " + after
}

// way is one to prove a position: it returns the value, and reports whether it proved it.
type way func(context.Context, oxo.Game, oxo.Position, *solution) (oxo.Score, bool, error)

// run solves a position; where whole is set, it also finds the line to the end
// of the game.
func (r *proving) run(ctx context.Context, g oxo.Game, p oxo.Position, whole bool) (solution, error) {
	begun := time.Now()
	found := solution{Game: g.Name(), Position: catalog.FormatPosition(g, p), Turn: board.SideName(g, p.Turn()), Line: []string{}}
	var err error
	value, solved := oxo.Draw, byMoves(p, &found)
	if !solved {
		value, solved = r.briefly(ctx, g, p, whole, &found)
	}
	for _, way := range [...]way{r.smaller, r.backwards, r.plies, r.holds, r.numbers} {
		if solved {
			break
		}
		if value, solved, err = way(ctx, g, p, &found); err != nil {
			return solution{}, err
		}
	}
	if !solved {
		if value, err = r.search(ctx, g, p, whole, &found); err != nil {
			return solution{}, err
		}
	}
	took := time.Since(begun)
	if r.keep != nil {
		took = r.keep.elapsed()
	}
	found.Seconds = math.Round(took.Seconds()*1e6) / 1e6
	if r.options.result || (found.Method == byNumbers || found.Smaller != "") && value != oxo.Draw {
		found.Result = value.Result()
		return found, nil
	}
	found.Value = &search.Value{Score: value, Proven: true}
	if points, ok := catalog.Scale(g, p, value); ok {
		found.Scale = &points
	}
	return found, nil
}

// search proves the value by search, and returns it.
func (r *proving) search(ctx context.Context, g oxo.Game, p oxo.Position, whole bool, found *solution) (oxo.Score, error) {
	var last search.Result
	for last = range r.s.SearchProgress(ctx, p, search.Limits{}) {
		r.mu.Lock()
		r.known = last.Bounds
		r.mu.Unlock()
	}
	if r.keep != nil {
		r.keep.finish()
	}
	if !r.enough(last) {
		if err := ctx.Err(); err != nil {
			return 0, &notProven{r.knownAfter(last.Bounds, last.Nodes), err}
		}
		if last.Stop == search.ByDepth {
			return 0, fmt.Errorf("%s goes on for more plies than a search can follow: nothing can be proven of it", g.Name())
		}
		return 0, fmt.Errorf("%s has positions without exact keys: nothing can be proven of it", g.Name())
	}
	r.take(ctx, g, p, whole, last, found)
	if r.options.result {
		found.searcher = r.s
	}
	return last.Score, nil
}

// enough reports whether a search proved what was asked for.
func (r *proving) enough(last search.Result) bool {
	_, decided := last.Bounds.Result()
	return last.Proven || decided && r.options.result
}

// take notes the line of a value that a search proved, and its nodes.
func (r *proving) take(ctx context.Context, g oxo.Game, p oxo.Position, whole bool, last search.Result, found *solution) {
	line := last.Line
	if last.HasMove && whole {
		line = r.s.WholeLine(ctx, p, last)
	}
	found.follow(g, p, line)
	found.Nodes, found.Book = found.Nodes+last.Nodes, last.ByBook
	found.known = knownBy(r.options.tables)
}

// briefNodes is how far a game that loops is searched at first: a moment.
const briefNodes = 200_000

// briefly searches a game that loops for a moment, and reports whether that proved a win or a loss. A mate
// in two needs no look at all positions that can be reached, which took 15 seconds.
func (r *proving) briefly(ctx context.Context, g oxo.Game, p oxo.Position, whole bool, found *solution) (oxo.Score, bool) {
	if _, ok := p.(oxo.Looping); !ok || r.options.method == byNumbers || r.keep != nil || loops.Suits(p) {
		return 0, false
	}
	last := r.s.Search(ctx, p, search.Limits{Nodes: briefNodes})
	if !r.enough(last) || last.Score == oxo.Draw {
		return 0, false
	}
	r.take(ctx, g, p, whole, last, found)
	return last.Score, true
}

// backwards solves a game that loops from its ends, where its positions fit, and
// reports whether it did.
func (r *proving) backwards(ctx context.Context, g oxo.Game, p oxo.Position, found *solution) (oxo.Score, bool, error) {
	loops, ok := p.(oxo.Looping)
	if !ok || r.options.tables != "" || r.options.method == byNumbers {
		return 0, false, nil
	}
	if k, ok := p.(oxo.Keyed); !ok || k.KeyBits() == 0 {
		return 0, false, nil
	}
	t, err := census.SolveFrom(ctx, g, loops, census.Options{MaxPositions: r.options.search.maxPositions, Progress: func(_, positions int) {
		r.mu.Lock()
		r.visited = max(positions, 1)
		r.mu.Unlock()
	}})
	r.mu.Lock()
	r.visited = 0
	r.mu.Unlock()
	if errors.Is(err, census.ErrMaxPositions) || errors.Is(err, census.ErrLoops) {
		return 0, false, nil
	}
	if err != nil {
		if r.keep != nil && ctx.Err() != nil {
			r.keep.failed(errors.New("positions that are solved backwards are not kept in the checkpoint: the same command begins with them again"))
		}
		return 0, false, err
	}
	value, _ := t.Value(p)
	if c, ok := p.(oxo.Clocked); ok && oxo.UnderClock(p, oxo.Exactly(value)) != oxo.Exactly(value) {
		if counted, ok := r.underClock(ctx, g, c, t, found); ok {
			return counted, true, nil
		}
		found.Without = catalog.ClockRule(c)
	}
	found.Positions = t.Len()
	found.follow(g, p, tableLine(t, p))
	return value, true, nil
}

// plies solves a game that loops and ends by a margin by questions about plies, and
// reports whether that was enough.
func (r *proving) plies(ctx context.Context, g oxo.Game, p oxo.Position, found *solution) (oxo.Score, bool, error) {
	if r.options.method != byEither || r.options.tables != "" || r.keep != nil || !loops.Suits(p) {
		return 0, false, nil
	}
	s, err := loops.New(p, loops.Options{TableBytes: int64(r.options.search.table)})
	if err != nil {
		return 0, false, err
	}
	r.mu.Lock()
	r.loops = s
	r.mu.Unlock()
	result := s.Solve(ctx)
	r.mu.Lock()
	r.loops = nil
	r.mu.Unlock()
	if found.Nodes = result.Nodes; !result.Bounds.Exact() {
		if err := ctx.Err(); err != nil {
			return 0, false, &notProven{valueAfter(result.Bounds, result.Nodes), err}
		}
		return 0, false, nil
	}
	found.follow(g, p, result.Line)
	return result.Bounds.Lo(), true, nil
}

// tableLine returns the best play of a table: to the end of the game, or where
// nobody can force one, for a few moves.
func tableLine(t *census.Table, p oxo.Position) []oxo.Move {
	const most = 20
	q, line := p.Clone(), []oxo.Move{}
	for q.Outcome() == oxo.Ongoing {
		value, m, ok := t.Lookup(q)
		if !ok || value == oxo.Draw && len(line) >= most {
			break
		}
		q.Make(m)
		line = append(line, m)
	}
	return line
}
