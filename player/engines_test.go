//go:build !race

package player_test

import (
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
	"oxo/search/mcts"
)

// TestMethods: every method makes its engine, and a Thinker that uses it.
func TestMethods(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	for _, m := range append(player.Methods(), "") {
		engine := player.NewEngines(m, search.Options{TableBytes: 1 << 16}).For(g.Start())
		if _, tree := engine.(*mcts.Searcher); tree != (m == player.ByMCTS) {
			t.Errorf("%q makes a %T", m, engine)
		}
		if engine.TableFull() != 0 {
			t.Errorf("%q has a table that is in use", m)
		}
		thinker := player.NewThinkerBy(m, search.Options{}, search.Limits{})
		if err := thinker.NewGame(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		for p.Outcome() == oxo.Ongoing {
			c, err := thinker.Move(t.Context(), p)
			if err != nil || !c.Value.Proven || c.Value.Score != oxo.Draw {
				t.Fatalf("%q at %s: %+v, %v", m, g.FormatPosition(p), c, err)
			}
			p.Make(c.Move)
		}
	}
	if m, err := player.ParseMethod("MCTS"); err != nil || m != player.ByMCTS {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := player.ParseMethod("mtcs"); err == nil || !strings.Contains(err.Error(), "mcts") {
		t.Errorf("%v", err)
	}
}
