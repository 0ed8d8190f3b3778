//go:build !race

package mnk_test

import (
	"strings"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games/mnk"
)

// FuzzParsePosition: any position that is read stays the same when written and read again.
func FuzzParsePosition(f *testing.F) {
	for _, seed := range []string{
		".../.../...", "3/3/3", "XO./.X./...", "xo_/_x_/3", "XXX/OO./...", "OOO/XX./XX.", "X/O", "4/3/3", "1.1/.1./111",
		"9/9/9/9/9/9/9/9/9", "XO7/9/9/9/9/9/9/9/9", "\xff", "////", "X.O/ .X/..O", strings.Repeat("X", 400),
	} {
		f.Add(seed)
	}
	small, large := game(f, "3x3x3"), game(f, "9x9x5,torus")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range []oxo.Game{small, large} {
			p, err := g.ParsePosition(text)
			if err != nil {
				if err.Error() == "" || len(err.Error()) > 1000 {
					t.Fatalf("the error for %q is %q", text, err)
				}
				continue
			}
			written := g.FormatPosition(p)
			again, err := g.ParsePosition(written)
			if err != nil || again.Hash() != p.Hash() || again.Outcome() != p.Outcome() || g.FormatPosition(again) != written {
				t.Fatalf("%q is read as %q, and that as %v, %v", text, written, again, err)
			}
		}
	})
}

// FuzzParseMove: any move that is read is legal, and is read again after it was written.
func FuzzParseMove(f *testing.F) {
	for _, seed := range []string{"b2", "B2", " a1 ", "1 1", "1,1", "3, 3", "d4", "a0", "", "99999999999999999999", "a99999999999999999999", "1 2 3", "\xff", "é1", "t20", "b02"} {
		f.Add(seed)
	}
	small, large := game(f, "3x3x3"), game(f, "20x20x5")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range []oxo.Game{small, large} {
			p := g.Start()
			p.Make(p.Moves(nil)[0])
			m, err := g.ParseMove(p, text)
			if err != nil {
				if len(err.Error()) > 1000 {
					t.Fatalf("the error for %q is %q", text, err)
				}
				continue
			}
			if again, err := g.ParseMove(p, g.FormatMove(p, m)); err != nil || again != m {
				t.Fatalf("%q is read as %v, and that as %v, %v", text, m, again, err)
			}
			p.Make(m)
			p.Unmake(m)
		}
	})
}

// FuzzName: the name of any game made from a name makes the same game.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"tictactoe", "gomoku", "mnk:3x3x3", "mnk:4x3x3,misere,torus", "mnk:20x20x20", "mnk:0x0x0", "mnk:", ",", ":", "tictactoe,torus,torus", "mnk:9x9x99999999999999999999"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		g, err := catalog.Lookup([]catalog.Family{mnk.Family()}, name)
		if err != nil {
			return
		}
		again, err := catalog.Lookup([]catalog.Family{mnk.Family()}, g.Name())
		if err != nil || again.Name() != g.Name() {
			t.Fatalf("%q is %q, and that is %v, %v", name, g.Name(), again, err)
		}
	})
}
