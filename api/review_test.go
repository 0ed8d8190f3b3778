package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"oxo/api"
	"oxo/games"
)

// reviewed returns the review of each ply.
func reviewed(t *testing.T, game, moves string) map[int]api.Reviewed {
	t.Helper()
	ms := 600_000 // it ends earlier, when all is proven
	if game == "gomoku" {
		ms = 900
	}
	request, err := json.Marshal(map[string]any{"game": game, "moves": moves, "ms": ms})
	if err != nil {
		t.Fatal(err)
	}
	got, err := ask(t, api.New(games.All()), "review", string(request))
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]api.Reviewed{}
	for _, text := range got["move"] {
		var r api.Reviewed
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		all[r.Ply] = r
	}
	return all
}

// TestLetGo: a proven win that was not taken is blamed on the right move; later moves
// change nothing.
func TestLetGo(t *testing.T) {
	// Black has four in a row with one end open, and plays on another square. White has
	// three in a row, so that the estimates see no win of black's afterwards either: a move
	// that loses less than a tenth of the chances is an inaccuracy.
	const four = "h8.g8.i8.g9.j8.g10.k8.a15"
	for _, c := range []struct {
		game, moves, kind, words string
		ply                      int
	}{
		{"gomoku", four + ".a1", "letgo", "black let a win in 1 go: after a1 no win is proven", 9},
		{"gomoku", four + ".l8", "good", "", 9}, // black takes it
		{"tictactoe", "a1.b1.a2.b2.c3", "blunder", "X let a win in 1 go: after c3 it has a loss in 2", 5},
		{"tictactoe", "a1.b1.a2.b2.c3.a3", "blunder", "X let a win in 1 go: after c3", 5}, // O lets X escape
	} {
		r := reviewed(t, c.game, c.moves)[c.ply]
		if r.Kind != c.kind || !strings.HasPrefix(r.Words, c.words) {
			t.Errorf("%s %s: ply %d is %s, %q; want %s, %q", c.game, c.moves, c.ply, r.Kind, r.Words, c.kind, c.words)
		}
	}
}

// TestEqualMove: a move that keeps the value is never called a mistake, for each move
// of a perfect game.
func TestEqualMove(t *testing.T) {
	for ply, r := range reviewed(t, "tictactoe", "b2.a1.a2.c2.c1.a3.b3.b1.c3") {
		if r.Before.Text == r.After.Text && r.Kind != "good" {
			t.Errorf("ply %d: %+v", ply, r)
		}
	}
}
