//go:build !race

package mnk_test

import (
	"context"
	"testing"

	"oxo/game/catalog"
	"oxo/games/mnk"
	"oxo/search"
)

// BenchmarkGomoku searches a position of gomoku 7 plies deep.
func BenchmarkGomoku(b *testing.B) {
	g, err := catalog.Lookup([]catalog.Family{mnk.Family()}, "gomoku")
	if err != nil {
		b.Fatal(err)
	}
	p, _, err := catalog.Replay(g, "h8", "i9", "i7", "g9", "j8", "h9")
	if err != nil {
		b.Fatal(err)
	}
	s := search.New(search.Options{})
	var nodes uint64
	for b.Loop() {
		nodes += s.Search(context.Background(), p, search.Limits{Depth: 7}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes")
}
