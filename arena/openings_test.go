package arena_test

import (
	"slices"
	"strings"
	"testing"

	"oxo/arena"
	"oxo/internal/gametest"
)

// TestReadOpenings: a line of moves is an opening as it is; from a game only the first plies are
// taken. No random plies follow.
func TestReadOpenings(t *testing.T) {
	ttt, chess := gametest.Game(t, "tictactoe"), gametest.Game(t, "chess")
	const games = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"y\"]\n\n1. d4 d5 *\n"
	for _, c := range []struct {
		name, text string
		cut        bool
		want       []string
		plies      int
	}{
		{"lines", "# comment\nb2 a1\nX../.O./...\n", false, []string{"b2 a1", "X../.O./..."}, 2},
		{"lines with plies", "b2 a1 c3\n", true, []string{"b2 a1 c3"}, 2},
		{"games", games, true, []string{"e2e4 e7e5", "d2d4 d7d5"}, 0},
		{"whole games", games, false, []string{"e2e4 e7e5 g1f3", "d2d4 d7d5"}, 2},
	} {
		g := ttt
		if strings.HasSuffix(c.name, "games") {
			g = chess
		}
		p := arena.Plan{Plies: 2}
		if err := p.ReadOpenings(g, "file", c.text, c.cut); err != nil || !slices.Equal(p.Openings, c.want) || p.Plies != c.plies {
			t.Errorf("%s: %q and %d plies, %v; want %q and %d", c.name, p.Openings, p.Plies, err, c.want, c.plies)
		}
	}
}

// TestReadOpeningsWrong: an error names the file and the opening.
func TestReadOpeningsWrong(t *testing.T) {
	g := gametest.Game(t, "tictactoe")
	for text, want := range map[string]string{
		"# nothing\n":          "file has no openings: want a file of games",
		"b2\nb2 b2\n":          "file: opening 2: ",
		"b2\na1 b1 a2 b2 a3\n": "file: opening 2: the game is over after its 5 plies",
		".../.../...\n":        "file: opening 1: it has neither moves nor a position of its own",
	} {
		var p arena.Plan
		if err := p.ReadOpenings(g, "file", text, false); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
