package rbg_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"oxo"
	"oxo/internal/race"
	"oxo/oxotest"
	"oxo/search"
)

// runs is noughts and crosses whose lines are found by walking to one end, and back.
const runs = `
#players = x(100), o(100)
#pieces = empty, cross, nought
#variables =
#board = rectangle(up,down,left,right,
    [empty, empty, empty, empty]
    [empty, empty, empty, empty]
    [empty, empty, empty, empty]
    [empty, empty, empty, empty])
#anySquare = (left* + right*)(up* + down*)
#line(one; other; piece) = (one {piece})* (other {piece}) (other {piece}) (other {piece})
#lines(piece) = line(up; down; piece) + line(left; right; piece)
    + line(up left; down right; piece) + line(up right; down left; piece)
#turn(me; other; piece) =
    ->me anySquare {empty} ->> [piece]
    ( {! lines(piece)} + {? lines(piece)} [$ me = 100, other = 0] ->> {} )
#rules = [$ x = 50, o = 50] (turn(x; o; cross) turn(o; x; nought))*
`

// takes is a game in which a move takes any number of stones, so its moves have no last one.
const takes = `
#players = a(100), b(100)
#pieces = empty, stone
#variables =
#board = rectangle(up,down,left,right, [stone, stone, stone])
#anySquare = (left* + right*)
#turn(me; other) = ->me anySquare {stone} [empty] (right {stone} [empty] + left {stone} [empty])* [$ me = 100, other = 0] ->>
#rules = (turn(a; b) turn(b; a))*
`

// TestSymmetries: a sheet has the symmetries of its rules, and none that a rule breaks.
func TestSymmetries(t *testing.T) {
	race.OneThread(t)
	noughts := text(t, "noughts.rbg")
	const end = "[$ me = 100, other = 0] ->> {} )"
	for name, c := range map[string]struct {
		sheet string
		want  int
	}{
		"a square":                                   {noughts, 8},
		"columns of pawns":                           {text(t, "breakthrough.rbg"), 2},
		"hexagons":                                   {text(t, "honeycomb.rbg"), 2},
		"squares by name":                            {text(t, "jumps.rbg"), 2},
		"lines that are walked from one end":         {runs, 8},
		"a stone in a corner at the start":           {strings.Replace(noughts, "[empty, empty, empty]", "[cross, empty, empty]", 1), 2},
		"a stone in the middle of a side":            {strings.Replace(noughts, "[empty, empty, empty]", "[empty, cross, empty]", 1), 2},
		"rows alone":                                 {strings.Replace(noughts, "row(up; down; piece) + ", "", 1), 4},
		"one diagonal":                               {strings.Replace(noughts, " + row(up right; down left; piece)", "", 1), 4},
		"a corner that x may not take":               {strings.Replace(noughts, "turn(me; other; piece) =\n    ->me anySquare {empty}", "turn(me; other; piece) =\n    ->me anySquare {empty} ({? up} + {? right})", 1), 2},
		"a last stone that wins in the upper rows":   {strings.Replace(noughts, end, "( {? down} [$ me = 100, other = 0] + {! down} [$ me = 0, other = 100] ) ->> {} )", 1), 2},
		"a keeper that steps up or to the left":      {strings.Replace(noughts, "( {! three(piece)}", "( {! three(piece)} ( {? up} up + {? left} left + {! up} {! left} )", 1), 2},
		"moves without a last one":                   {takes, 1},
		"a keeper that marks the first empty square": {strings.Replace(noughts, "#turn(me; other; piece) =\n    ->me anySquare {empty} ->> [piece]", "#turn(me; other; piece) =\n    ->me anySquare {empty} ->> [piece] ( anySquare {empty} [cross] + {! anySquare {empty} } )", 1), 1},
	} {
		g := parse(t, c.sheet)
		if n := g.Start().(oxo.Symmetric).Symmetries(); n != c.want {
			t.Errorf("%s: %d symmetries, want %d", name, n, c.want)
		}
		oxotest.Run(t, g, oxotest.Options{Games: 10})
	}
}

// TestMoveNumbers: with symmetries, moves of all positions have numbers of their own, and what a symmetry does to a move is undone.
func TestMoveNumbers(t *testing.T) {
	for _, name := range []string{"noughts.rbg", "jumps.rbg", "breakthrough.rbg"} {
		g := parse(t, text(t, name))
		rng := rand.New(rand.NewPCG(2, 7))
		texts := map[oxo.Move]string{}
		for range 30 {
			p := g.Start()
			for p.Outcome() == oxo.Ongoing {
				moves := p.Moves(nil)
				for _, m := range moves {
					text := g.FormatMove(p, m)
					if old, seen := texts[m]; seen && old != text {
						t.Fatalf("%s: %v is %s, and it was %s", name, m, text, old)
					}
					texts[m] = text
					for s := range p.(oxo.Symmetric).Symmetries() {
						if back := p.(oxo.Symmetric).UnmapMove(p.(oxo.Symmetric).MapMove(m, s), s); back != m {
							t.Fatalf("%s: symmetry %d makes %v of %v, and back", name, s, back, m)
						}
					}
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
	}
}

// TestSymmetriesSave: with symmetries a proof needs fewer positions.
func TestSymmetriesSave(t *testing.T) {
	race.OneThread(t)
	noughts := text(t, "noughts.rbg")
	nodes := func(sheet string) uint64 {
		r := search.New(search.Options{Threads: 1}).Search(t.Context(), parse(t, sheet).Start(), search.Limits{})
		if !r.Proven || r.Score != oxo.Draw {
			t.Fatalf("%v, want a proven draw", r.Value)
		}
		return r.Nodes
	}
	// The same rules, written so that no symmetry is seen: tests that make no difference look up and to the left.
	const piece = "{empty, cross, nought}"
	crooked := strings.Replace(noughts, "->me anySquare {empty}", "->me anySquare {empty} ( {? up "+piece+"} + {! up "+piece+"} ) ( {? left "+piece+"} + {! left "+piece+"} )", 1)
	if n := parse(t, crooked).Start().(oxo.Symmetric).Symmetries(); n != 1 {
		t.Fatalf("%d symmetries, want 1", n)
	}
	if with, without := nodes(noughts), nodes(crooked); 2*with > without {
		t.Errorf("%d nodes with symmetries, %d without", with, without)
	}
}
