//go:build !race

package morris_test

import (
	"slices"
	"strings"
	"testing"

	"oxo"
	"oxo/examples/morris"
	"oxo/game/board"
	"oxo/game/catalog"
	"oxo/oxotest"
)

// TestThree: while men are placed, the perft numbers are the same as for noughts and crosses; the fifth man may win.
func TestThree(t *testing.T) {
	oxotest.Run(t, morris.Three(), oxotest.Options{Perft: []uint64{1, 9, 72, 504, 3024, 15120, 54720}})
}

func TestSix(t *testing.T) {
	oxotest.Run(t, morris.Six(), oxotest.Options{Games: 4, OracleNodes: 2000, Perft: []uint64{1, 16, 16 * 15, 16 * 15 * 14, 16 * 15 * 14 * 13}})
}

// TestSymmetries: turns, mirror images, and the swap of the squares.
func TestSymmetries(t *testing.T) {
	for _, c := range []struct {
		g    *morris.Game
		want int
	}{{morris.Three(), 8}, {morris.Six(), 16}, {morris.Nine(), 16}} {
		if n := c.g.Start().(oxo.Symmetric).Symmetries(); n != c.want {
			t.Errorf("%s has %d symmetries; want %d", c.g.Name(), n, c.want)
		}
	}
}

func TestNine(t *testing.T) {
	oxotest.Run(t, morris.Nine(), oxotest.Options{Games: 4, OracleNodes: 2000, Perft: []uint64{1, 24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21}})
}

// after returns the position after some moves.
func after(t *testing.T, g *morris.Game, moves string) oxo.Position {
	t.Helper()
	p := g.Start()
	if _, err := catalog.ReplayFrom(g, p, strings.Fields(moves)...); err != nil {
		t.Fatal(err)
	}
	return p
}

// names lists the legal moves that begin with a text.
func names(g *morris.Game, p oxo.Position, begin string) (all []string) {
	for _, m := range p.Moves(nil) {
		if name := g.FormatMove(p, m); strings.HasPrefix(name, begin) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// TestMoving: men move along lines, also through the middle, and three on a line win.
func TestMoving(t *testing.T) {
	g := morris.Three()
	p := after(t, g, "a1 b1 c2 a2 b3 a3")
	if got, want := names(g, p, ""), []string{"a1b2", "b3b2", "b3c3", "c2b2", "c2c1", "c2c3"}; !slices.Equal(got, want) {
		t.Errorf("black moves %v, want %v", got, want)
	}
	p = after(t, g, "a1 b1 b2 a2 b3 a3 b3c3")
	if winner, won := p.Outcome().Winner(p.Turn()); !won || winner != oxo.First {
		t.Errorf("a1, b2 and c3 do not win: %v", p.Outcome())
	}
}

// TestTaking: a mill takes one man, which the move names and a click chooses; men in a mill are safe.
func TestTaking(t *testing.T) {
	g := morris.Nine()
	p := after(t, g, "a1 b2 d1 f2")
	if got, want := names(g, p, "g1"), []string{"g1xb2", "g1xf2"}; !slices.Equal(got, want) {
		t.Fatalf("a mill takes %v, want %v", got, want)
	}
	m, err := g.ParseMove(p, "g1xf2")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Facts().Path(p, m), []board.Square{{Column: 6, Row: 0}, {Column: 5, Row: 1}}; !slices.Equal(got, want) {
		t.Errorf("the clicks are %v, want %v", got, want)
	}
	p = after(t, g, "a1 b2 d1 f2 a4 d2xa1 b6 d6 a1")
	if p.Make(p.Moves(nil)[0]); len(names(g, p, "f6x")) > 0 {
		t.Error("f6 makes no mill")
	}
	safe := after(t, g, "a1 b2 d1 f2 c3 d2xc3 a7")
	safe.Make(safe.Moves(nil)[0])
	if got := names(g, safe, "g1"); slices.Contains(got, "g1xb2") || slices.Contains(got, "g1xd2") {
		t.Errorf("men in a mill are taken: %v", got)
	}
	if missing := g.Facts().Missing; !missing(board.Square{Column: 3, Row: 3}) || missing(board.Square{Column: 3}) {
		t.Error("want d4 to be missing, and d1 to be a point")
	}
}
