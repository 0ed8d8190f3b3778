package arena_test

import (
	"slices"
	"strings"
	"testing"

	"oxo/arena"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/game/gamefile"
	"oxo/internal/gametest"
)

// TestPDN: a written game is read back, with the players' colours.
func TestPDN(t *testing.T) {
	for _, c := range []struct{ name, from string }{
		{"checkers:4x4", ""}, {"checkers:6x6", "W:W16,17:B1,2"}, {"checkers:4x4,international", ""},
	} {
		g := gametest.Game(t, c.name)
		p := plan(2)
		if p.Game = g.Name(); c.from != "" {
			p.Plies, p.Openings = 0, []string{c.from}
		}
		for _, r := range run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 3), Threads: 1}) {
			text, err := arena.Export(g, &r, gamefile.PDN)
			if err != nil {
				t.Fatal(err)
			}
			read, err := gamefile.Find(g, text, 1)
			if err != nil || read.Format != gamefile.PDN {
				t.Fatalf("%v: %+v is read of\n%s", err, read, text)
			}
			black := r.Players[board.FactsOf(g).Draughts.White.Opponent()]
			won := map[arena.Result]int{arena.FirstWins: 0, arena.SecondWins: 1}
			result := read.Tags["Result"]
			if side, ok := won[r.Result]; read.Tags["Black"] != black || ok != (result != "1/2-1/2") || ok && (r.Players[side] == black) != (result == "0-1") {
				t.Errorf("%v of %v is\n%s", r.Result, r.Players, text)
			}
			game, err := read.Play(gamefile.All)
			if err != nil || !slices.Equal(catalog.FormatLine(g, game.Start, game.Moves), r.Texts()) || game.Names != r.Players || string(game.Result) != string(r.Result) {
				t.Errorf("%v: %+v is read of\n%s", err, game, text)
			}
		}
	}
	g := gametest.Game(t, "tictactoe")
	if _, err := arena.Export(g, &arena.Record{}, gamefile.PDN); err == nil || !strings.Contains(err.Error(), "want pgn") {
		t.Error(err)
	}
}
