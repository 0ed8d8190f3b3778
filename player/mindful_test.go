package player_test

import (
	"slices"
	"testing"

	"oxo"
	"oxo/catalog"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// back is a position of chess, won for White, in which b2 and h2 have been visited by turns: with h2b2 it comes about for
// the third time.
func back(t *testing.T) (oxo.Game, oxo.Position) {
	t.Helper()
	g := gametest.Game(t, "chess")
	p, err := g.ParsePosition("7R/8/8/k7/8/8/KQ6/8 b - -")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a5a4", "b2h2", "a4a5", "h2b2", "a5a4", "b2h2", "a4a5"} {
		if _, err := catalog.Play(g, p, text); err != nil {
			t.Fatal(err)
		}
	}
	return g, p
}

// TestNoThirdTime: who wins does not play a move with which the game is drawn, by any engine, and an analysis says
// that it draws. (It was once announced as a mate.)
func TestNoThirdTime(t *testing.T) {
	g, p := back(t)
	third, err := g.ParseMove(p, "h2b2")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []player.Method{player.BySearch, player.ByMCTS} {
		e := player.NewEngines(m, search.Options{}).For(p)
		r := e.Search(t.Context(), p, search.Limits{Nodes: 20000})
		if r.Best == third || r.Score <= oxo.Draw {
			t.Errorf("%s plays %s, %v", m, g.FormatMove(p, r.Best), r.Value)
		}
		for moves := range e.AnalyzeProgress(t.Context(), p, search.Limits{Nodes: 20000}) {
			i := slices.IndexFunc(moves, func(r search.MoveResult) bool { return r.Move == third })
			if got := moves[i].Value; got != (search.Value{Score: oxo.Draw, Proven: true}) {
				t.Fatalf("%s: the third time is worth %v", m, got)
			}
		}
	}
	c, err := player.NewLeveledWith(search.New(search.Options{}), g, player.Perfect, 1, search.Limits{Nodes: 20000}).Move(t.Context(), p)
	if err != nil || c.Move == third {
		t.Errorf("the perfect player plays %s, %v", g.FormatMove(p, c.Move), err)
	}
}

// TestSessionHasThePast: a session that begins behind moves knows of them.
func TestSessionHasThePast(t *testing.T) {
	g, p := back(t)
	s := player.NewSession(g, p)
	if s.Drawn() {
		t.Error("the game is drawn too soon")
	}
	if _, err := s.Play("h2b2"); err != nil {
		t.Fatal(err)
	}
	if !s.Drawn() {
		t.Error("the third time is no draw")
	}
}
