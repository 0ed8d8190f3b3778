package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
)

// TestPlayWord: a word contains one or more moves. After an error the moves before it
// have been made, but none if the word is a single wrong move.
func TestPlayWord(t *testing.T) {
	for _, c := range []struct{ game, word, moves, wrong string }{
		{"tictactoe", "b2", "b2", ""},
		{"tictactoe", "B2b1a1", "b2 b1 a1", ""},
		{"tictactoe", " b2b1 ", "b2 b1", ""},
		{"connect4", "44455", "4 4 4 5 5", ""},
		{"connect4:12x4", "12111", "12 11 1", ""}, // the longest move first
		{"chess", "e2e4e7e5", "e2e4 e7e5", ""},
		{"chess", "e4", "e2e4", ""},
		{"gomoku", "a1a11", "a1 a11", ""},
		{"tictactoe", "b2b2", "", "is not a square"},
		{"tictactoe", "b2b1b2", "b2 b1", `after 2 moves in "b2b1b2": "b2" does not begin with a move: want a3 c3 a1 c1 b3 a2 c2`},
		{"tictactoe", "a1b1a2b2a3c3", "a1 b1 a2 b2 a3", "the game is over"},
		{"tictactoe", "", "", "is not a square"},
		{"tictactoe", "\xff\xfe", "", "is not a square"},
	} {
		g := gametest.Game(t, c.game)
		p := g.Start()
		made, err := catalog.PlayWord(g, p, c.word)
		if got := strings.Join(catalog.FormatLine(g, g.Start(), made), " "); got != c.moves || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s %q: %s, %v; want %s, %s", c.game, c.word, got, err, c.moves, c.wrong)
		}
		q := g.Start()
		for _, m := range made {
			q.Make(m)
		}
		if g.FormatPosition(p) != g.FormatPosition(q) {
			t.Errorf("%s %q: the position is %s behind %v", c.game, c.word, g.FormatPosition(p), c.moves)
		}
	}
	g, p, _ := gametest.Moves(t, "tictactoe a1 b1 a2 b2 a3")
	if _, err := catalog.PlayWord(g, p, "c3"); !errors.Is(err, oxo.ErrGameOver) {
		t.Error(err)
	}
}
