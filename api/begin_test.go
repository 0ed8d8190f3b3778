package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"oxo/api"
	"oxo/games"
)

// TestBeginning: the answers that a page has from the start are those that the engine
// gives, and they suffice for the first move of the first game.
func TestBeginning(t *testing.T) {
	service := api.New(games.All())
	for _, every := range []bool{false, true} {
		got, err := service.Beginning(every)
		if err != nil {
			t.Fatal(err)
		}
		known := map[[2]string]bool{}
		for _, p := range got.Positions {
			key := [2]string{p.Game, p.Moves}
			if known[key] {
				t.Errorf("%v is there twice", key)
			}
			known[key] = true
			state, err := service.State(api.Place{Game: p.Game, Moves: p.Moves})
			if err != nil {
				t.Fatal(err)
			}
			if want, have := text(t, state), text(t, p.State); want != have {
				t.Errorf("%v: %s, and the engine answers %s", key, have, want)
			}
		}
		first := got.Games[0]
		for _, before := range []string{"", strings.Join(first.Show, ".")} {
			state, err := service.State(api.Place{Game: first.Example, Moves: before})
			if err != nil {
				t.Fatal(err)
			}
			for _, legal := range state.Legal {
				moves := legal.Move
				if before != "" {
					moves = before + "." + moves
				}
				if !known[[2]string{first.Example, moves}] {
					t.Errorf("%s after %s is missing", first.Example, moves)
				}
			}
		}
		for _, g := range got.Games {
			if known[[2]string{g.Example, ""}] != (every || g.Name == first.Name) {
				t.Errorf("every=%v: the start of %s: %v", every, g.Name, !every)
			}
		}
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
