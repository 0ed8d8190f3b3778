//go:build !race

package chess_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
)

// TestReadPosition: FEN with another program's mistake is read if it has only one meaning, and
// each change is reported; ParsePosition refuses it.
func TestReadPosition(t *testing.T) {
	t.Parallel()
	const open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
	for _, c := range []struct {
		game, text, want string
		changed          []string
	}{
		{"chess", "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "7k/5K2/4R3/8/8/8/8/8 w - - 0 1", []string{
			"the rights to castle K and Q are left out: the king of white is not on e1",
			"the rights to castle k and q are left out: the king of black is not on e8",
		}},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 3 9", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 3 9", []string{"the right to castle K is left out: white has no rook on h1"}},
		{"chess", "r3k2r/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3KR2 w Qkq - 0 1", []string{
			"the right to castle K is left out: white has no rook on h1 (in Chess960, the game chess,960, it would be a right)",
		}},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", []string{
			"the right to castle H is read as K: the columns of rooks are written in Chess960",
			"the right to castle A is read as Q: the columns of rooks are written in Chess960",
			"the right to castle h is read as k: the columns of rooks are written in Chess960",
			"the right to castle a is read as q: the columns of rooks are written in Chess960",
		}},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b kq - 0 1", []string{
			"the right to castle H is left out: the king of white is not on e1",
			"the right to castle Q is left out: the king of white is not on e1 (in Chess960, the game chess,960, it would be a right)",
		}},
		{"chess", "4k3/8/8/8/8/8/8/1R2K3 w KB - 0 1", "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", []string{
			"the right to castle K is left out: white has no rook on h1",
			"the right to castle B is left out: rooks that may castle are on the columns a and h, and the rights are KQkq (in Chess960, the game chess,960, it would be a right)",
		}},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K--- - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", []string{"the dashes among the rights to castle are left out"}},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", []string{"the right to castle K is left out: the same rook is named twice"}},
		{"chess,960", "1k6/8/8/8/8/8/8/RK6 w KQkq - 0 1", "1k6/8/8/8/8/8/8/RK6 w Q - 0 1", []string{
			"the right to castle K is left out: white has no rook to the right of its king on row 1",
			"the right to castle k is left out: black has no rook to the right of its king on row 8",
			"the right to castle q is left out: black has no rook to the left of its king on row 8",
		}},
		{"chess,960", "4k3/8/8/8/8/8/8/1R2K2R w HAB - 0 1", "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", []string{"the right to castle A is left out: white has no rook on a1"}},
		{"chess,960", "4k3/4K3/8/8/8/8/8/R7 b A - 0 1", "", nil},
		{"chess,960", "4k3/8/4K3/8/8/8/8/R7 b A - 0 1", "4k3/8/4K3/8/8/8/8/R7 b - - 0 1", []string{"the right to castle A is left out: the king of white is not on row 1"}},
		{"chess:5x5", "rnbqk/ppppp/5/PPPPP/RNBQK w KQkq - 0 1", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", []string{"the rights to castle K, Q, k and q are left out: there is no castling in chess:5x5"}},

		{"chess", open + " w KQkq - 0 2;", open + " w KQkq - 0 2", []string{"the ; at the end is left out"}},
		{"chess", open + " w KQkq -;", open + " w KQkq - 0 1", []string{"the ; at the end is left out"}},
		{"chess", "[FEN \"" + open + " w KQkq - 0 2\"]", open + " w KQkq - 0 2", []string{"what is around the FEN is left out"}},
		{"chess", "'" + open + " w KQkq - 0 2'", open + " w KQkq - 0 2", []string{"what is around the FEN is left out"}},
		{"chess", "fen " + open + " w KQkq - 0 2", open + " w KQkq - 0 2", []string{"what is around the FEN is left out"}},
		{"chess", open + " w KQkq d6 0 2", open + " w KQkq - 0 2", []string{"the square en passant, d6, is left out: no pawn of black has just passed it"}},
		{"chess", open + " b KQkq a1 0 2", open + " b KQkq - 0 2", []string{"the square en passant, a1, is left out: no pawn of white has just passed it"}},
		{"chess", open + " w KQkq E6 0 2", open + " w KQkq - 0 2", []string{"the square en passant, E6, is read as e6"}},
		{"chess:5x5", "rnbqk/ppppp/5/PPPPP/RNBQK w - a3 0 1", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", []string{"the square en passant, a3, is left out: no pawn of black has just passed it"}},

		{"chess", open + " W KQkq - 0 2", open + " w KQkq - 0 2", []string{"W is read as w, white to move"}},
		{"chess", open + " black KQkq - 0 2", open + " b KQkq - 0 2", []string{"black is read as b, black to move"}},
		{"chess", open + "/ w KQkq - 0 2", open + " w KQkq - 0 2", []string{"the / after the last row is left out"}},
		{"chess", open + " w KQkq – 0 2", open + " w KQkq - 0 2", []string{"a long dash is read as -"}},
		{"chess", open + " w KQkq - - -", open + " w KQkq - 0 1", []string{"the plies without progress, -, is read as 0", "the number of the move, -, is read as 1"}},
		{"chess", open + " w KQkq - 7 -", open + " w KQkq - 7 1", []string{"the number of the move, -, is read as 1"}},
		{"chess", open + "_w_KQkq_-_7_2", open + " w KQkq - 7 2", []string{"_ is read as a blank"}},
		{"chess", open + ` w KQkq - bm Nf3; id "a b";`, open + " w KQkq - 0 1", []string{`"bm Nf3; id \"a b\"" is left out: it is not part of a position`}},
		{"chess", open + ` w KQkq - hmvc 9; fmvn 30;`, open + " w KQkq - 9 30", []string{"hmvc and fmvn are read as the counters of a FEN"}},
		{"chess", open + ` w KQkq - 3 8 bm Nf3;`, open + " w KQkq - 3 8", []string{`"bm Nf3" is left out: it is not part of a position`}},
	} {
		g := gametest.Game(t, c.game)
		p, changed, err := catalog.ReadPosition(g, c.text)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s %q is read: %v", c.game, c.text, changed)
			}
			continue
		}
		if err != nil || !slices.Equal(changed, c.changed) {
			t.Errorf("%s %q: %v\n%s\nwant\n%s", c.game, c.text, err, strings.Join(changed, "\n"), strings.Join(c.changed, "\n"))
			continue
		}
		type fens interface{ FormatFEN(p oxo.Position) string }
		if got := g.(fens).FormatFEN(p); got != c.want {
			t.Errorf("%s %q: read as %q, want %q", c.game, c.text, got, c.want)
		}
		if _, err := g.ParsePosition(c.text); err == nil {
			t.Errorf("%s: ParsePosition reads %q", c.game, c.text)
		}
	}
}

