package gtp

import (
	"strings"
	"testing"
)

// checkAnswers compares a conversation with the expected answers. An error may be
// longer than expected.
func checkAnswers(t *testing.T, game, in, out string) {
	t.Helper()
	answers, want := strings.Split(converse(t, game, in), "\n\n"), strings.Split(out, "\n\n")
	if len(answers) != len(want) {
		t.Fatalf("%d answers, want %d: %q", len(answers), len(want), answers)
	}
	for i, w := range want {
		if answers[i] != w && (!strings.HasPrefix(w, "?") || !strings.HasPrefix(answers[i], w)) {
			t.Errorf("answer %d is %q, want %q", i+1, answers[i], w)
		}
	}
}

// TestHandicap: the commands for handicaps of GTP 2, draft 2, sections 4.1 and 6.3.2.
func TestHandicap(t *testing.T) {
	for _, c := range []struct{ name, game, in, out string }{
		{"fixed, 19x19", "go:19x19", "fixed_handicap 2\nclear_board\nfixed_handicap 3\nclear_board\nfixed_handicap 4\nclear_board\nfixed_handicap 5\nclear_board\nfixed_handicap 6\nclear_board\nfixed_handicap 7\nclear_board\nfixed_handicap 8\nclear_board\nfixed_handicap 9\n", "= D4 Q16\n\n=\n\n= D4 Q16 D16\n\n=\n\n= D4 Q16 D16 Q4\n\n=\n\n= D4 Q16 D16 Q4 K10\n\n=\n\n= D4 Q16 D16 Q4 D10 Q10\n\n=\n\n= D4 Q16 D16 Q4 D10 Q10 K10\n\n=\n\n= D4 Q16 D16 Q4 D10 Q10 K4 K16\n\n=\n\n= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10\n\n"},
		{"fixed, other sizes", "go:7x7", "fixed_handicap 4\nclear_board\nfixed_handicap 5\nboardsize 8\nfixed_handicap 4\nclear_board\nfixed_handicap 5\nboardsize 9\nfixed_handicap 9\nboardsize 11\nfixed_handicap 2\nboardsize 12\nfixed_handicap 2\nboardsize 13\nfixed_handicap 5\nboardsize 18\nfixed_handicap 4\n", "= C3 E5 C5 E3\n\n=\n\n? invalid number of stones: 5: this board has fixed points for 2 to 4\n\n=\n\n= C3 F6 C6 F3\n\n=\n\n? invalid number of stones\n\n=\n\n= C3 G7 C7 G3 C5 G5 E3 E7 E5\n\n=\n\n= C3 J9\n\n=\n\n= C3 K10\n\n=\n\n= D4 K10 D10 K4 G7\n\n=\n\n= D4 P15 D15 P4\n\n"},
		{"wrong numbers", "go:9x9", "fixed_handicap\nfixed_handicap two\nfixed_handicap -2\nfixed_handicap 0\nfixed_handicap 1\nfixed_handicap 10\nfixed_handicap 99999999999999999999\nplace_free_handicap 1\nplace_free_handicap x\nfixed_handicap 2\n", "? syntax error: write fixed_handicap STONES\n\n? syntax error: \"two\" is not a number of stones\n\n? syntax error\n\n? invalid number of stones: 0: want at least 2\n\n? invalid number of stones: 1\n\n? invalid number of stones: 10: this board has fixed points for 2 to 9\n\n? syntax error\n\n? invalid number of stones\n\n? syntax error\n\n= C3 G7\n\n"},
		{"boards without fixed points", "go:5x5", "fixed_handicap 2\nplace_free_handicap 2\nclear_board\nset_free_handicap A1 E5\nset_game go:2x2\nplace_free_handicap 9\n", "? invalid number of stones: a board with fewer than 7\n\n= C3 B2\n\n=\n\n=\n\n=\n\n= B2 A1 B1\n\n"},
		{"a board with stones", "go:9x9", "play b E5\nfixed_handicap 2\nplace_free_handicap 2\nset_free_handicap C3 G7\nundo\nset_free_handicap C3 G7\nfixed_handicap 2\nclear_board\nplay b pass\nfixed_handicap 2\n", "=\n\n? board not empty\n\n? board not empty\n\n? board not empty\n\n=\n\n=\n\n? board not empty\n\n=\n\n=\n\n= C3 G7\n\n"},
		{"vertices", "go:9x9", "set_free_handicap\nset_free_handicap C3\nset_free_handicap C3 c3\nset_free_handicap C3 pass\nset_free_handicap C3 K1\nset_free_handicap C3 I1\nset_free_handicap C3 G7 j9\nplay b C3\n", "? syntax error: write set_free_handicap\n\n? bad vertex list: 1 vertices: want 2 to 80\n\n? bad vertex list: \"c3\" is given twice\n\n? bad vertex list\n\n? bad vertex list: \"K1\": want\n\n? bad vertex list: \"I1\": column I does not exist\n\n=\n\n? illegal move\n\n"},
		{"as many vertices as fit", "go:2x2", "set_free_handicap A1 A2 B1 B2\nset_free_handicap A1 A2 B1\nplay w B2\nplay b B2\n", "? bad vertex list: 4 vertices: want 2 to 3\n\n=\n\n=\n\n? illegal move\n\n"},
		{"white moves, komi stays, handicaps are not undone", "go:3x3", "komi 0.5\nset_free_handicap B2 A2\nundo\nshowboard\nplay w pass\nundo\nundo\nplay w pass\nplay b pass\nfinal_score\n", "=\n\n=\n\n? cannot undo: no move was played\n\n= white to play\n  3  .  .  .\n  2  X  X  .\n  1  .  .  .\n     A  B  C\n\n=\n\n=\n\n? cannot undo\n\n=\n\n=\n\n= B+8.5\n\n"},
		{"komi after a handicap", "go:3x3", "set_free_handicap B2 A2\nkomi 1.5\nplay w pass\nplay b pass\nfinal_score\n", "=\n\n=\n\n=\n\n=\n\n= B+7.5\n\n"},
		{"other games", "othello", "fixed_handicap 2\nplace_free_handicap 2\nset_free_handicap A1 B2\nset_game gomoku\nfixed_handicap 2\nset_game chess\nset_free_handicap A1 B2\nknown_command fixed_handicap\n", "? no handicap: othello:8x8 is not Go\n\n? no handicap\n\n? no handicap\n\n=\n\n? no handicap: mnk:15x15x5 is not Go\n\n=\n\n? no handicap\n\n= true\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) { checkAnswers(t, c.game, c.in, c.out) })
	}
}

// TestHandicapGame: after a handicap genmove moves for White, and undo stops at the
// handicap.
func TestHandicapGame(t *testing.T) {
	out := strings.Split(converse(t, "go:9x9", "fixed_handicap 4\ngenmove w\nundo\nundo\nreg_genmove w\nplay w C3\nplay w E5\n"), "\n\n")
	if out[0] != "= C3 G7 C7 G3" || strings.HasPrefix(out[1], "?") || out[2] != "=" || !strings.HasPrefix(out[3], "? cannot undo") || strings.HasPrefix(out[4], "?") {
		t.Errorf("%q", out)
	}
	if !strings.HasPrefix(out[5], "? illegal move") || out[6] != "=" {
		t.Errorf("after the handicap: %q", out[5:])
	}
}

// TestFreeHandicap: the points that oxo chooses are on the board and distinct. Their
// number is as requested, or fewer if the board has no room.
func TestFreeHandicap(t *testing.T) {
	for _, c := range []struct {
		game, n string
		want    int
	}{{"go:9x9", "5", 5}, {"go:9x9", "20", 20}, {"go:6x6", "7", 7}, {"go:3x2", "100", 5}, {"go:19x19", "360", 360}} {
		answer := strings.TrimSpace(converse(t, c.game, "place_free_handicap "+c.n+"\n"))
		vertices := strings.Fields(strings.TrimPrefix(answer, "="))
		seen := map[string]bool{}
		for _, v := range vertices {
			seen[v] = true
		}
		if len(vertices) != c.want || len(seen) != c.want {
			t.Errorf("%s, %s stones: %s", c.game, c.n, answer)
		}
		checkAnswers(t, c.game, "set_free_handicap "+strings.Join(vertices, " ")+"\n", "=\n\n")
	}
}
