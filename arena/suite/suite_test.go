package suite_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/arena/suite"
	"oxo/internal/gametest"
	"oxo/player"
	"oxo/search"
)

// chooser makes the move with a name in every position, or fails.
type chooser struct {
	game oxo.Game
	move string
	err  error
}

func (c *chooser) Move(_ context.Context, p oxo.Position) (player.Choice, error) {
	m, err := c.game.ParseMove(p, c.move)
	return player.Choice{Move: m}, errors.Join(c.err, err)
}

// TestAsk: a move solves a position if it is one of the best and none to avoid.
func TestAsk(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	s, err := suite.Read(g, "both.epd", `# comment
XO./.X./..O bm a1 a2; id "both";
XO./.X./..O am a1 b1; bm a1 a2; id "first wrong";
XO./.X./..O am a1; id "wrong";
XO./.X./..O am b1;
`)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"both": true, "first wrong": false, "wrong": false, "line 5": true}
	var names []string
	for a, err := range s.Ask(t.Context(), &chooser{game: g, move: "a1"}, search.Limits{}) {
		if err != nil {
			t.Fatal(err)
		}
		if solved, ok := want[a.Name]; !ok || a.Solved != solved || a.Move != "a1" {
			t.Errorf("%+v, want it solved: %v", a, want[a.Name])
		}
		if a.Name == "first wrong" && (!slices.Equal(a.Wanted, []string{"a1", "a2"}) || !slices.Equal(a.Avoid, []string{"a1", "b1"})) {
			t.Errorf("%+v", a)
		}
		names = append(names, a.Name)
	}
	if !slices.Equal(names, []string{"both", "first wrong", "wrong", "line 5"}) {
		t.Errorf("the positions are %q", names)
	}
}

// TestAskError: the first error of the player is the last attempt, and names the position.
func TestAskError(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	s, err := suite.Read(g, "two.epd", "XO./.X./..O bm a1; id \"one\";\nXO./.X./..O bm a1; id \"two\";\n")
	if err != nil {
		t.Fatal(err)
	}
	broken, n := errors.New("broken"), 0
	for a, err := range s.Ask(t.Context(), &chooser{game: g, move: "a1", err: broken}, search.Limits{}) {
		if n++; a != nil || !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "one: ") {
			t.Errorf("%+v, %v", a, err)
		}
	}
	if n != 1 {
		t.Errorf("%d attempts", n)
	}
}

// TestReadGames: an exercise in a file of games has its first move as the best one.
func TestReadGames(t *testing.T) {
	g := gametest.Game(t, "chess")
	s, err := suite.Read(g, "mate.pgn", "[Event \"mate\"]\n[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\"]\n\n1. Ra8# 1-0\n")
	if err != nil {
		t.Fatal(err)
	}
	for a, err := range s.Ask(t.Context(), &chooser{game: g, move: "a1a8"}, search.Limits{}) {
		if err != nil || !a.Solved || len(a.Wanted) != 1 {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// TestReadWrong: an error names the file, the line and the fault.
func TestReadWrong(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	for text, want := range map[string]string{
		"# nothing\n":                      "x.epd has no position",
		".../.../...\n":                    "x.epd: line 1: bm or am is missing",
		"XO./.X./..O bm a1; am a1;\n":      "x.epd: line 1: no move can solve it",
		"\nX../.O./... bm a3;\n":           "line 2: ",
		"XO./.X./..O am a1 b1 c2 a2 c3;\n": "x.epd: ",
	} {
		if _, err := suite.Read(g, "x.epd", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
