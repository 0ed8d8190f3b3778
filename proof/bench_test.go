package proof_test

import (
	"testing"

	"oxo/catalog"
	"oxo/games"
	"oxo/proof"
)

// BenchmarkResult proves who wins (7,7,5).
func BenchmarkResult(b *testing.B) {
	g, err := catalog.Lookup(games.All(), "mnk:7x7x5")
	if err != nil {
		b.Fatal(err)
	}
	var nodes uint64
	for b.Loop() {
		r, err := proof.NewSolver(proof.Options{}).Result(b.Context(), g.Start())
		if _, known := r.Known(); err != nil || !known {
			b.Fatalf("%+v, %v", r, err)
		}
		nodes = r.Nodes
	}
	b.ReportMetric(float64(nodes), "nodes/op")
}
