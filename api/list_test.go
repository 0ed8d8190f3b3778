package api_test

import (
	"testing"

	"oxo/api"
	"oxo/examples/sticks"
	"oxo/game/catalog"
	"oxo/games"
)

func TestListedGames(t *testing.T) {
	s := api.New(games.All())
	for _, g := range s.Games() {
		st, err := s.State(api.Place{Game: g.Example})
		if err != nil {
			t.Fatal(err)
		}
		if g.Full != st.Game || g.Style != st.Style || g.Title == "" || g.Group == "" {
			t.Errorf("%s is listed as %+v, and is %s, %+v", g.Name, g, st.Game, st.Style)
		}
		if st.Goal == "" || len(st.Rules) == 0 {
			t.Errorf("%s has the goal %q and the rules %q", g.Name, st.Goal, st.Rules)
		}
	}
	st, err := s.State(api.Place{Game: "connect4", Moves: "4"})
	if err != nil || st.Goal == "" || len(st.Rules) > 0 || st.Style.Places != "frame" || st.Style.Pieces != "discs" {
		t.Errorf("connect4 after a move: %+v, %v; want a goal, no rules, discs in a frame", st, err)
	}
	if torus, err := s.State(api.Place{Game: "mnk:3x3x3,torus"}); err != nil || !torus.Style.Wraps {
		t.Errorf("a torus: %+v, %v", torus, err)
	}
}

// TestPlainGame: a game without any optional interface can be listed.
func TestPlainGame(t *testing.T) {
	s := api.New([]catalog.Family{catalog.Single(sticks.Game{}, "take sticks")})
	list := s.Games()
	if len(list) != 1 || list[0].Title != "sticks" || list[0].Style.Places != "plain" || list[0].Style.Pieces != "lettered" || list[0].About != "take sticks" {
		t.Errorf("listed as %+v", list)
	}
	st, err := s.State(api.Place{Game: "sticks"})
	if err != nil || st.Goal != "" || st.Rules == nil || len(st.Rules) > 0 {
		t.Errorf("%+v, %v", st, err)
	}
}
