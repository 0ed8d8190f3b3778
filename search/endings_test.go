//go:build !race

package search_test

import (
	"context"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// late is a table of the positions near the end, made by another search: those with at
// most a number of moves.
type late struct {
	moves, asked, known int
	other               *search.Searcher
}

func (l *late) Lookup(oxo.Position) (oxo.Score, bool) { return 0, false }

func (l *late) Ending(p oxo.Position) (oxo.Score, bool) {
	l.asked++
	if len(p.Moves(nil)) > l.moves {
		return 0, false
	}
	l.known++
	return l.other.Search(context.Background(), p.Clone(), search.Limits{}).Score, true
}

// TestEndingsAtEveryNode: a search looks up a table of endings at its nodes, in games whose
// guide gives keys and in others, and the value stays the same.
func TestEndingsAtEveryNode(t *testing.T) {
	for _, name := range []string{"connect4:5x4", "othello:4x6", "breakthrough:3x5", "mnk:4x3x3,misere"} {
		g := gametest.Game(t, name)
		want := search.New(search.Options{}).Search(context.Background(), g.Start(), search.Limits{})
		tables := &late{moves: 2, other: search.New(search.Options{})}
		got := search.New(search.Options{Book: tables}).Search(context.Background(), g.Start(), search.Limits{})
		if got.Value != want.Value {
			t.Errorf("%s: %v with the table, %v without", name, got.Value, want.Value)
		}
		if tables.asked < 20 || tables.known == 0 {
			t.Errorf("%s: the table is asked %d times in %d nodes, and knows %d", name, tables.asked, got.Nodes, tables.known)
		}
	}
}

// asking is a table that knows nothing and counts its look-ups.
type asking struct{ asked uint64 }

func (a *asking) Lookup(oxo.Position) (oxo.Score, bool) { return 0, false }

func (a *asking) Ending(oxo.Position) (oxo.Score, bool) {
	a.asked++
	return 0, false
}

// TestEndingsInSelective: a selective search looks up a table at its own nodes too, not just in
// its attempts at a proof, which are a sixteenth of all nodes.
func TestEndingsInSelective(t *testing.T) {
	tables := &asking{}
	r := search.New(search.Options{Book: tables}).Search(context.Background(), gametest.Game(t, "chess:5x5").Start(), search.Limits{Nodes: 5000})
	if tables.asked < r.Nodes/2 {
		t.Errorf("the table is asked %d times in %d nodes", tables.asked, r.Nodes)
	}
}
