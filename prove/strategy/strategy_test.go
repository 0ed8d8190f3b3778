//go:build !race

package strategy_test

import (
	"context"
	"errors"
	"testing"

	"oxo"
	"oxo/game/knowledge"
	"oxo/internal/gametest"
	"oxo/prove/strategy"
	"oxo/search"
)

// options makes the options of a game, from the engine and from policies of the game if it has
// any.
func options(g oxo.Game, side oxo.Side, least oxo.Score) strategy.Options {
	s := search.New(search.Options{TableBytes: 4 << 20, KeepTable: true, ResultOnly: true})
	o := strategy.Options{
		Game: g, Side: side, Least: least, Plies: 20,
		Keeps: func(ctx context.Context, p oxo.Position) (bool, error) {
			r := s.Ask(ctx, p, search.Question{AtLeast: 1 - least})
			return r.Bounds.Hi() <= -least, context.Cause(ctx)
		},
		Leaf: func(context.Context, oxo.Position) (float64, bool) { return 0, false },
	}
	if known, ok := g.(knowledge.Policied); ok {
		finder := known.Policies(least, 3000)
		o.Leaf = func(ctx context.Context, p oxo.Position) (float64, bool) {
			answers, ok := finder.Find(ctx, p)
			return float64(len(answers)) / 2, ok
		}
		o.Most = func(ctx context.Context, p oxo.Position) (float64, []oxo.Move) {
			answers, others := finder.Most(ctx, p)
			return float64(len(answers)) / 2, others
		}
	}
	return o
}

// chooser chooses the moves of a strategy.
type chooser interface {
	Move(ctx context.Context, p oxo.Position) (oxo.Move, error)
}

// first chooses the first move that keeps the side's score.
type first struct{ strategy.Options }

func (f first) Move(ctx context.Context, p oxo.Position) (oxo.Move, error) {
	for _, m := range p.Moves(nil) {
		p.Make(m)
		kept, err := f.Keeps(ctx, p)
		p.Unmake(m)
		if kept || err != nil {
			return m, err
		}
	}
	return 0, errors.New("no move keeps it")
}

// tree counts the positions of a strategy's tree with the other side to move, each once, and
// checks that every game ends with the score the side needs.
func tree(t *testing.T, p oxo.Position, o strategy.Options, by chooser, seen map[oxo.Key]bool) {
	t.Helper()
	if p.Outcome() != oxo.Ongoing {
		score := oxo.Final(p)
		if p.Turn() != o.Side {
			score = -score
		}
		if score < o.Least {
			t.Fatalf("a game of the strategy ends with %v", score)
		}
		return
	}
	if p.Turn() == o.Side {
		m, err := by.Move(t.Context(), p)
		if err != nil {
			t.Fatalf("%s: %v", o.Game.FormatPosition(p), err)
		}
		p.Make(m)
		tree(t, p, o, by, seen)
		p.Unmake(m)
		return
	}
	key, _ := p.(oxo.Symmetric).Canonical()
	if seen[key] {
		return
	}
	seen[key] = true
	if _, ok := o.Leaf(t.Context(), p); ok {
		return
	}
	replies := p.Moves(nil)
	if o.Most != nil {
		_, replies = o.Most(t.Context(), p)
	}
	for _, m := range replies {
		p.Make(m)
		tree(t, p, o, by, seen)
		p.Unmake(m)
	}
}

// TestStrategies: in games with and without policies, won and drawn, each game of a strategy ends with the right
// score. Its tree is smaller than the tree of the first moves that keep the score. A second builder chooses the same
// moves.
func TestStrategies(t *testing.T) {
	for _, c := range []struct {
		game  string
		side  oxo.Side
		least oxo.Score
	}{
		{"connect4:4x4", oxo.First, oxo.Draw},
		{"connect4:4x4", oxo.Second, oxo.Draw},
		{"connect4:5x4", oxo.Second, oxo.Draw},
		{"mnk:4x3x3", oxo.First, oxo.By(1)},
		{"mnk:3x3x3", oxo.Second, oxo.Draw},
		{"mnk:4x3x3,misere,torus", oxo.Second, oxo.By(1)},
	} {
		g := gametest.Game(t, c.game)
		sizes := [3]int{}
		for i := range sizes {
			o := options(g, c.side, c.least)
			var by chooser = strategy.New(o)
			if i == 2 {
				by = first{o}
			}
			seen := map[oxo.Key]bool{}
			tree(t, g.Start(), o, by, seen)
			sizes[i] = len(seen)
		}
		t.Log(c.game, c.side, sizes)
		if sizes[0] != sizes[1] || sizes[0] > sizes[2] {
			t.Errorf("%s: %d and %d positions, %d by the first moves", c.game, sizes[0], sizes[1], sizes[2])
		}
	}
}

// TestFewExpansions: with few expansions per move, the strategy is still valid.
func TestFewExpansions(t *testing.T) {
	g := gametest.Game(t, "connect4:4x4")
	o := options(g, oxo.Second, oxo.Draw)
	o.Expansions = 1
	seen := map[oxo.Key]bool{}
	tree(t, g.Start(), o, strategy.New(o), seen)
}

// TestErrors: an interrupted question and a game without exact keys give errors.
func TestErrors(t *testing.T) {
	g := gametest.Game(t, "connect4:5x4")
	b := strategy.New(options(g, oxo.First, oxo.Draw))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Move(ctx, g.Start()); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if _, err := b.Move(t.Context(), g.Start()); err != nil {
		t.Errorf("asked again: %v", err)
	}
	large := gametest.Game(t, "mnk:15x15x5")
	if _, err := strategy.New(options(large, oxo.First, oxo.Draw)).Move(t.Context(), large.Start()); !errors.Is(err, strategy.ErrKeys) {
		t.Errorf("without keys: %v", err)
	}
}
