package puzzle

import (
	"context"
	"fmt"
	"math/rand/v2"

	"oxo"
	"oxo/game/catalog"
	"oxo/player"
	"oxo/search"
)

// Source gives games by their numbers, from 0. It reports false if there is no such game. Several
// goroutines may call it.
type Source func(ctx context.Context, number int) (Played, bool)

// Played is a game whose positions may be puzzles.
type Played struct {
	Name  string // where it comes from, as "game 3 of club.pgn"
	Start oxo.Position
	Moves []oxo.Move
}

// maxPlies is the number of plies after which a game that has not ended is cut off.
const maxPlies = 200

// Random gives games of random moves. The seed and the number of a game decide it.
func Random(g oxo.Game, seed uint64) Source {
	return func(ctx context.Context, number int) (Played, bool) {
		rng := rand.New(rand.NewPCG(seed, uint64(number)))
		of := Played{Name: fmt.Sprintf("random game %d of seed %d", number+1, seed), Start: g.Start()}
		of.grow(ctx, func(_ oxo.Position, moves []oxo.Move) (oxo.Move, error) { return moves[rng.IntN(len(moves))], nil })
		return of, ctx.Err() == nil
	}
}

// The games of levels: which levels play, and how many random plies come first at most.
const (
	weakest   = 2
	strongest = 6
	maxOpened = 6
)

// SelfPlay gives games of levels against each other, after a few random plies. The seed and the
// number of a game decide who plays, and how.
func SelfPlay(g oxo.Game, seed uint64) Source {
	return func(ctx context.Context, number int) (Played, bool) {
		rng := rand.New(rand.NewPCG(seed, uint64(number)))
		var sides [2]*player.Leveled
		var levels [2]player.Level
		for i := range sides {
			levels[i] = player.Level(weakest + rng.IntN(strongest-weakest+1))
			s := search.New(search.Options{TableBytes: defaultTable / 4})
			sides[i] = player.NewLeveledWith(s, g, levels[i], rng.Uint64(), search.Limits{})
		}
		of := Played{Name: fmt.Sprintf("game %d of seed %d, %v against %v", number+1, seed, levels[0], levels[1]), Start: g.Start()}
		opened := rng.IntN(maxOpened + 1)
		of.grow(ctx, func(p oxo.Position, moves []oxo.Move) (oxo.Move, error) {
			if len(of.Moves) < opened {
				return moves[rng.IntN(len(moves))], nil
			}
			c, err := sides[p.Turn()].Move(ctx, p)
			return c.Move, err //nolint:wrapcheck // only the context's error
		})
		return of, ctx.Err() == nil
	}
}

// grow plays a game to its end.
func (of *Played) grow(ctx context.Context, choose func(oxo.Position, []oxo.Move) (oxo.Move, error)) {
	p := of.Start.Clone()
	for len(of.Moves) < maxPlies && p.Outcome() == oxo.Ongoing && ctx.Err() == nil && !player.Drawn(p) {
		moves := catalog.Playable(p, nil)
		if len(moves) == 0 {
			return
		}
		m, err := choose(p, moves)
		if err != nil {
			return
		}
		of.Moves = append(of.Moves, m)
		p.Make(m)
	}
}
