package solve

import (
	"context"
	"fmt"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/words"
	"oxo/prove/loops"
	"oxo/search"
)

// byPlies solves a game that loops and ends with a margin, by questions about plies, and
// reports whether it succeeded.
func (r *Proof) byPlies(ctx context.Context) (oxo.Score, bool, error) {
	if r.options.method() != Auto || r.options.Tables || r.options.Keeper != nil || !loops.Suits(r.position) {
		return 0, false, nil
	}
	s, err := loops.New(r.position, loops.Options{TableBytes: r.options.Search.TableBytes})
	if err != nil {
		return 0, false, err
	}
	r.setPlies(s)
	result := s.Solve(ctx)
	r.setPlies(nil)
	if r.found.Nodes = result.Nodes; !result.Bounds.Exact() {
		if err := ctx.Err(); err != nil {
			return 0, false, &UnprovenError{valueAfter(result.Bounds, result.Nodes), err}
		}
		return 0, false, nil
	}
	r.found.Method = Plies
	r.found.follow(r.game, r.position, result.Line)
	return result.Bounds.Lo(), true, nil
}

func (r *Proof) setPlies(s *loops.Solver) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.plies = s
}

// holds proves who wins a game that loops, or that it is a draw, by closed sets of positions, and reports
// whether it succeeded. If the memory is full and nothing is known, the next prover tries.
func (r *Proof) holds(ctx context.Context) (oxo.Score, bool, error) {
	if r.options.method() != Auto || !r.options.ResultOnly || r.options.Keeper != nil || !loops.Holdable(r.position) {
		return 0, false, nil
	}
	opts := loops.HoldOptions{TableBytes: r.options.Search.TableBytes}
	if e, ok := r.searcher.Options().Book.(search.Endings); ok {
		opts.Ending = e.Ending
	}
	if _, ok := r.position.(search.Tactical); ok {
		opts.Threatened = func(p oxo.Position) bool { return p.(search.Tactical).Threatened() } //nolint:forcetypeassert // a copy
	}
	h, err := loops.NewHolder(r.position, opts)
	if err != nil {
		return 0, false, err
	}
	r.setHolder(h)
	result := h.Solve(ctx)
	r.setHolder(nil)
	if _, known := result.Bounds.Result(); known {
		return r.held(result), true, nil
	}
	known := heldAfter(h.Progress())
	if err := ctx.Err(); err != nil {
		return 0, false, &UnprovenError{known, err}
	}
	if result.Bounds != oxo.Between(-oxo.Infinity, oxo.Infinity) {
		return 0, false, &UnprovenError{Known: fmt.Sprintf("%s; the memory of --table %s is full: a larger one may be enough", known, words.Bytes(r.options.Search.TableBytes))}
	}
	return 0, false, nil
}

// held stores what a holder has proven, and returns the value.
func (r *Proof) held(result loops.Result) oxo.Score {
	r.found.Method, r.found.Nodes = Hold, result.Nodes
	r.found.follow(r.game, r.position, result.Line)
	value := result.Bounds.Lo()
	if value <= oxo.By(-1) {
		value = result.Bounds.Hi()
	}
	if c, ok := r.position.(oxo.Clocked); ok && value != oxo.Draw {
		r.found.Without = catalog.ClockRule(c)
	}
	return value
}

func (r *Proof) setHolder(h *loops.Holder) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.holder = h
}

// heldAfter returns the progress of a holder in words.
func heldAfter(b oxo.Bounds, visited uint64) string {
	return resultAfter(b, words.Count(visited, "position"))
}
