package arena_test

import (
	"slices"
	"strings"
	"testing"

	"oxo/arena"
	"oxo/games/checkers"
	"oxo/internal/gametest"
)

// TestPDN: a game that was written is read back, and names who played which colour.
func TestPDN(t *testing.T) {
	for _, c := range []struct{ name, from string }{
		{"checkers:4x4", ""}, {"checkers:6x6", "W:W16,17:B1,2"}, {"checkers:4x4,international", ""},
	} {
		g := gametest.Game(t, c.name).(*checkers.Game)
		p := plan(2)
		if p.Game = g.Name(); c.from != "" {
			p.Plies, p.Openings = 0, []string{c.from}
		}
		for _, r := range run(t, &arena.Arena{Plan: p, Game: g, Entrants: levels(g, p, 2, 3), Threads: 1}) {
			text, err := arena.PDN(g, &r)
			if err != nil {
				t.Fatal(err)
			}
			read, err := checkers.ReadPDN(text)
			if err != nil || len(read) != 1 || !slices.Equal(read[0].Moves, r.Texts()) || read[0].Tags["Result"] != read[0].Result {
				t.Fatalf("%v: %+v is read of\n%s", err, read, text)
			}
			if _, _, err := read[0].Replay(g); err != nil {
				t.Error(err)
			}
			black := r.Players[g.White().Opponent()]
			won := map[arena.Result]int{arena.FirstWins: 0, arena.SecondWins: 1}
			if side, ok := won[r.Result]; read[0].Tags["Black"] != black || ok != (read[0].Result != "1/2-1/2") || ok && (r.Players[side] == black) != (read[0].Result == "0-1") {
				t.Errorf("%v of %v is\n%s", r.Result, r.Players, text)
			}
		}
	}
	g := gametest.Game(t, "tictactoe")
	if _, err := arena.PDN(g, &arena.Record{}); err == nil || !strings.Contains(err.Error(), "write PGN") {
		t.Error(err)
	}
}
