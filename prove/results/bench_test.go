package results_test

import (
	"math/rand/v2"
	"testing"

	"oxo"
)

// BenchmarkLookup looks up positions of random games, with making their keys.
func BenchmarkLookup(b *testing.B) {
	g := find(b, "connect4:5x5")
	table := solved(b, g, 2)
	rng := rand.New(rand.NewPCG(1, 2))
	var positions []oxo.Position
	for range 2000 {
		p := g.Start()
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
			p.Make(moves[rng.IntN(len(moves))])
			positions = append(positions, p.Clone())
		}
	}
	rng.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
	i := 0
	for b.Loop() {
		if _, ok := table.Result(positions[i%len(positions)]); !ok {
			b.Fatal("the table lacks a position")
		}
		i++
	}
}
