package search_test

import (
	"context"
	"testing"

	"oxo/internal/gametest"
	"oxo/search"
)

// BenchmarkSearch proves whole positions; allocations are per search, however
// many nodes it has.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"mnk:3x3x3", "mnk:3x3x3,misere", "mnk:4x4x3,misere", "mnk:5x5x4", "mnk:6x6x5"} {
		b.Run(name, func(b *testing.B) {
			p := gametest.Game(b, name).Start()
			s := search.New(search.Options{})
			var nodes uint64
			b.ReportAllocs()
			for b.Loop() {
				nodes += s.Search(context.Background(), p, search.Limits{}).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
