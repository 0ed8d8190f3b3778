package player

import (
	"context"
	"math/rand/v2"

	"oxo"
	"oxo/game/catalog"
)

// Chance is an [oxo.Game] in which people leave one side to chance, as with the tiles
// of 2048. It remains a game of two sides: a search treats that side as an adversary.
type Chance interface {
	oxo.Game
	// ChanceSide returns the side that is left to chance.
	ChanceSide() oxo.Side
	// Weight returns the relative probability of a legal move of that side. It is
	// above 0.
	Weight(p oxo.Position, m oxo.Move) float64
	// Deal returns a random start, as people play the game.
	Deal(rng *rand.Rand) oxo.Position
}

// randomPlayer draws its moves: by their weights in a game of chance, otherwise all
// equally likely.
type randomPlayer struct {
	chance Chance // or nil
	rng    *rand.Rand
	moves  []oxo.Move
}

func newRandom(g oxo.Game, seed uint64) *randomPlayer {
	chance, _ := g.(Chance)
	return &randomPlayer{chance: chance, rng: rand.New(rand.NewPCG(seed, 1))}
}

// Reseed sets another seed.
func (r *randomPlayer) Reseed(seed uint64) { r.rng = rand.New(rand.NewPCG(seed, 1)) }

// another returns a player with a different seed.
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
