package cli

import (
	"context"

	"oxo"
	"oxo/player"
	"oxo/prove/census"
	"oxo/search"
)

// countingNodes is how far a search goes that counts the plies without progress, where the value without that
// rule is known: some seconds.
const countingNodes = 5_000_000

// byMoves reports whether the moves before have ended the game, as a draw.
func byMoves(p oxo.Position, found *solution) bool {
	found.Drawn = p.Outcome() == oxo.Ongoing && player.Drawn(p)
	return found.Drawn
}

// underClock proves a value under the rule of no progress from the values without it, and reports whether it could:
// by plies, or where states of the past count too by a search that knows the table.
func (r *proving) underClock(ctx context.Context, g oxo.Game, p oxo.Clocked, t *census.Table, found *solution) (oxo.Score, bool) {
	found.Positions = t.Len()
	if value, line, ok := t.UnderClock(ctx, p); ok {
		found.follow(g, p, line)
		return value, true
	}
	options := r.s.Options()
	options.Book, options.Turns = withoutClock{t}, nil
	last := search.New(options).Search(ctx, p, search.Limits{Nodes: countingNodes})
	if !r.enough(last) {
		return 0, false
	}
	found.Nodes += last.Nodes
	found.follow(g, p, last.Line)
	return last.Score, true
}

// withoutClock gives a search that counts the plies without progress the values of states, from a table.
type withoutClock struct{ *census.Table }

// Lookup implements search.Book.
func (t withoutClock) Lookup(p oxo.Position) (oxo.Score, bool) { return t.Value(p) }

// Ending implements search.Endings.
func (t withoutClock) Ending(p oxo.Position) (oxo.Score, bool) { return t.Value(p) }
