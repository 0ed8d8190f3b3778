// Package suite lets a player choose moves in positions whose best moves are known: the
// suites of EPD, and exercises in files of games.
package suite

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"oxo"
	"oxo/arena"
	"oxo/game/gamefile"
	"oxo/player"
	"oxo/search"
)

// Suite is the positions of a file, in order. It has at least one.
type Suite struct {
	game  oxo.Game
	tasks []task
}

// task is one position of a suite.
type task struct {
	name        string
	p           oxo.Position
	best, avoid []oxo.Move
}

// solvedBy reports whether a move is one of the best, if the task names any, and none
// of those to avoid.
func (t *task) solvedBy(m oxo.Move) bool {
	return (len(t.best) == 0 || slices.Contains(t.best, m)) && !slices.Contains(t.avoid, m)
}

// Attempt says how a player answered a position.
type Attempt struct {
	Name   string   `json:"name"`             // of the position
	Wanted []string `json:"wanted,omitempty"` // the best moves
	Avoid  []string `json:"avoid,omitempty"`  // the wrong moves
	Move   string   `json:"move"`
	Solved bool     `json:"solved"`
	Value  any      `json:"value,omitempty"` // the player's, if it has one
	Depth  int      `json:"depth,omitempty"` // plies
	Nodes  uint64   `json:"nodes,omitempty"`
	Millis int64    `json:"milliseconds"`
}

// Read reads the text of a file of positions, in any format that [arena.GamesOf] reads.
// Its errors begin with the name of the file.
func Read(g oxo.Game, name, text string) (*Suite, error) {
	s := &Suite{game: g}
	first := func(gamefile.Format) int { return 1 }
	for game, err := range arena.GamesOf(g, name, text, first) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		t, err := taskOf(game)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, game.Line, err)
		}
		s.tasks = append(s.tasks, *t)
	}
	if len(s.tasks) == 0 {
		return nil, fmt.Errorf("%s has no position: a line is POSITION bm MOVE...; id \"NAME\", or a game begins at a position with its best move", name)
	}
	return s, nil
}

// taskOf returns the task of a game: its first position, with the moves that EPD calls best
// or wrong. A game of another format that begins at a position of its own, as exercises do,
// has its first move as the best one.
func taskOf(game *gamefile.Game) (*task, error) {
	g := game.Rules
	t := &task{name: game.ID, p: game.Start, best: game.Best, avoid: game.Avoid}
	if t.name == "" {
		t.name = fmt.Sprintf("line %d", game.Line)
	}
	own := g.FormatPosition(game.Start) != g.FormatPosition(g.Start())
	if t.best == nil && t.avoid == nil && game.Format != gamefile.Moves && own && len(game.Moves) > 0 {
		t.best = game.Moves[:1]
	}
	switch legal := t.p.Moves(nil); {
	case t.best == nil && t.avoid == nil:
		return nil, errors.New("bm or am is missing: a line is POSITION bm MOVE...; id \"NAME\", or a game begins at a position with its best move")
	case !slices.ContainsFunc(legal, t.solvedBy):
		return nil, errors.New("no move can solve it: each best move (bm) is also a move to avoid (am), or all legal moves are")
	}
	return t, nil
}

// Ask lets a player choose a move in each position, with limits for each. It ends with the
// first error of the player.
func (s *Suite) Ask(ctx context.Context, who player.Player, l search.Limits) iter.Seq2[*Attempt, error] {
	return func(yield func(*Attempt, error) bool) {
		for i := range s.tasks {
			a, err := s.tasks[i].ask(ctx, s.game, who, l)
			if !yield(a, err) || err != nil {
				return
			}
		}
	}
}

// patience is how much later than its limit an answer may come. The delay is not counted
// as a fault, but a program that hangs must not hang the suite.
const patience = 10 * time.Second

// ask lets the player choose.
func (t *task) ask(ctx context.Context, g oxo.Game, who player.Player, l search.Limits) (*Attempt, error) {
	if err := player.Begin(ctx, who, g); err != nil {
		return nil, err
	}
	began := time.Now()
	if l.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, l.Time+patience, fmt.Errorf("no answer within %v", l.Time+patience))
		defer stop()
	}
	choice, err := player.Ask(ctx, who, player.Turn{Game: g, Start: t.p, Now: t.p.Clone(), Clock: player.Clock{Limits: l}})
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	a := &Attempt{
		Name: t.name, Move: g.FormatMove(t.p, choice.Move), Solved: t.solvedBy(choice.Move),
		Depth: choice.Depth, Nodes: choice.Nodes, Millis: time.Since(began).Milliseconds(),
	}
	for _, m := range t.best {
		a.Wanted = append(a.Wanted, g.FormatMove(t.p, m))
	}
	for _, m := range t.avoid {
		a.Avoid = append(a.Avoid, g.FormatMove(t.p, m))
	}
	if !choice.NoValue {
		a.Value = choice.Value
	}
	return a, nil
}
