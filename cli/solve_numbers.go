package cli

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
	"oxo/game/knowledge"
	"oxo/internal/words"
	"oxo/prove/pn"
)

// The methods of solve.
const (
	bySearch  = "search"
	byNumbers = "pn"
	byEither  = "auto"
)

func checkSolveMethod(method string) error {
	switch method {
	case bySearch, byNumbers, byEither:
		return nil
	}
	return usagef("--method %q: it is search (alpha-beta), pn (proof-number search) or auto", method)
}

// numbersFrom is how many empty squares a game with claims of its own has before
// proof numbers are the better way: on 7x7 by a factor of 10 to 1,000, on 6x6 by
// none.
const numbersFrom = 37

// racesMemory is what a certificate takes where pawns race, at most.
const racesMemory = 64 << 20

// memory returns how many bytes solve needs besides what a search does.
func (o *solveOptions) memory() (bytes int64) {
	if o.method != bySearch { // proof numbers keep the moves of many positions
		bytes = int64(o.search.table) / 4
	}
	if o.out != "" || o.list {
		bytes += racesMemory
	}
	if o.smaller.name != "" { // two searches more, with a table each
		bytes += 2*(int64(o.search.table)+int64(o.search.table)/50) + smallerMemory
	}
	return bytes
}

// usesNumbers reports whether a position is to be solved by proof-number search.
func usesNumbers(method string, p oxo.Position) bool {
	if method != byEither {
		return method == byNumbers
	}
	c, ok := p.(knowledge.Claimer)
	return ok && len(p.Moves(nil)) >= numbersFrom && c.Claim(p.Turn(), true) != nil
}

// numbers proves the result by proof numbers, and reports whether that was asked for and
// is enough: a win has plies, which are left to the search unless the method or
// --result says otherwise.
func (r *proving) numbers(ctx context.Context, g oxo.Game, p oxo.Position, found *solution) (oxo.Score, bool, error) {
	if !usesNumbers(r.options.method, p) {
		return 0, false, nil
	}
	if err := pn.Provable(p); err != nil {
		return 0, false, fmt.Errorf("%s cannot be solved by proof numbers: %w; --method search may", g.Name(), err)
	}
	s := r.solver
	stop := r.keepOn()
	result, err := s.Result(ctx, p)
	stop()
	if err != nil {
		return 0, false, err
	}
	_, known := result.Known()
	if !known {
		return 0, false, &notProven{knownByNumbers(result.Bounds, s), ctx.Err()}
	}
	enough := r.options.method == byNumbers || r.options.result || result.Bounds.Exact()
	if !enough {
		r.mu.Lock()
		r.solver, r.known = nil, result.Bounds
		r.mu.Unlock()
		return 0, false, nil
	}
	found.Nodes, found.Method, found.solver = result.Nodes, byNumbers, s
	if result.HasMove {
		found.follow(g, p, []oxo.Move{result.Best})
	}
	value := max(result.Bounds.Lo(), min(result.Bounds.Hi(), oxo.Draw)) // the nearest to a draw
	return value, true, nil
}

// knownByNumbers says how far a proof is.
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
	return "infinite" // nothing can change that
}

// movesSoFar returns the moves of the position that is solved, which the search has refuted and which are open.
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

// writeMoves says how far each move is, with most work first.
func writeMoves(w io.Writer, g oxo.Game, p oxo.Position, s *pn.Solver) {
	refuted, open := movesSoFar(s)
	for _, of := range []struct {
		what  string
		moves []pn.MoveProgress
	}{{"refuted", refuted}, {"open", open}} {
		slices.SortStableFunc(of.moves, func(a, b pn.MoveProgress) int { return cmp.Compare(b.Work, a.Work) })
		var names []string
		for _, m := range of.moves {
			names = append(names, fmt.Sprintf("%s (%s)", g.FormatMove(p, m.Move), words.Count(m.Work, "position")))
		}
		if len(names) > 0 {
			fmt.Fprintf(w, "%s: %s\n", of.what, strings.Join(names, ", "))
		}
	}
}

// keepOn writes the checkpoint from time to time until it is stopped, and then for the last time.
func (r *proving) keepOn() (stop func()) {
	if r.keep == nil {
		return func() {}
	}
	ticks, done := time.NewTicker(100*time.Millisecond), make(chan struct{})
	var over sync.WaitGroup
	over.Go(func() {
		for {
			select {
			case <-ticks.C:
				r.keep.Yield()
			case <-done:
				return
			}
		}
	})
	return func() {
		ticks.Stop()
		close(done)
		over.Wait()
		r.keep.finish()
	}
}
