package explain_test

import (
	"slices"
	"strings"
	"testing"

	"oxo/explain"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestWhyGomoku: the reasons for moves of gomoku and its kin name fours, threes and the moves against them. The words are checked
// by the tests of the game; here they have to be said at all, and to be true after every reply.
func TestWhyGomoku(t *testing.T) {
	for _, c := range []struct{ game, moves, move, says string }{
		{"gomoku", "h8 a1 h9 a2", "h10", "black plays h10 and makes an open three."},
		{"gomoku", "h8 a1 h9 a2 h10", "h7", "white plays h7 and stops the open fours at h11 and h7."},
		{"gomoku", "h8 a1 h9 a2 h10 o1 h11 h7 o15", "h12", "white plays h12 and stops five in a row at h12."},
		{"gomoku", "h8 h7 g8 j9 f8 e8 g9 a1 g10 a2", "i8", "i8 wins in 5: black wins by a chain of fours: i8, g11."},
		{"gomoku", "h8 e8 g8 a1 f8 a3 i9 a5 i10 a7", "i8", "black plays i8 and makes a four and a three at once."},
		{"gomoku", "c8 b8 d8 f4 f5 o1 f6 o3 f7 o5", "e8", "black plays e8 and would next make two fours at once with f8."},
		{"renju", "g11 o15 i11 o13 f10 o11 f9 o9 h10 o7 h9 o5 h8 o3", "f11", "black plays f11 and makes an open three."},
		{"caro", "h8 a1 h9 a2", "h10", "black plays h10 and makes an open three."},
		{"mnk:15x15x5,exact", "h8 a1 h9 a2", "h10", "makes an open three."},
	} {
		g := gametest.Game(t, c.game)
		p := g.Start()
		if _, err := catalog.ReplayFrom(g, p, strings.Fields(c.moves)...); err != nil {
			t.Fatal(err)
		}
		m, err := g.ParseMove(p, c.move)
		if err != nil {
			t.Fatal(err)
		}
		b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Limits: search.Limits{Nodes: 3000}})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, s := range b.Sentences {
			texts = append(texts, s.Text)
		}
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.HasSuffix(text, c.says) }) {
			t.Errorf("%s, %s: %s: %q, want %q", c.game, c.moves, c.move, texts, c.says)
		}
	}
}

// TestWhySurePlan: if the search has an estimate only, but the game names a win, and it is true after every reply,
// the reason does not say that nothing is proven.
func TestWhySurePlan(t *testing.T) {
	g, p := gametest.Position(t, "gomoku", "......X......../.......O.X...../...XOXXXOO...../.XOXOOOX..X..../XOOOOXXX.O...../....XXOX.O...../..X.OXOO......./......OX......."+
		strings.Repeat("/...............", 7))
	m, err := g.ParseMove(p, "e14")
	if err != nil {
		t.Fatal(err)
	}
	b, err := explain.Why(t.Context(), g, p, m, explain.WhyOptions{Limits: search.Limits{Nodes: 100}})
	if err != nil {
		t.Fatal(err)
	}
	if b.Value.Proven || b.Value.Score.Sign() != 0 {
		t.Fatalf("%v, want a value that is not proven: choose another position", b.Value)
	}
	want := "white plays e14 and wins by a chain of fours: e14, j9, i9, f7, g7, f8, j7, i8 and so on."
	if len(b.Sentences) != 1 || b.Sentences[0].Text != want {
		t.Errorf("%+v, want %s", b.Sentences, want)
	}
}
