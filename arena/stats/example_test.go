//go:build !race

package stats_test

import (
	"fmt"

	"oxo/arena/stats"
)

func ExampleRecord_Estimate() {
	e := stats.Record{Wins: 136, Draws: 111, Losses: 96}.Estimate()
	fmt.Printf("%d games, Elo %+.1f, from %+.1f to %+.1f\n", e.Games, e.Elo.Value, e.Elo.Low, e.Elo.High)
	// Output: 343 games, Elo +40.7, from +10.6 to +71.4
}

func ExampleSPRT_Test() {
	test := stats.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: stats.Normalized}
	llr, state, err := test.Test(stats.Pairs{50, 287, 610, 387, 73})
	fmt.Printf("%.2f %v %v\n", llr, state, err)
	// Output: 2.97 H1 <nil>
}

func ExampleRate() {
	ab, ac, bc := stats.Record{Wins: 18, Draws: 9, Losses: 3}, stats.Record{Wins: 24, Draws: 6}, stats.Record{Wins: 18, Draws: 9, Losses: 3}
	r, err := stats.Rate([][]stats.Record{
		{{}, ab, ac},
		{ab.Reversed(), {}, bc},
		{ac.Reversed(), bc.Reversed(), {}},
	}, 1)
	if err != nil {
		panic(err)
	}
	for i, elo := range r.Elo {
		fmt.Printf("player %d: %+.0f, from %+.0f to %+.0f\n", i, elo.Value, elo.Low, elo.High)
	}
	// Output:
	// player 0: +191, from +95 to +286
	// player 1: +0, from +0 to +0
	// player 2: -191, from -286 to -95
}
