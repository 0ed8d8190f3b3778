package rules_test

import (
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/race"
	"oxo/search"
)

// TestThreats: a move that wins at once is known without a search, and one that stops such a move comes first.
func TestThreats(t *testing.T) {
	race.OneThread(t)
	for _, c := range []struct {
		sheet string
		moves []string
		wins  bool
		first string
	}{
		{"noughts.kif", []string{"mark(1,1)", "mark(2,2)", "mark(2,1)"}, false, "mark(3,1)"},
		{"noughts.kif", []string{"mark(1,1)", "mark(2,2)", "mark(2,1)", "mark(3,3)"}, true, "mark(3,1)"},
		{"drop.kif", []string{"drop(2)", "drop(1)", "drop(2)", "drop(1)"}, true, "drop(2)"},
		{"drop.kif", []string{"drop(2)", "drop(1)", "drop(2)"}, false, "drop(2)"},
		{"misere.kif", []string{"mark(1,1)", "mark(2,2)", "mark(2,1)", "mark(3,3)"}, false, "mark(1,2)"}, // a row loses
	} {
		g := load(t, c.sheet)
		p, _, err := catalog.Replay(g, c.moves...)
		if err != nil {
			t.Fatal(err)
		}
		children, bounds := p.(oxo.Guided).Guide().Expand(-oxo.Infinity, oxo.Infinity, nil)
		best := children[0]
		for _, child := range children {
			if child.Order > best.Order {
				best = child
			}
		}
		if wins := bounds == oxo.Exactly(oxo.Win(1)); wins != c.wins || g.FormatMove(p, best.Move) != c.first {
			t.Errorf("%s %v: %v to %v, %s first; want a win: %v, %s", c.sheet, c.moves, bounds.Lo(), bounds.Hi(), g.FormatMove(p, best.Move), c.wins, c.first)
		}
	}
}

// TestThreatsHelp: with threats a search visits fewer positions, and finds the same value.
func TestThreatsHelp(t *testing.T) {
	for _, sheet := range []string{"noughts.kif", "drop.kif", "gravity.kif", "wild.kif"} {
		p := load(t, sheet).Start()
		with := search.New(search.Options{}).Search(t.Context(), p, search.Limits{})
		without := search.New(search.Options{NoGuide: true}).Search(t.Context(), p, search.Limits{})
		if with.Value != without.Value || !with.Proven || with.Nodes >= without.Nodes {
			t.Errorf("%s: %v in %d nodes, without threats %v in %d", sheet, with.Value, with.Nodes, without.Value, without.Nodes)
		}
	}
}
