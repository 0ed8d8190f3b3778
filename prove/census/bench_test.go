//go:build !race

package census_test

import (
	"context"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/prove/census"
)

// BenchmarkSolve visits all positions of a game and solves it backwards, on one
// thread.
func BenchmarkSolve(b *testing.B) {
	games := []oxo.Game{
		gametest.Game(b, "mnk:3x3x3"), gametest.Game(b, "mnk:4x3x3"), gametest.Game(b, "connect4:4x4"), gametest.Game(b, "sticks:200x3"), gametest.Game(b, "sticks:60+60+60x3"),
		gametest.RandomLoops(1, 50_000),
	}
	for _, g := range games {
		b.Run(g.Name(), func(b *testing.B) {
			positions, moves, bytes := 0, 0, int64(0)
			for b.Loop() {
				t, err := census.SolveFrom(context.Background(), g, g.Start(), census.Options{})
				if err != nil {
					b.Fatal(err)
				}
				positions, moves, bytes = t.Len(), t.Moves(), t.Bytes()
			}
			b.ReportMetric(float64(positions)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpositions/s")
			b.ReportMetric(float64(moves)/float64(positions), "moves/position")
			b.ReportMetric(float64(bytes)/float64(positions), "bytes/position")
		})
	}
}
