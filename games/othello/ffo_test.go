//go:build !race

package othello_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

var all = flag.Bool("ffo", false, "solve #40 to #49 of the FFO's endings, not #40 alone")

// endings returns #40 to #49 of the endgame test of the Fédération Française d'Othello, with
// their published margins and best moves.
func endings() []struct {
	line   string
	margin int
	best   string
} {
	return []struct {
		line   string
		margin int
		best   string
	}{
		{"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, "a2"},
		{"-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, "h4"},
		{"--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, "g2"},
		{"--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, "c7 g3"},
		{"--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, "d2 b8"},
		{"---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6, "b2"},
		{"---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X", -8, "b3"},
		{"-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O", 4, "g2"},
		{"-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O", 28, "f6"},
		{"--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X", 16, "e1"},
	}
}

func TestFFO(t *testing.T) {
	g := gametest.Game(t, "othello")
	for i, e := range endings() {
		if i > 0 && !*all {
			break
		}
		t.Run(fmt.Sprint(40+i), func(t *testing.T) {
			p, err := g.ParsePosition(e.line)
			if err != nil {
				t.Fatal(err)
			}
			r := search.New(search.Options{TableBytes: 256 << 20}).Search(context.Background(), p, search.Limits{})
			best := g.FormatMove(p, r.Best)
			t.Logf("%v by %s, %d nodes", r.Value, best, r.Nodes)
			if !r.Proven || r.Score != oxo.By(e.margin) || !slices.Contains(strings.Fields(e.best), best) {
				t.Errorf("%v by %s, want %v by %s", r.Value, best, oxo.By(e.margin), e.best)
			}
		})
	}
}

// BenchmarkFFO solves #40.
func BenchmarkFFO(b *testing.B) {
	g := gametest.Game(b, "othello")
	p, err := g.ParsePosition(endings()[0].line)
	if err != nil {
		b.Fatal(err)
	}
	s := search.New(search.Options{})
	b.ReportAllocs()
	for b.Loop() {
		s.Search(context.Background(), p, search.Limits{})
	}
}

// TestGuideAgainstRules solves positions with and without the guide.
func TestGuideAgainstRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for name, most := range map[string]int{"othello": 10, "othello:6x6": 10, "othello:4x6": 12, "othello:6x4": 12, "othello:4x8": 11} {
		g, n := gametest.Game(t, name), 8
		if testing.Short() {
			n = 2
		}
		for range n {
			p := ending(g, rng, most-rng.IntN(3))
			with := search.New(search.Options{}).Search(context.Background(), p, search.Limits{})
			without := search.New(search.Options{NoGuide: true}).Search(context.Background(), p, search.Limits{})
			if with.Value != without.Value {
				t.Errorf("%s: %v, by the rules alone %v", g.FormatPosition(p), with.Value, without.Value)
			}
		}
	}
}

// ending returns a position with a number of empty squares, after random moves.
func ending(g oxo.Game, rng *rand.Rand, empty int) oxo.Position {
	for {
		p := g.Start()
		for strings.Count(g.FormatPosition(p), ".") > empty && p.Outcome() == oxo.Ongoing {
			moves := p.Moves(nil)
			p.Make(moves[rng.IntN(len(moves))])
		}
		if p.Outcome() == oxo.Ongoing {
			return p
		}
	}
}

// TestLines reads positions on one line, and different spellings of a pass.
func TestLines(t *testing.T) {
	g := gametest.Game(t, "othello")
	board := endings()[0].line[:64]
	for text, turn := range map[string]oxo.Side{board + " X": 0, board + " O": 1, board + " * ; a2 38": 0, board + " X G8:+18": 0, board + " white": 1} {
		p, err := g.ParsePosition(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		rows := strings.ReplaceAll(strings.Fields(g.FormatPosition(p))[0], "/", "")
		if p.Turn() != turn || rows != strings.ReplaceAll(board, "-", ".") {
			t.Errorf("%q is read as %s", text, g.FormatPosition(p))
		}
	}
	for text, hint := range map[string]string{board: "write black or white", board[1:] + " X": "1 row(s)", board[1:] + "# X": "not a square", board + " X G8F1": "\"G8F1\" follows the position"} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: %v, want %q", text, err, hint)
		}
	}
	p, err := g.ParsePosition("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/OXXXXXX. black")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := g.ParseMove(p, "--"); err != nil || g.FormatMove(p, m) != "pass" {
		t.Errorf("--: %v", err)
	}
}
