package player

import (
	"context"
	"iter"

	"oxo"
	"oxo/search"
)

// Thinker is a player that searches as long as its clock allows, and keeps its
// table from move to move of a game.
type Thinker struct {
	engines *Engines
	limits  search.Limits
	game    string
	opens   Repertoire
}

// NewThinker makes a Thinker of the method [Auto]. It keeps its table whatever
// opts.KeepTable says; limits apply to every move, in addition to the clock's.
func NewThinker(opts search.Options, limits search.Limits) *Thinker {
	return NewThinkerBy(Auto, opts, limits)
}

// NewThinkerBy makes a Thinker of a method.
func NewThinkerBy(m Method, opts search.Options, limits search.Limits) *Thinker {
	opts.KeepTable = true
	return NewThinkerWith(NewEngines(m, opts), limits)
}

// NewThinkerWith makes a Thinker that uses the caller's engines, which keep their
// tables.
func NewThinkerWith(e *Engines, limits search.Limits) *Thinker {
	return &Thinker{engines: e, limits: limits}
}

// WithRepertoire lets the thinker use an opening book, and returns the thinker.
func (t *Thinker) WithRepertoire(r Repertoire) *Thinker {
	t.opens = r
	return t
}

// Reseed sets another seed for book moves and play-outs. After [Thinker.NewGame] the
// same seed gives the same game again, with limits of plies or nodes.
func (t *Thinker) Reseed(seed uint64) {
	t.opens.Seed = seed
	t.engines.Reseed(seed)
}

// NewGame implements [Informed]. It clears the table.
func (t *Thinker) NewGame(_ context.Context, g oxo.Game) error {
	t.game = g.Name()
	t.engines.Clear()
	return nil
}

// Progress searches the position of a turn, and yields a result each time more is
// known: the last one is the one to play. If the caller stops the iteration, the
// search stops. A move of the repertoire needs no search.
func (t *Thinker) Progress(ctx context.Context, turn Turn) iter.Seq[search.Result] {
	if r, ok := t.opens.Opening(turn.Now); ok {
		return func(yield func(search.Result) bool) { yield(r) }
	}
	if name := turn.Game.Name(); name != t.game {
		t.game = name
		t.engines.Clear()
	}
	return t.engines.For(turn.Now).SearchProgress(ctx, turn.Now, tighter(t.limits, turn.Clock.Budget(turn.Now.Turn())))
}

// MoveIn implements [Informed].
func (t *Thinker) MoveIn(ctx context.Context, turn Turn) (Choice, error) {
	var last search.Result
	for r := range t.Progress(ctx, turn) {
		last = r
	}
	return chosen(ctx, &last)
}

// Move implements [Player]. All its positions must be of one game; NewGame must be
// called between games.
func (t *Thinker) Move(ctx context.Context, p oxo.Position) (Choice, error) {
	r, ok := t.opens.Opening(p)
	if !ok {
		r = t.engines.For(p).Search(ctx, p, t.limits)
	}
	return chosen(ctx, &r)
}

// chosen converts a search result to a choice.
func chosen(ctx context.Context, r *search.Result) (Choice, error) {
	if !r.HasMove {
		if err := ctx.Err(); err != nil {
			return Choice{}, err
		}
		return Choice{}, oxo.ErrGameOver
	}
	return Choice{Move: r.Best, Value: r.Value, Effort: Effort{Nodes: r.Nodes, Depth: r.Depth}}, ctx.Err()
}

// tighter returns the tighter of two limits in each field.
func tighter(a, b search.Limits) search.Limits {
	return search.Limits{Depth: lower(a.Depth, b.Depth), Nodes: lower(a.Nodes, b.Nodes), Time: lower(a.Time, b.Time), Aim: lower(a.Aim, b.Aim)}
}

// lower returns the lower of two limits; 0 or less means no limit.
func lower[T ~int | ~int64 | ~uint64](a, b T) T {
	switch {
	case a <= 0:
		return max(b, 0)
	case b <= 0:
		return a
	}
	return min(a, b)
}
