package cli

import (
	"context"
	"fmt"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/prove/loops"
	"oxo/search"
)

// byHolding is the method of a value that rests on closed sets of positions.
const byHolding = "hold"

// holds proves who wins a game that loops, or that nobody does, by closed sets of positions, and reports whether
// that was enough. Where the memory is too small and nothing is known, the search goes on.
func (r *proving) holds(ctx context.Context, g oxo.Game, p oxo.Position, found *solution) (oxo.Score, bool, error) {
	if r.options.method != byEither || !r.options.result || r.keep != nil || !loops.Holdable(p) {
		return 0, false, nil
	}
	opts := loops.HoldOptions{TableBytes: int64(r.options.search.table)}
	if e, ok := r.s.Options().Book.(search.Endings); ok {
		opts.Ending = e.Ending
	}
	h, err := loops.NewHolder(p, opts)
	if err != nil {
		return 0, false, err
	}
	r.setHolder(h)
	result := h.Solve(ctx)
	r.setHolder(nil)
	if _, known := result.Bounds.Result(); known {
		found.Method, found.Nodes = byHolding, result.Nodes
		found.follow(g, p, result.Line)
		value := result.Bounds.Lo()
		if value <= oxo.By(-1) {
			value = result.Bounds.Hi()
		}
		if c, ok := p.(oxo.Clocked); ok && value != oxo.Draw {
			found.Without = catalog.ClockRule(c)
		}
		return value, true, nil
	}
	known := heldAfter(h.Progress())
	if err := ctx.Err(); err != nil {
		return 0, false, &notProven{known, err}
	}
	if result.Bounds != oxo.Between(-oxo.Infinity, oxo.Infinity) {
		return 0, false, &notProven{known: fmt.Sprintf("%s; the memory of --table %v is full: a larger one may be enough", known, &r.options.search.table)}
	}
	return 0, false, nil
}

func (r *proving) setHolder(h *loops.Holder) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.holder = h
}

// heldAfter says how far a holder is.
func heldAfter(b oxo.Bounds, visited uint64) string {
	return resultAfter(b, words.Count(visited, "position"))
}
