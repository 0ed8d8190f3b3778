//go:build !race

package player_test

import (
	"context"
	"slices"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/player"
)

// BenchmarkGame plays whole games with one search for each move, as "oxo selfplay"
// does. Its profile makes cmd/oxo/default.pgo.
func BenchmarkGame(b *testing.B) {
	for _, bench := range []struct{ player, game string }{
		{player.Search, "mnk:3x3x3"},
		{player.Search, "mnk:4x4x4"},
		{player.Search, "mnk:5x5x5"},
		{player.Search, "mnk:5x5x4"},
		{player.Search, "mnk:4x4x4,torus"},
		{player.AlphaBeta, "mnk:3x3x3"},
		{player.Table, "mnk:3x3x3"},
	} {
		b.Run(bench.player+"/"+bench.game, func(b *testing.B) {
			ctx := context.Background()
			g, err := catalog.Lookup(games.All(), bench.game)
			if err != nil {
				b.Fatal(err)
			}
			player, err := player.ByName(ctx, bench.player, g, player.Options{})
			if err != nil {
				b.Fatal(err)
			}
			p := g.Start()
			opening := p.Moves(nil)[0]
			made := make([]oxo.Move, 0, 64)
			b.ReportAllocs()
			for b.Loop() {
				made = append(made[:0], opening)
				p.Make(opening)
				for p.Outcome() == oxo.Ongoing {
					c, err := player.Move(ctx, p)
					if err != nil {
						b.Fatal(err)
					}
					p.Make(c.Move)
					made = append(made, c.Move)
				}
				for _, m := range slices.Backward(made) {
					p.Unmake(m)
				}
			}
		})
	}
}
