package api_test

import (
	"slices"
	"testing"

	"oxo/api"
	"oxo/games"
)

// TestPositionChanged: another program's position text is read if it has only one
// meaning, and the answer lists the changes.
func TestPositionChanged(t *testing.T) {
	s := api.New(games.All())
	for _, c := range []struct {
		text, want string
		changed    []string
	}{
		{"7k/5K2/4R3/8/8/8/8/8 w KQ - 3 9", "7k/5K2/4R3/8/8/8/8/8 w - - 3 9", []string{"the rights to castle K and Q are left out: the king of white is not on e1"}},
		{"7k/5K2/4R3/8/8/8/8/8 w - - 3 9", "7k/5K2/4R3/8/8/8/8/8 w - - 3 9", nil},
	} {
		state, err := s.State(api.Place{Game: "chess", Position: c.text})
		if err != nil || state.Position != c.want || !slices.Equal(state.Changed, c.changed) {
			t.Errorf("%q: %+v, %v", c.text, state, err)
		}
	}
}
