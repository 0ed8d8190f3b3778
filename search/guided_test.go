//go:build !race

package search_test

import (
	"context"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestGuideAnswers searches a position that needs a table, then one whose value the guide
// knows: nothing of the first search is in the second result.
func TestGuideAnswers(t *testing.T) {
	ctx, s := context.Background(), search.New(search.Options{})
	g := gametest.Game(t, "mnk:5x5x4")
	s.Search(ctx, g.Start(), search.Limits{})
	if s.TableStats().Probes == 0 {
		t.Fatal("the search of the empty board asks no table")
	}
	p, _, err := catalog.Replay(g, "c3", "a1", "c2", "e5") // c4 makes an open three
	if err != nil {
		t.Fatal(err)
	}
	r := s.Search(ctx, p, search.Limits{})
	if r.Nodes != 1 || !r.Proven || r.Score != oxo.Win(3) || !r.HasMove || r.Bounds != oxo.Exactly(r.Score) {
		t.Errorf("the result is %+v, want a win in 3 by one node", r)
	}
	if stats := s.TableStats(); stats.Probes != 0 || stats.Bytes == 0 {
		t.Errorf("the table is said to be used: %+v", stats)
	}
	if line := s.WholeLine(ctx, p, r); len(line) != 3 || line[0] != r.Best {
		t.Errorf("the whole line is %v, want three moves from %v", line, r.Best)
	}
	if with := search.New(search.Options{NoGuide: true}).Search(ctx, p, search.Limits{}); with.Value != r.Value {
		t.Errorf("without the guide it is worth %v, with it %v", with.Value, r.Value)
	}
}
