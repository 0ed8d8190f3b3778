package book

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"oxo"
	"oxo/search"
)

// CheckOptions configures the check of a book.
type CheckOptions struct {
	// Sample is the number of positions at the last ply to solve again, drawn with Seed; a negative number means all.
	Sample int
	Seed   uint64
	// Search configures the searches: see [Options].
	Search search.Options
	// Progress, if set, gets the number of positions solved so far and the total. Calls come
	// from any goroutine, one at a time.
	Progress func(solved, of int)
}

// Check compares the value of every position of a book with the values after its moves, and solves a sample of the
// positions at the last ply again. It returns how many it has solved. An error names a position with a wrong value.
func (b *Book) Check(ctx context.Context, o CheckOptions) (solved int, err error) {
	if n := b.Missing(); n > 0 {
		return 0, fmt.Errorf("the book lacks %d of its %d values: making it was interrupted", n, b.Len())
	}
	w, err := walkWhole(ctx, b.game, b.plies, b.Len())
	if err != nil {
		return 0, err
	}
	var last []int
	for i, key := range b.keys {
		if w.reached[key] == b.plies {
			last = append(last, i)
		} else if err := b.addsUp(i, w.lines[key]); err != nil {
			return 0, err
		}
	}
	if o.Sample >= 0 {
		rng := rand.New(rand.NewPCG(o.Seed, 0))
		rng.Shuffle(len(last), func(i, j int) { last[i], last[j] = last[j], last[i] })
		last = last[:min(o.Sample, len(last))]
		slices.Sort(last) // positions next to each other share later positions
	}
	return b.solveAgain(ctx, w, last, o)
}

// addsUp compares the value of a position with the values after its moves.
func (b *Book) addsUp(i int, line []oxo.Move) error {
	p := b.game.Start()
	for _, m := range line {
		p.Make(m)
	}
	want, ok := b.best(p)
	if got := b.score(b.values[i]); !ok || got != want {
		return fmt.Errorf("the book says that %s is a %v, but the positions after its moves make it a %v", b.game.FormatPosition(p), got, want)
	}
	return nil
}

// solveAgain searches positions of the book and compares the values.
func (b *Book) solveAgain(ctx context.Context, w *opening, sample []int, o CheckOptions) (solved int, err error) {
	opts := o.Search
	opts.KeepTable, opts.Book = true, nil
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	search.NewPool(opts).Do(len(sample), func(s *search.Searcher, n int) {
		if ctx.Err() != nil {
			return
		}
		i := sample[n]
		line := w.lines[b.keys[i]]
		want, err := prove(ctx, s, b.game, line)
		if got := b.score(b.values[i]); err == nil && got != want {
			p := b.game.Start()
			for _, m := range line {
				p.Make(m)
			}
			err = fmt.Errorf("the book says that %s is a %v, but a search proves that it is a %v", b.game.FormatPosition(p), got, want)
		}
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			stop(err)
			return
		}
		if solved++; o.Progress != nil {
			o.Progress(solved, len(sample))
		}
	})
	return solved, context.Cause(ctx)
}
