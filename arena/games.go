package arena

import (
	"context"
	"fmt"

	"oxo/player"
	"oxo/search"
)

// Games plays single games of a plan, for whoever gives them out. One goroutine at a time
// may use it.
type Games struct {
	w        *worker
	fixtures []Fixture
}

// NewGames makes what plays games of an arena's plan; Threads, Done and Keep of the arena are
// not used.
func NewGames(a *Arena) (*Games, error) {
	openings, err := newOpenings(a.Plan, a.Game)
	if err != nil {
		return nil, err
	}
	h := &hall{Arena: a, openings: openings, begun: make([]bool, len(a.Entrants)), stop: func() {}}
	return &Games{h.worker(), a.Plan.Fixtures()}, nil
}

// Play plays the game with a number, from 1. Its error is that of ctx, or of a player that
// could not be made or that failed in oxo itself.
func (g *Games) Play(ctx context.Context, n int) (*Record, error) {
	if n < 1 || n > len(g.fixtures) {
		return nil, fmt.Errorf("no game %d: the plan has %d", n, len(g.fixtures))
	}
	return g.w.one(ctx, g.fixtures[n-1])
}

// Close ends the players.
func (g *Games) Close() { g.w.close() }

// worker makes a thread of a hall.
func (h *hall) worker() *worker {
	w := &worker{hall: h, players: make([]player.Player, len(h.Entrants))}
	w.referee = &referee{plan: h.Plan, game: h.Game}
	if h.Plan.Judge.Nodes > 0 {
		w.judge = search.New(search.Options{TableBytes: tableBytes, ResultOnly: true})
	}
	return w
}
