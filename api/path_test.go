package api_test

import (
	"slices"
	"testing"

	"oxo/api"
	"oxo/games"
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
	t.Fatalf("%+v: %s is not a legal move", at, move)
	return nil
}

// Castling, en passant and a promotion are selected by two squares, like any other
// chess move.
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

// A jump is selected by its start, its landings and its end.
func TestPathOfJumps(t *testing.T) {
	at := api.Place{Game: "checkers", Position: "W:W32:B27,18"}
	st, err := api.New(games.All()).State(at)
	if err != nil || len(st.Legal) != 1 || len(st.Legal[0].Squares) != 3 || st.Style.Pieces != "draughtsmen" {
		t.Fatalf("%+v, %v", st, err)
	}
}

// When a game of Go is over, points belong to sides.
func TestTerritory(t *testing.T) {
	st, err := api.New(games.All()).State(api.Place{Game: "go:3x3", Moves: "B1 C1 B2 C2 B3 pass pass"})
	if want := []int{0, 0, 1, 0, 0, 1, 0, 0, -1}; err != nil || !slices.Equal(st.Owners, want) {
		t.Fatalf("%+v, %v", st, err)
	}
	if st, _ = api.New(games.All()).State(api.Place{Game: "go:3x3"}); st.Owners != nil {
		t.Errorf("%v at the start", st.Owners)
	}
}

// When a state occurs for the third time, the game is a draw, and has no moves.
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
