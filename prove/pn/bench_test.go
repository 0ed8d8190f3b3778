package pn_test

import (
	"testing"

	"oxo/internal/gametest"
	"oxo/prove/pn"
)

// BenchmarkResult proves who wins. Its profile is a part of cmd/oxo/default.pgo.
func BenchmarkResult(b *testing.B) {
	for _, name := range []string{"mnk:7x7x5", "mnk:8x7x5"} {
		b.Run(name, func(b *testing.B) {
			g := gametest.Game(b, name)
			var nodes uint64
			for b.Loop() {
				r, err := pn.NewSolver(pn.Options{}).Result(b.Context(), g.Start())
				if _, known := r.Known(); err != nil || !known {
					b.Fatalf("%+v, %v", r, err)
				}
				nodes = r.Nodes
			}
			b.ReportMetric(float64(nodes), "nodes/op")
		})
	}
}
