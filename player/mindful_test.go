//go:build !race

package player_test

import (
	"slices"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// back is a position of chess, won for White, in which the rook has alternated
// between b2 and h2: h2b2 is the third occurrence.
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

// TestNoThirdTime: the winning side does not play a drawing repetition, with any
// engine, and an analysis reports it as a draw. (It was once announced as a mate.)
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

// TestSessionHasThePast: a session that begins after some moves takes them into
// account.
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

// TestDrawIsNotAll: a repetition is proven a draw, but the position is not proven while
// other moves are open. Black wins here, which takes a search of some thousand
// positions.
func TestDrawIsNotAll(t *testing.T) {
	g, p := gametest.Position(t, "chess:5x5", "1k3/2p2/2P2/5/3K1 b - - 0 1")
	for _, text := range []string{"b5a5", "d1e1", "a5b5", "e1d1", "b5a5", "d1e1", "a5b5", "e1d1", "b5a5", "d1e1"} {
		if _, err := catalog.Play(g, p, text); err != nil {
			t.Fatal(err)
		}
	}
	e := player.NewEngines(player.BySearch, search.Options{}).For(p)
	for _, nodes := range []uint64{1, 5, 20, 50, 100, 500} {
		if r := e.Search(t.Context(), p, search.Limits{Nodes: nodes}); r.Proven && r.Score <= oxo.Draw || r.Bounds.Hi() <= oxo.Draw {
			t.Errorf("%d positions: %v, at most %v", nodes, r.Value, r.Bounds.Hi())
		}
	}
}

// TestMostVisited: a drawing repetition does not change the order of the other moves,
// which for play-outs is by visits.
func TestMostVisited(t *testing.T) {
	g, p := gametest.Position(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	for _, text := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"} {
		if _, err := catalog.Play(g, p, text); err != nil {
			t.Fatal(err)
		}
	}
	e := player.NewEngines(player.ByMCTS, search.Options{}).For(p)
	var last []search.MoveResult
	for last = range e.AnalyzeProgress(t.Context(), p, search.Limits{Nodes: 1000}) { //nolint:revive // only the last one counts
	}
	worse := slices.IndexFunc(last, func(m search.MoveResult) bool { return m.Score < oxo.Draw })
	for i := max(worse, 0) + 1; i < len(last); i++ {
		if last[i].Nodes > last[i-1].Nodes && !last[i].Proven && !last[i-1].Proven {
			t.Errorf("%d visits before %d", last[i-1].Nodes, last[i].Nodes)
		}
	}
}

// TestWhyDrawn: there are two reasons why a game that could continue is a draw.
func TestWhyDrawn(t *testing.T) {
	_, p := gametest.Position(t, "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
	s := player.NewSession(gametest.Game(t, "chess"), p)
	if _, err := s.Play("e1d1"); err != nil || !s.Drawn() || s.WhyDrawn() != "no progress for too long" {
		t.Errorf("%v, drawn %v: %s", err, s.Drawn(), s.WhyDrawn())
	}
	g, p := back(t)
	s = player.NewSession(g, p)
	if _, err := s.Play("h2b2"); err != nil || !s.Drawn() || s.WhyDrawn() != "the position came about for the third time" {
		t.Errorf("%v, drawn %v: %s", err, s.Drawn(), s.WhyDrawn())
	}
}
