package rules_test

import (
	"strings"
	"testing"

	"oxo"
	"oxo/internal/race"
	"oxo/oxotest"
)

// TestSymmetries: a sheet has the symmetries of its rules, and none that a rule breaks.
func TestSymmetries(t *testing.T) {
	race.OneThread(t)
	noughts := text(t, "noughts.kif")
	const heaps = "(heap a) (heap b) (heap c)"
	alike := strings.NewReplacer(heaps, "(heap a) (heap b) (heap c) (heap d)",
		"(init (has a 1)) (init (has b 2)) (init (has c 3))", "(init (has a 2)) (init (has b 2)) (init (has c 2)) (init (has d 2))").Replace(text(t, "nim.kif"))
	crossed := strings.NewReplacer(
		"(<= (legal ?role (mark ?column ?row)) (true (turn ?role)) (true (cell ?column ?row empty)))",
		"(<= (legal x (mark ?column ?row)) (true (turn x)) (true (cell ?column ?row empty)))"+
			"(<= (legal o (mark ?row ?column)) (true (turn o)) (true (cell ?column ?row empty)))",
		"(<= (next (cell ?column ?row ?role)) (does ?role (mark ?column ?row)))",
		"(<= (next (cell ?column ?row x)) (does x (mark ?column ?row)))(<= (next (cell ?column ?row o)) (does o (mark ?row ?column)))",
		"(<= (marked ?column ?row) (does ?role (mark ?column ?row)))",
		"(<= (marked ?column ?row) (does x (mark ?column ?row)))(<= (marked ?column ?row) (does o (mark ?row ?column)))").Replace(noughts)
	marked := strings.Replace(noughts, "(index ?column) (index ?row))", "(index ?column) (index ?row) (or (distinct ?column 1) (distinct ?row 1)))(init (cell 1 1 x))", 1)
	for name, c := range map[string]struct {
		sheet string
		want  int
	}{
		"a square":                           {noughts, 8},
		"a role that names the row first":    {crossed, 8},
		"a square that counts for more":      {noughts + "(<= terminal (true (cell 1 1 x)) (true (cell 1 2 o)))", 1},
		"a mark in a corner at the start":    {marked, 2},
		"one corner ends the game":           {noughts + "(<= terminal (true (cell 1 1 x)))", 2},
		"a middle column that ends the game": {noughts + "(<= (next lost) (true (cell 2 1 x)) (true (cell 2 2 x)) (true (cell 2 3 x)))(<= terminal (true lost))", 4},
		"columns that fall":                  {text(t, "drop.kif"), 2},
		"heaps of another size":              {text(t, "nim.kif"), 1},
		"heaps of one size, of 24 orders":    {alike, 6},
	} {
		g := parse(t, c.sheet)
		if n := g.Start().(oxo.Symmetric).Symmetries(); n != c.want {
			t.Errorf("%s: %d symmetries, want %d", name, n, c.want)
		}
		oxotest.Run(t, g, oxotest.Options{Games: 20})
	}
}
