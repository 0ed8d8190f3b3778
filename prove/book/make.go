package book

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"oxo"
	"oxo/search"
)

// Options configures [Make].
type Options struct {
	// Plies is the number of plies that the book covers.
	Plies int
	// MaxPositions ends Make with an error if there are more positions; 0 means DefaultMaxPositions. A position takes
	// some 200 bytes while Make runs.
	MaxPositions int
	// Search configures the searches that solve the positions, including their threads and the
	// memory for tables.
	Search search.Options
	// Known, if not nil, is an unfinished book with the same number of plies: its values are
	// not computed again.
	Known *Book
	// Progress, if set, gets the number of positions solved so far and the total. Calls come from any goroutine of
	// Make, one at a time.
	Progress func(solved, of int)
}

// DefaultMaxPositions is enough for ten plies of Connect Four.
const DefaultMaxPositions = 2_000_000

// Make makes a book. It searches the positions at the last ply, and computes the others from them. If ctx ends first,
// it returns the context's error and the unfinished book, which a later call can continue.
func Make(ctx context.Context, g oxo.Game, o Options) (*Book, error) {
	if o.Plies < 0 || o.Plies > maxPlies {
		return nil, fmt.Errorf("a book of %d plies: want 0 to %d", o.Plies, maxPlies)
	}
	if o.Known != nil && (o.Known.plies != o.Plies || o.Known.game.Name() != g.Name()) {
		return nil, fmt.Errorf("the unfinished book has %d plies of %s: want the same number and game", o.Known.plies, o.Known.game.Name())
	}
	if err := bookable(g, g.Start()); err != nil {
		return nil, err
	}
	w, err := walkWhole(ctx, g, o.Plies, o.MaxPositions)
	if err != nil {
		return nil, err
	}
	m := &making{Book: newBook(g, o.Plies, w.keys()), options: o}
	if o.Known != nil {
		copy(m.values, o.Known.values)
	}
	err = m.solve(ctx, w)
	return m.Book, errors.Join(err, m.workOut(g.Start()))
}

// walkWhole walks through an opening, and records a line to each position.
func walkWhole(ctx context.Context, g oxo.Game, plies, limit int) (*opening, error) {
	if limit == 0 {
		limit = DefaultMaxPositions
	}
	w := newOpening(ctx, g, plies, limit)
	w.lines = map[oxo.Key][]oxo.Move{}
	if w.walk() {
		return w, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s has more than %d positions in its first %d plies: want fewer plies", g.Name(), limit, plies)
}

// making is a book under construction.
type making struct {
	*Book
	options Options

	mu     sync.Mutex // guards the fields below, and the values during the searches
	solved int
}

// solve searches the positions at the last ply, one per thread at a time.
func (m *making) solve(ctx context.Context, w *opening) error {
	var open []int
	for i, key := range m.keys {
		if w.reached[key] == m.plies && m.values[i] == unknown {
			open = append(open, i)
		}
	}
	opts := m.options.Search
	opts.KeepTable, opts.Book = true, nil
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	search.NewPool(opts).Do(len(open), func(s *search.Searcher, i int) {
		if ctx.Err() != nil {
			return
		}
		score, err := prove(ctx, s, m.game, w.lines[m.keys[open[i]]])
		if err := m.note(open[i], len(open), score, err); err != nil {
			stop(err)
		}
	})
	return context.Cause(ctx)
}

// note stores the value of a position.
func (m *making) note(i, of int, score oxo.Score, err error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil {
		m.values[i], err = m.value(score)
	}
	if err != nil {
		return err
	}
	if m.solved++; m.options.Progress != nil {
		m.options.Progress(m.solved, of)
	}
	return nil
}

// prove returns the exact value of the position after a line.
func prove(ctx context.Context, s *search.Searcher, g oxo.Game, line []oxo.Move) (oxo.Score, error) {
	p := g.Start()
	for _, m := range line {
		p.Make(m)
	}
	r := s.Search(ctx, p, search.Limits{})
	switch {
	case r.Proven:
		return r.Score, nil
	case ctx.Err() != nil:
		return 0, ctx.Err()
	}
	return 0, fmt.Errorf("no search proves the value of %s: the search ended by %v", g.FormatPosition(p), r.Stop)
}

// workOut computes the values of this position and of the later ones before the last ply, if the values they depend
// on are known.
func (m *making) workOut(p oxo.Position) error {
	done := make([]bool, len(m.keys))
	key := keyOf(p)
	var visit func() error
	visit = func() error {
		i, ok := m.number(key())
		if !ok || done[i] || p.Outcome() != oxo.Ongoing {
			return nil
		}
		done[i] = true
		for _, move := range p.Moves(nil) {
			p.Make(move)
			err := visit()
			p.Unmake(move)
			if err != nil {
				return err
			}
		}
		score, ok := m.best(p)
		if !ok || m.values[i] != unknown {
			return nil
		}
		var err error
		m.values[i], err = m.value(score)
		return err
	}
	return visit()
}

// best returns the value of the best move, from the book's values of the positions after the
// moves, or false if one is missing.
func (b *Book) best(p oxo.Position) (oxo.Score, bool) {
	best := -oxo.Infinity
	for _, m := range p.Moves(nil) {
		p.Make(m)
		v, ok := b.Lookup(p)
		if p.Outcome() != oxo.Ongoing {
			v, ok = oxo.Final(p), true
		}
		p.Unmake(m)
		if !ok {
			return 0, false
		}
		best = max(best, v.ToParent())
	}
	return best, true
}
