package solve

import (
	"context"
	"errors"

	"oxo"
	"oxo/game/catalog"
	"oxo/prove/census"
	"oxo/search"
)

// backwards solves a game that loops from its ends, if its positions fit into memory, and reports
// whether it did.
func (r *Proof) backwards(ctx context.Context) (oxo.Score, bool, error) {
	p, ok := r.position.(oxo.Looping)
	if !ok || r.options.Tables || r.options.method() == Numbers {
		return 0, false, nil
	}
	if k, ok := p.(oxo.Keyed); !ok || k.KeyBits() == 0 {
		return 0, false, nil
	}
	t, err := census.SolveFrom(ctx, r.game, p, census.Options{MaxPositions: r.options.maxPositions(), Progress: func(_, positions int) {
		r.setVisited(max(positions, 1))
	}})
	r.setVisited(0)
	if errors.Is(err, census.ErrMaxPositions) || errors.Is(err, census.ErrLoops) {
		return 0, false, nil
	}
	if err != nil {
		if r.options.Keeper != nil && ctx.Err() != nil {
			r.options.Keeper.Failed(errors.New("the checkpoint does not keep positions that are solved backwards: the same command solves them again"))
		}
		return 0, false, err
	}
	value, _ := t.Value(p)
	if c, ok := p.(oxo.Clocked); ok && oxo.UnderClock(p, oxo.Exactly(value)) != oxo.Exactly(value) {
		if counted, ok := r.underClock(ctx, c, t); ok {
			return counted, true, nil
		}
		r.found.Without = catalog.ClockRule(c)
	}
	r.found.Method, r.found.Positions = Backwards, t.Len()
	r.found.follow(r.game, p, tableLine(t, p))
	return value, true, nil
}

func (r *Proof) setVisited(positions int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.visited = positions
}

// tableLine returns the line of best play from a table. The line goes to the end of the
// game, or for a few moves if nobody can force an end.
func tableLine(t *census.Table, p oxo.Position) []oxo.Move {
	const maxDrawn = 20
	q, line := p.Clone(), []oxo.Move{}
	for q.Outcome() == oxo.Ongoing {
		value, m, ok := t.Lookup(q)
		if !ok || value == oxo.Draw && len(line) >= maxDrawn {
			break
		}
		q.Make(m)
		line = append(line, m)
	}
	return line
}

// countingNodes is the node budget of the search in underClock, which takes some seconds: the value without the no-progress
// rule is known, and the search counts plies to find the value with the rule.
const countingNodes = 5_000_000

// underClock proves the value under the no-progress rule, with a table of the values without that rule, and reports
// whether it succeeded. It counts plies in the table; if that is not enough, it searches with the table, which also
// considers earlier states.
func (r *Proof) underClock(ctx context.Context, p oxo.Clocked, t *census.Table) (oxo.Score, bool) {
	r.found.Method, r.found.Positions = Backwards, t.Len()
	if value, line, ok := t.UnderClock(ctx, p); ok {
		r.found.follow(r.game, p, line)
		return value, true
	}
	options := r.searcher.Options()
	options.Book, options.Turns = withoutClock{t}, nil
	last := search.New(options).Search(ctx, p, search.Limits{Nodes: countingNodes})
	if !r.enough(last) {
		return 0, false
	}
	r.found.Nodes += last.Nodes
	r.found.follow(r.game, p, last.Line)
	return last.Score, true
}

// withoutClock gives a search that counts plies without progress the values of states from a table.
type withoutClock struct{ *census.Table }

// Lookup implements search.Book.
func (t withoutClock) Lookup(p oxo.Position) (oxo.Score, bool) { return t.Value(p) }

// Ending implements search.Endings.
func (t withoutClock) Ending(p oxo.Position) (oxo.Score, bool) { return t.Value(p) }
