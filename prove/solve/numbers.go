package solve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"oxo"
	"oxo/internal/words"
	"oxo/prove/pn"
)

// byNumbers proves the result by proof numbers, if that method is chosen, and reports
// whether the result is enough. The plies of a win are left to the search, unless the
// method or ResultOnly excludes them.
func (r *Proof) byNumbers(ctx context.Context) (oxo.Score, bool, error) {
	if r.method != Numbers {
		return 0, false, nil
	}
	if err := pn.Provable(r.position); err != nil {
		return 0, false, fmt.Errorf("%s cannot be solved by proof numbers: %w; try --method search", r.game.Name(), err)
	}
	s := r.numbers
	stop := r.keepOn()
	result, err := s.Result(ctx, r.position)
	stop()
	if err != nil {
		return 0, false, err
	}
	if _, known := result.Known(); !known {
		return 0, false, &UnprovenError{knownByNumbers(result.Bounds, s), ctx.Err()}
	}
	enough := r.options.method() == Numbers || r.options.ResultOnly || result.Bounds.Exact()
	if !enough {
		r.mu.Lock()
		r.numbers, r.known = nil, result.Bounds
		r.mu.Unlock()
		return 0, false, nil
	}
	r.found.Nodes, r.found.Method, r.found.solver = result.Nodes, Numbers, s
	if result.HasMove {
		r.found.follow(r.game, r.position, []oxo.Move{result.Best})
	}
	value := max(result.Bounds.Lo(), min(result.Bounds.Hi(), oxo.Draw)) // the nearest to a draw
	return value, true, nil
}

// knownByNumbers returns the progress of a proof in words.
func knownByNumbers(b oxo.Bounds, s *pn.Solver) string {
	known, p := "nothing is known", s.Progress()
	if b.Lo() == oxo.Draw {
		known = "not a loss"
	}
	text := fmt.Sprintf("%s after %s, proof number %s, disproof number %s, table %d%% full",
		known, words.Count(p.Nodes, "node"), proofNumber(p.Proof), proofNumber(p.Disproof), p.Full/10)
	if refuted, open := movesSoFar(s); len(refuted)+len(open) > 0 {
		text += fmt.Sprintf(", %d of %s refuted", len(refuted), words.Count(len(refuted)+len(open), "move"))
	}
	return text
}

// proofNumber writes a proof number.
func proofNumber(n uint64) string {
	switch {
	case n < pn.MostWork:
		return fmt.Sprint(n)
	case n == pn.MostWork:
		return fmt.Sprintf("%d or more", n)
	}
	return "infinite" // proven or disproven
}

// movesSoFar returns the refuted and the open moves of the position.
func movesSoFar(s *pn.Solver) (refuted, open []pn.MoveProgress) {
	for _, m := range s.Moves() {
		if m.Refuted {
			refuted = append(refuted, m)
		} else {
			open = append(open, m)
		}
	}
	return refuted, open
}

// WriteMoves writes the state of each move, those with the most work first. It writes nothing if no
// proof-number search runs.
func (r *Proof) WriteMoves(w io.Writer) {
	r.mu.Lock()
	s := r.numbers
	r.mu.Unlock()
	if s == nil {
		return
	}
	refuted, open := movesSoFar(s)
	for _, of := range []struct {
		what  string
		moves []pn.MoveProgress
	}{{"refuted", refuted}, {"open", open}} {
		slices.SortStableFunc(of.moves, func(a, b pn.MoveProgress) int { return cmp.Compare(b.Work, a.Work) })
		var names []string
		for _, m := range of.moves {
			names = append(names, fmt.Sprintf("%s (%s)", r.game.FormatMove(r.position, m.Move), words.Count(m.Work, "position")))
		}
		if len(names) > 0 {
			fmt.Fprintf(w, "%s: %s\n", of.what, strings.Join(names, ", "))
		}
	}
}

// keepOn calls the keeper repeatedly until stop is called, and then for the last time. A proof-number search
// does not call the keeper itself.
func (r *Proof) keepOn() (stop func()) {
	keeper := r.options.Keeper
	if keeper == nil {
		return func() {}
	}
	ticks, done := time.NewTicker(100*time.Millisecond), make(chan struct{})
	var over sync.WaitGroup
	over.Go(func() {
		for {
			select {
			case <-ticks.C:
				keeper.Yield()
			case <-done:
				return
			}
		}
	})
	return func() {
		ticks.Stop()
		close(done)
		over.Wait()
		keeper.Finish()
	}
}
