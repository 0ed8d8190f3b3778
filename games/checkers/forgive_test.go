//go:build !race

package checkers_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
)

// TestCounters: the counters of Lidraughts are read without a report. The plies without
// progress are kept.
func TestCounters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ game, text, want string }{
		{"draughts", "W:W31-50:B1-20:H0:F1", "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"},
		{"draughts", "B:W18,24,k10:B12:H7:F31", "B:WK10,18,24:B12:H7"},
		{"draughts", "B:W18,24,K10:B12:F31:H7.", "B:WK10,18,24:B12:H7"},
		{"checkers", "B:W18,24,K10:B12", "B:WK10,18,24:B12"},
	} {
		g := gametest.Game(t, c.game)
		strict, err := g.ParsePosition(c.text)
		if err != nil || catalog.FormatPosition(g, strict) != c.want {
			t.Errorf("%s %q: %v", c.game, c.text, err)
		}
		p, changed, err := catalog.ReadPosition(g, c.text)
		if err != nil || len(changed) > 0 || catalog.FormatPosition(g, p) != c.want {
			t.Errorf("%s %q: %v, %v", c.game, c.text, changed, err)
		}
	}
}

// TestReadPosition: texts with another program's mistake are read if they have only one
// meaning, and each change is reported; ParsePosition refuses them.
func TestReadPosition(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ game, text, want, changed string }{
		{"draughts", `[FEN "W:W31,32:B1,k2:H3:F1"]`, "W:W31,32:B1,K2:H3", "the brackets and quotes of a tag are left out"},
		{"draughts", "W:W:W31,32:B1", "W:W31,32:B1", "who is to move is there twice, and read once"},
		{"draughts", "W : W 31, K 32 : B 1", "W:W31,K32:B1", "blanks are left out"},
		{"draughts", "W:W31 K32 33:B1 2", "W:W31,K32,33:B1,2", "blanks between squares are read as commas"},
		{"draughts", "W:W31,32:B1:", "W:W31,32:B1", "signs after the last square are left out"},
		{"draughts", "W:W31,32,:B1,", "W:W31,32:B1", "signs after the last square are left out"},
		{"checkers", "W:Wa3,c3,h4:Kb8,Bd8", "", ""},
		{"checkers", "W:Wa3,c3,h4:BKb8,d8", "W:W20,21,22:BK1,2", "squares by letters are read as numbers, a1 on the left of the row that white begins on"},
		{"draughts", "B:Wa1,Kc1:Bb10", "B:W46,K47:B1", "squares by letters are read as numbers, a1 on the left of the row that white begins on"},
	} {
		g := gametest.Game(t, c.game)
		if _, err := g.ParsePosition(c.text); err == nil {
			t.Errorf("%s: ParsePosition reads %q", c.game, c.text)
		}
		p, changed, err := catalog.ReadPosition(g, c.text)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s %q is read: %v", c.game, c.text, changed)
			}
			continue
		}
		if err != nil || !slices.Equal(changed, []string{c.changed}) {
			t.Errorf("%s %q: %q, %v", c.game, c.text, changed, err)
			continue
		}
		if got := catalog.FormatPosition(g, p); got != c.want {
			t.Errorf("%s %q: read as %q, want %q", c.game, c.text, got, c.want)
		}
	}
}

// TestReadPositionRefused: a text with two meanings, or none, is an error that says what would
// be right.
func TestReadPositionRefused(t *testing.T) {
	t.Parallel()
	g := gametest.Game(t, "draughts")
	for text, hint := range map[string]string{
		"W:W31:B1:H51":           "a game is a draw after 50 plies without progress: write H0 to H50",
		"W:W31:B1:H0:F1:+0+0":    "Frisian draughts, whose rules oxo does not know",
		"W:W31:B1:H0:+1+0":       "Frisian draughts",
		"W:W31:B1:Hx":            "as in H12",
		"W:W31:B1:F":             "as in F30",
		"W:W31,G22:B1":           "G22 is a piece that a jump has taken",
		"W:W31:B1,P7":            "P7 is a piece that a jump has taken",
		"W:B:W31:B1":             "twice",
		"W31-50:B1-20":           "write who is to move",
		"W:W31 B1":               "write who is to move",
		"W:W31 B1:B2":            "not a square",
		"W:W31,a3:B1":            "not a square",
		"W:W31,32:B1,32":         "square 32 has two pieces",
		"W:W31,32:B1:W33":        "twice",
		"8/8/8/8/8/8/8/8 w - - ": "is not a position",
	} {
		if p, changed, err := catalog.ReadPosition(g, text); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q: %v, %v, %v", text, p, changed, err)
		}
	}
}

// FuzzReadPosition: ParsePosition reads back any position that is read.
func FuzzReadPosition(f *testing.F) {
	for _, text := range []string{`[FEN "W:W31,32:B1,k2:H3:F1"]`, "W:W:W31 K32:Ba3:", "B:Wa1,Kc1:Bb10", "W : W 31, 32 :: B,", "W:W31:B1,P7", "W:W31:B1:H51"} {
		f.Add(text)
	}
	games := []oxo.Game{gametest.Game(f, "checkers"), gametest.Game(f, "draughts")}
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
