package player

import (
	"context"
	"math/rand/v2"

	"oxo"
	"oxo/game/catalog"
)

// Chance is an [oxo.Game] one of whose sides people leave to chance, as they
// leave the tiles of 2048. The game is one of two sides all the same: a search
// takes that side for an adversary.
type Chance interface {
	oxo.Game
	// ChanceSide returns the side that is left to chance.
	ChanceSide() oxo.Side
	// Weight says how likely a legal move of that side is, compared with its
	// others. It is above 0.
	Weight(p oxo.Position, m oxo.Move) float64
	// Deal returns the start as people know it, as chance makes it.
	Deal(rng *rand.Rand) oxo.Position
}

// randomPlayer draws its moves: in a game of chance as likely as the game says,
// else all alike.
type randomPlayer struct {
	chance Chance // or nil
	rng    *rand.Rand
	moves  []oxo.Move
}

func newRandom(g oxo.Game, seed uint64) *randomPlayer {
	chance, _ := g.(Chance)
	return &randomPlayer{chance: chance, rng: rand.New(rand.NewPCG(seed, 1))}
}

// Reseed makes the player draw other moves from here on.
func (r *randomPlayer) Reseed(seed uint64) { r.rng = rand.New(rand.NewPCG(seed, 1)) }

// another returns a player that draws other moves.
func (r *randomPlayer) another() *randomPlayer {
	return &randomPlayer{chance: r.chance, rng: rand.New(rand.NewPCG(r.rng.Uint64(), 1))}
}

// Move implements [Player]. It has no opinion of the value.
func (r *randomPlayer) Move(ctx context.Context, p oxo.Position) (Choice, error) {
	r.moves = catalog.Playable(p, r.moves[:0])
	if len(r.moves) == 0 {
		return Choice{}, oxo.ErrGameOver
	}
	weight := func(oxo.Move) float64 { return 1 }
	if r.chance != nil && p.Turn() == r.chance.ChanceSide() {
		weight = func(m oxo.Move) float64 { return r.chance.Weight(p, m) }
	}
	sum := 0.0
	for _, m := range r.moves {
		sum += weight(m)
	}
	draw := r.rng.Float64() * sum
	best := r.moves[len(r.moves)-1]
	for _, m := range r.moves {
		if draw -= weight(m); draw < 0 {
			best = m
			break
		}
	}
	return Choice{Move: best, Notes: Notes{NoValue: true}}, ctx.Err()
}
