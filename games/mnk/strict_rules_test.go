//go:build !race

package mnk_test

import (
	"strings"
	"testing"

	"oxo"
	"oxo/game/board"
)

// TestStrictEnds: what wins in renju and caro, by a last move.
func TestStrictEnds(t *testing.T) {
	for _, c := range []struct {
		name, game, position, move string
		want                       oxo.Outcome // for the side to move after it
	}{
		{"black's five", "9x9x5,renju", "XXXX...../........./O.O.O.O../........./........./........./........./........./.........", "e9", oxo.Lost},
		{"black's five with a six in the column", "9x9x5,renju", "....X..../....X..../XXXX...../....X..../....X..../....X..../O.O.O.O.O/........./O.O.O.O..", "e7", oxo.Lost},
		{"white's six", "9x9x5,renju", "OO.OOO.../........./........./X.X.X.X../........./X.X....../........./........./.........", "c9", oxo.Lost},
		{"closed at both ends", "9x9x5,caro", "OXXXX.O../........./........./........./........./O.O....../........./........./.........", "f9", oxo.Ongoing},
		{"closed at one end", "9x9x5,caro", "OXXXX..../........./........./........./........./O.O.O..../........./........./.........", "f9", oxo.Lost},
		{"the edge does not close a row", "9x9x5,caro", "XXXX.O.../........./........./........./........./O.O.O..../........./........./.........", "e9", oxo.Lost},
		{"six, closed at both ends", "9x9x5,caro", "OXXX.XXO./........./........./........./........./O.O.O..../........./........./.........", "e9", oxo.Lost},
		{"six where exactly five count", "9x9x5,exact,caro", ".XXX.XX../........./........./........./........./O.O.O.O.O/........./........./.........", "e9", oxo.Ongoing},
		{"the last open end is closed too late", "9x9x5,caro", "OXXXX..../........./........./........./........./O.O.O..../........./........./.........", "f9", oxo.Lost},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, c.game)
			position := c.position
			for n := strings.Count(position, "X") - strings.Count(position, "O"); n != 0 && !strings.HasPrefix(c.name, "white"); n-- {
				if n < 0 {
					position = position[:len(position)-7] + "X......"
				} else {
					position = strings.Replace(position, "/........./", "/O......../", 1)
				}
			}
			p, err := g.ParsePosition(position)
			if err != nil {
				t.Fatal(err)
			}
			m, err := g.ParseMove(p, c.move)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
			if got := p.Outcome(); got != c.want || (p.(board.Grid).Line() != nil) != (c.want == oxo.Lost) {
				t.Errorf("%v with the line %v, want %v", got, p.(board.Grid).Line(), c.want)
			}
		})
	}
}

// TestStuck: if every empty square is forbidden to black at its turn, the game is a draw.
func TestStuck(t *testing.T) {
	g := game(t, "6x6x5,renju")
	for _, position := range []string{"OXOXOO/OXOXOO/OXOXOX/XXX.XX/X.OOXO/XXOOOX", "XX.XXX/XXOO.O/OOOXXO/OOXXOO/OXOXXX/XOOOOX"} {
		p, err := g.ParsePosition(position)
		if err != nil {
			t.Fatal(err)
		}
		if moves := p.Moves(nil); p.Outcome() != oxo.Drawn || len(moves) > 0 {
			t.Errorf("%s: %v with %d moves, want a draw", position, p.Outcome(), len(moves))
		}
		if b := newSlowBoard(position); len(b.forbidden()) != strings.Count(position, ".") {
			t.Errorf("%s: the second judge forbids %v, want all empty squares", position, b.forbidden())
		}
	}
}

// TestStrictProofs: on a forbidden square black can neither threaten nor answer a four.
func TestStrictProofs(t *testing.T) {
	g := game(t, "15x15x5,renju")
	for _, c := range []struct {
		name, moves string
		lo, hi      oxo.Score
	}{
		// Black's only answer to white's four, h8, would make six in a row: white wins.
		{"white's four at a forbidden square", "e8 h4 f8 h5 g8 a1 i8 h6 h3 o1 j8 h7", oxo.Loss(2), oxo.Loss(2)},
		{"black's gap of six does not threaten", "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9 o15 c1", -oxo.Infinity, oxo.Infinity},
	} {
		p := g.Start()
		for text := range strings.FieldsSeq(c.moves) {
			m, err := g.ParseMove(p, text)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			p.Make(m)
		}
		_, b := p.(oxo.Guided).Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
		if c.lo == c.hi && b != oxo.Exactly(c.lo) || c.lo != c.hi && b.Exact() {
			t.Errorf("%s: %v to %v, want %v to %v", c.name, b.Lo(), b.Hi(), c.lo, c.hi)
		}
	}
}
