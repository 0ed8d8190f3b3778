package search_test

import (
	"context"
	"testing"

	"oxo/internal/gametest"
	"oxo/search"
)

// BenchmarkSearch proves whole positions. Allocations are per search, whatever its number of
// nodes.
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

// BenchmarkSelective searches a million positions of each game that is searched selectively.
// Its profile is a part of cmd/oxo/default.pgo.
func BenchmarkSelective(b *testing.B) {
	for _, bench := range []struct{ name, game, position string }{
		{"chess", "chess", "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - -"},
		{"chess, many captures", "chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"},
		{"chess, few pieces", "chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"},
		{"checkers", "checkers", ""},
		{"othello", "othello", ""},
	} {
		b.Run(bench.name, func(b *testing.B) {
			g := gametest.Game(b, bench.game)
			p := g.Start()
			if bench.position != "" {
				var err error
				if p, err = g.ParsePosition(bench.position); err != nil {
					b.Fatal(err)
				}
			}
			s := search.New(search.Options{})
			var nodes uint64
			for b.Loop() {
				nodes += s.Search(context.Background(), p, search.Limits{Nodes: 1_000_000}).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
