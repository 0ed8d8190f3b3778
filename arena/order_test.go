package arena_test

import (
	"encoding/json"
	"testing"

	"oxo"
	"oxo/arena"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// TestAnyOrder: with limits of plies or nodes a game does not depend on the games
// that its players played before. So a tournament is the same on any machines, after
// any number of restarts.
func TestAnyOrder(t *testing.T) {
	thinker := func(m player.Method, nodes uint64) func(oxo.Game) player.Player {
		return func(oxo.Game) player.Player {
			return player.NewThinkerBy(m, search.Options{}, search.Limits{Nodes: nodes})
		}
	}
	leveled := func(l player.Level, nodes uint64) func(oxo.Game) player.Player {
		return func(g oxo.Game) player.Player { return player.NewLeveled(g, l, 0, search.Limits{Nodes: nodes}) }
	}
	for _, c := range []struct {
		game string
		make [2]func(oxo.Game) player.Player
	}{
		{"connect4:5x5", [2]func(oxo.Game) player.Player{thinker(player.BySearch, 1000), leveled(3, 0)}},
		{"othello:6x6", [2]func(oxo.Game) player.Player{thinker(player.ByMCTS, 50), thinker(player.BySearch, 300)}},
		{"go:5x5", [2]func(oxo.Game) player.Player{thinker(player.ByMCTS, 30), leveled(player.Perfect, 30)}},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			g := gametest.Game(t, c.game)
			p := plan(12)
			p.Game = g.Name()
			begin := func() *arena.Games {
				var all []arena.Entrant
				for i, name := range p.Names {
					all = append(all, entrant(name, p.Time, func() player.Player { return c.make[i](g) }))
				}
				games, err := arena.NewGames(&arena.Arena{Plan: p, Game: g, Entrants: all})
				if err != nil {
					t.Fatal(err)
				}
				return games
			}
			play := func(games *arena.Games, n int) string {
				r, err := games.Play(t.Context(), n)
				if err != nil {
					t.Fatal(err)
				}
				text, err := json.Marshal(timeless([]arena.Record{*r}))
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			up, down := begin(), begin()
			defer up.Close()
			defer down.Close()
			var rising, falling [12]string
			for n := range 12 {
				rising[n], falling[11-n] = play(up, n+1), play(down, 12-n)
			}
			for n := range 12 {
				alone := begin()
				if one := play(alone, n+1); rising[n] != one || falling[n] != one {
					t.Errorf("game %d by new players:\n%s\nafter those before it:\n%s\nafter those that follow:\n%s", n+1, one, rising[n], falling[n])
				}
				alone.Close()
			}
		})
	}
}
