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
// opts.KeepTable says; limits are those of every move, besides the clock's.
func NewThinker(opts search.Options, limits search.Limits) *Thinker {
	return NewThinkerBy(Auto, opts, limits)
}

// NewThinkerBy makes a Thinker of a method.
func NewThinkerBy(m Method, opts search.Options, limits search.Limits) *Thinker {
	opts.KeepTable = true
	return NewThinkerWith(NewEngines(m, opts), limits)
}

// NewThinkerWith makes a Thinker that thinks with engines of the caller's, which keep
// their tables.
func NewThinkerWith(e *Engines, limits search.Limits) *Thinker {
	return &Thinker{engines: e, limits: limits}
}

// WithRepertoire lets the thinker play from an opening book where that has a move, and
// returns it.
func (t *Thinker) WithRepertoire(r Repertoire) *Thinker {
	t.opens = r
	return t
}

// Reseed makes the thinker draw other moves of its book, and other play-outs, from here on. With [Thinker.NewGame], the
// same seed then makes it play the same game again where plies or nodes limit it.
func (t *Thinker) Reseed(seed uint64) {
	t.opens.Seed = seed
	t.engines.Reseed(seed)
}

// NewGame implements [Informed]. What the table holds is forgotten.
func (t *Thinker) NewGame(_ context.Context, g oxo.Game) error {
	t.game = g.Name()
	t.engines.Clear()
	return nil
}

// Progress searches the position of a turn, and yields what is known each time
// that more is: the last result is the one to play by. To stop taking stops the
// search. What the repertoire has is not searched.
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

// Move implements [Player]. All its positions must be of one game, or NewGame be
// called between them.
func (t *Thinker) Move(ctx context.Context, p oxo.Position) (Choice, error) {
	r, ok := t.opens.Opening(p)
	if !ok {
		r = t.engines.For(p).Search(ctx, p, t.limits)
	}
	return chosen(ctx, &r)
}

// chosen is the choice that a search came to.
func chosen(ctx context.Context, r *search.Result) (Choice, error) {
	if !r.HasMove {
		if err := ctx.Err(); err != nil {
			return Choice{}, err
		}
		return Choice{}, oxo.ErrGameOver
	}
	return Choice{Move: r.Best, Value: r.Value, Effort: Effort{Nodes: r.Nodes, Depth: r.Depth}}, ctx.Err()
}

// tighter joins two sets of limits.
func tighter(a, b search.Limits) search.Limits {
	return search.Limits{Depth: lower(a.Depth, b.Depth), Nodes: lower(a.Nodes, b.Nodes), Time: lower(a.Time, b.Time), Aim: lower(a.Aim, b.Aim)}
}

// lower returns the lower of two limits, where 0 and below is none.
func lower[T ~int | ~int64 | ~uint64](a, b T) T {
	switch {
	case a <= 0:
		return max(b, 0)
	case b <= 0:
		return a
	}
	return min(a, b)
}
