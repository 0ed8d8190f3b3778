package arena

import (
	"context"
	"fmt"

	"oxo/player"
	"oxo/search"
)

// Games plays single games of a plan, in the order that the caller wants. Only one
// goroutine may use it at a time.
type Games struct {
	w        *worker
	fixtures []Fixture
}

// NewGames prepares the games of an arena's plan; it ignores Threads, Done and Keep
// of the arena.
func NewGames(a *Arena) (*Games, error) {
	openings, err := newOpenings(a.Plan, a.Game)
	if err != nil {
		return nil, err
	}
	h := &hall{Arena: a, openings: openings, begun: make([]bool, len(a.Entrants)), stop: func() {}}
	return &Games{h.worker(), a.Plan.Fixtures()}, nil
}

// Play plays the game with a number, from 1. It returns the error of ctx, of a player
// that could not be made, or of an internal failure of a player of oxo.
func (g *Games) Play(ctx context.Context, n int) (*Record, error) {
	if n < 1 || n > len(g.fixtures) {
		return nil, fmt.Errorf("no game %d: the plan has %d", n, len(g.fixtures))
	}
	return g.w.one(ctx, g.fixtures[n-1])
}

// Close closes the players.
func (g *Games) Close() { g.w.close() }

// worker makes a worker for one thread.
func (h *hall) worker() *worker {
	w := &worker{hall: h, players: make([]player.Player, len(h.Entrants))}
	w.referee = &referee{plan: h.Plan, game: h.Game}
	if h.Plan.Judge.Nodes > 0 {
		w.judge = search.New(search.Options{TableBytes: tableBytes, ResultOnly: true})
	}
	return w
}
