//go:build !race

package search_test

import (
	"math"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestLearn: a search that learns what another one has proven finds the same with fewer nodes.
// Keys that belong to no position change nothing.
func TestLearn(t *testing.T) {
	g := gametest.Game(t, "connect4:5x5")
	opts := search.Options{TableBytes: 1 << 22, KeepTable: true, Share: 50}
	first, second := search.New(opts), search.New(opts)
	q := search.Question{AtLeast: oxo.By(1)}
	want := first.Ask(t.Context(), g.Start(), q)
	settled := first.Settled()
	if len(settled) < 20 || len(first.Settled()) != 0 {
		t.Fatalf("%d positions noted", len(settled))
	}
	for _, s := range settled {
		if s.Nodes < opts.Share || s.Bounds.Lo() > s.Bounds.Hi() {
			t.Errorf("%+v", s)
		}
	}
	second.Learn(g.Start(), []search.Settled{
		{Key: oxo.Key{Hi: 1}, Bounds: oxo.Exactly(oxo.Draw), Nodes: 9},
		{Key: oxo.Key{Lo: math.MaxUint64}, Bounds: oxo.Exactly(oxo.Draw), Nodes: 9},
	})
	second.Learn(g.Start(), settled)
	got := second.Ask(t.Context(), g.Start(), q)
	if got.Bounds != want.Bounds || got.Nodes*2 > want.Nodes {
		t.Errorf("%v in %d nodes, and %v in %d", want.Bounds, want.Nodes, got.Bounds, got.Nodes)
	}
}