// TestReadPositionAsIs: FEN that ParsePosition reads is read the same way, without a report.
func TestReadPositionAsIs(t *testing.T) {
	t.Parallel()
	g := gametest.Game(t, "chess")
	for _, text := range []string{
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", // no pawn can take, but programs write the square
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b qkQK -",
		"  7k/5K2/4R3/8/8/8/8/8   w   -  -   99  70 ",
		"7k/5K2/4R3/8/8/8/8/8 w - - 0 0",
		"7k/5K2/4R3/8/8/8/8/8 w",
	} {
		want, err := g.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		p, changed, err := catalog.ReadPosition(g, text)
		if err != nil || len(changed) > 0 || catalog.FormatPosition(g, p) != catalog.FormatPosition(g, want) {
			t.Errorf("%q: %v, %v", text, changed, err)
		}
	}
}

// TestReadPositionTwoMeanings: FEN with two possible meanings is an error, and the corrections
// that the error suggests can be read.
func TestReadPositionTwoMeanings(t *testing.T) {
	t.Parallel()
	g := gametest.Game(t, "chess")
	const men = "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR"
	for _, c := range []struct {
		text, says string
		instead    []string
	}{
		{men + " w KQkq e5 0 3", "the pawn of black is on e5: write e6 if it has just gone two steps, else -", []string{men + " w KQkq e6 0 3", men + " w KQkq - 0 3"}},
		{
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1", "a pawn of white has passed e3, and white is to move: write b for the side to move, or - for the square",
			[]string{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"},
		},
		{men, "does not say who is to move: write w or b after the men", []string{men + " w", men + " b"}},
		{men + " x KQkq - 0 1", "write w or b", []string{men + " w KQkq - 0 1"}},
		{men + " w KQxq - 0 1", "write KQkq for kings and rooks that have not moved, or -", []string{men + " w KQkq - 0 1"}},
		{men + " w KQkq e9 0 1", "has just passed, or -", []string{men + " w KQkq - 0 1"}},
		{men + " w KQkq - many 1", "not a number of plies", []string{men + " w KQkq - 0 1"}},
		{men + " w KQkq - 0 1 moves d5d6", "8 field(s)", []string{men + " w KQkq - 0 1"}},
	} {
		if _, changed, err := catalog.ReadPosition(g, c.text); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, %v", c.text, changed, err)
		}
		for _, text := range c.instead {
			if _, changed, err := catalog.ReadPosition(g, text); err != nil || len(changed) > 0 {
				t.Errorf("%q: %v, %v", text, changed, err)
			}
		}
	}
}

// FuzzReadPosition: ParsePosition reads back any position that is read.
func FuzzReadPosition(f *testing.F) {
	for _, text := range []string{
		"7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R_W_HAha_E3_-_-", "4k3/8/8/8/8/8/8/4K2R w K–KK- - bm O-O; hmvc 3;",
		"rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR/ w KQkq e5 0 3", "a b c d e; f;", "8/8/8/8/8/8/8/8 w ; ;",
	} {
		f.Add(text)
	}
	games := []oxo.Game{gametest.Game(f, "chess"), gametest.Game(f, "chess,960"), gametest.Game(f, "chess:5x5")}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range games {
			p, changed, err := catalog.ReadPosition(g, text)
			if err != nil {
				continue
			}
			again, err := g.ParsePosition(catalog.FormatPosition(g, p))
			if err != nil || again.Hash() != p.Hash() {
				t.Errorf("%s %q: %v", g.Name(), text, err)
			}
			if _, err := g.ParsePosition(text); (err == nil) != (len(changed) == 0) {
				t.Errorf("%s %q: ParsePosition: %v, changed %q", g.Name(), text, err, changed)
			}
		}
	})
}
