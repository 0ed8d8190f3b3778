package api_test

import (
	"strings"
	"testing"

	"oxo/api"
	"oxo/game/catalog"
	"oxo/games/sticks"
)

// TestTreesEverywhere: a program with other games opens the number trees of
// exercises, but does not list them.
func TestTreesEverywhere(t *testing.T) {
	families := []catalog.Family{sticks.Family()}
	for name, s := range map[string]*api.Service{"one client": api.New(families), "many": api.NewForMany(families, api.Keep{Games: 8, GameBytes: 1 << 20})} {
		e, err := s.Exercise(api.ExerciseRequest{Kind: "alphabeta", Tree: "[[3,5],[2,9]]"})
		if err != nil || e.Game != "tree:((3 5) (2 9))" || e.Algorithm != "alphabeta" {
			t.Fatalf("%s: %+v, %v", name, e, err)
		}
		if st, err := s.State(api.Place{Game: e.Game, Moves: "B"}); err != nil || st.Game != e.Game || len(st.Legal) != 2 {
			t.Errorf("%s: %+v, %v", name, st, err)
		}
		got, err := ask(t, s, "explain", `{"game":"`+e.Game+`","algorithm":"alphabeta-strict"}`)
		if err != nil || !strings.Contains(strings.Join(got["part"], ""), `"cutoffs":1`) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		for _, g := range s.Games() {
			if strings.HasPrefix(g.Name, "tree") {
				t.Errorf("%s lists %v", name, g)
			}
		}
	}
}
