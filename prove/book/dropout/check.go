package dropout

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
	// Sample is the number of positions to search again, drawn with the seed; a negative number
	// means all.
	Sample  int
	Seed    uint64
	Threads int
	// Progress, if set, gets the number of positions searched so far and the total. Calls come
	// from any goroutine, one at a time.
	Progress func(searched, of int)
}

// Check walks through the book. It checks that the moves to each position lead there, that each
// move is legal, and that each estimate follows from those after it. Then it searches a sample
// of the positions again, and returns how many. An error says what is wrong.
func (b *Book) Check(ctx context.Context, o CheckOptions) (again int, err error) {
	lines := make([][]oxo.Move, b.positions)
	err = b.walk(func(i int, here *identity, line []oxo.Move) error {
		lines[i] = slices.Clone(line)
		if err := b.addsUp(i, here); err != nil {
			return err
		}
		return ctx.Err()
	})
	if err != nil {
		return 0, err
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	sample := rng.Perm(b.positions)
	if o.Sample >= 0 {
		sample = sample[:min(o.Sample, len(sample))]
	}
	return b.searchAgain(ctx, lines, sample, o)
}

// addsUp compares the estimates of a position with those after its moves.
func (b *Book) addsUp(i int, here *identity) error {
	r := b.record(i)
	edges := b.edges(r)
	to, err := b.positionsAfter(r, here)
	if err != nil {
		return err
	}
	for k, e := range edges {
		if k > 0 && edges[k-1].compare(e) >= 0 {
			return fmt.Errorf("the moves of %s are not in order", b.game.FormatPosition(here.p))
		}
		m, _ := here.own(e.move)
		if want := b.worth(r, here.p, m, to[k]); e.score != want {
			return fmt.Errorf("the book says that %s in %s is worth %d, but the positions after it give %d",
				b.game.FormatMove(here.p, m), b.game.FormatPosition(here.p), e.score, want)
		}
	}
	if r.flags&expanded == 0 && len(edges) != 1 {
		return fmt.Errorf("the book has %d moves for %s, but no positions after them: want one move", len(edges), b.game.FormatPosition(here.p))
	}
	return nil
}

// worth returns the value of a move by the position after it.
func (b *Book) worth(r *record, p oxo.Position, m oxo.Move, to int) oxo.Score {
	switch {
	case r.flags&expanded == 0:
		return r.searched
	case to == nowhere:
		p.Make(m)
		defer p.Unmake(m)
		return estimate(oxo.Final(p).ToParent())
	}
	next := b.record(to)
	if next.ply != r.ply+1 {
		return -next.searched
	}
	return -b.edges(next)[0].score
}

// searchAgain searches positions of the book and compares the results.
func (b *Book) searchAgain(ctx context.Context, lines [][]oxo.Move, sample []int, o CheckOptions) (again int, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	pool := newPool(b.nodes, o.Threads)
	pool.Do(len(sample), func(s *search.Searcher, n int) {
		if ctx.Err() != nil {
			return
		}
		err := b.same(ctx, s, sample[n], lines[sample[n]])
		mu.Lock()
		defer mu.Unlock()
		switch {
		case ctx.Err() != nil:
		case err != nil:
			stop(err)
		default:
			if again++; o.Progress != nil {
				o.Progress(again, len(sample))
			}
		}
	})
	return again, context.Cause(ctx)
}

// same searches a position again.
func (b *Book) same(ctx context.Context, s *search.Searcher, i int, line []oxo.Move) error {
	p := b.game.Start()
	for _, m := range line {
		p.Make(m)
	}
	here, r := identify(p), b.record(i)
	found := lookAt(ctx, s, here, b.nodes)
	if found.score != r.searched || found.flags != r.flags&decided || r.flags&expanded == 0 && found.move != b.edges(r)[0].move {
		return fmt.Errorf("the book says that a search of %s finds %d, but now it finds %d: another program or another version made the estimates",
			b.game.FormatPosition(p), r.searched, found.score)
	}
	return nil
}
