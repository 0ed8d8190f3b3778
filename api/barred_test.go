package api_test

import (
	"slices"
	"testing"

	"oxo/api"
	"oxo/games"
)

// TestBarred: a state lists the squares that renju forbids to the side to move, and they are not
// among its legal moves. Its picture marks them.
func TestBarred(t *testing.T) {
	s := api.New(games.All())
	at := api.Place{Game: "renju", Moves: "h7.a1.h9.a3.g8.a5.i8.a7"}
	st, err := s.State(at)
	if err != nil {
		t.Fatal(err)
	}
	const h8 = 7*15 + 7
	if !slices.Equal(st.Barred, []int{h8}) || slices.ContainsFunc(st.Legal, func(l api.Legal) bool { return l.Move == "h8" }) {
		t.Errorf("barred are %v, want %d, and %d moves are legal", st.Barred, h8, len(st.Legal))
	}
	checkPicture(t, s, at)
	at.Moves += ".a9"
	if st, err = s.State(at); err != nil || len(st.Barred) > 0 {
		t.Errorf("barred to white: %v, %v", st.Barred, err)
	}
}
