package api_test

import (
	"slices"
	"testing"

	"oxo/games"
	"oxo/web/api"
)

// legalOf returns the squares of a legal move.
func legalOf(t *testing.T, at api.Place, move string) []int {
	t.Helper()
	st, err := api.New(games.All()).State(at)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range st.Legal {
		if l.Move == move {
			return l.Squares
		}
	}
	t.Fatalf("%+v: %s is no legal move", at, move)
	return nil
}

// Castling, a capture in passing and a promotion are pointed at by two squares, as any
// other move of a man.
func TestPathsOfChess(t *testing.T) {
	for _, c := range []struct {
		position, move string
		want           []int
	}{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", []int{4, 6}},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", []int{36, 43}},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8n", []int{48, 56}},
	} {
		if got := legalOf(t, api.Place{Game: "chess", Position: c.position}, c.move); !slices.Equal(got, c.want) {
			t.Errorf("%s in %s is pointed at by %v, want %v", c.move, c.position, got, c.want)
		}
	}
}

// A game that comes to the same state for the third time is a draw, and has no moves.
func TestThirdTime(t *testing.T) {
	at := api.Place{Game: "chess", Moves: "g1f3.g8f6.f3g1.f6g8.g1f3.g8f6.f3g1"}
	if st, err := api.New(games.All()).State(at); err != nil || st.Outcome != "ongoing" || len(st.Legal) == 0 {
		t.Fatalf("%+v, %v", st, err)
	}
	at.Moves += ".f6g8"
	st, err := api.New(games.All()).State(at)
	if err != nil || st.Outcome != "drawn" || len(st.Legal) != 0 || !slices.Equal(st.Last, []int{45, 62}) {
		t.Fatalf("%+v, %v", st, err)
	}
	if err := api.New(games.All()).CheckOngoing(at); err == nil {
		t.Error("a drawn game goes on")
	}
}
