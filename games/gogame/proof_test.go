//go:build !race

package gogame_test

import (
	"context"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestSmallBoards: the values of small boards, as published [Werf03], with simple ko
// and under superko where that is feasible.
func TestSmallBoards(t *testing.T) {
	for name, want := range map[string]oxo.Score{
		"go:2x2": oxo.By(1), "go:2x2,ko=simple": oxo.Draw, "go:3x3": oxo.By(9), "go:3x3,ko=simple": oxo.By(9), "go:2x3": oxo.Draw, "go:2x3,ko=simple": oxo.Draw,
	} {
		r := search.New(search.Options{}).Search(context.Background(), gametest.Game(t, name).Start(), search.Limits{})
		t.Logf("%s: %v, %d nodes", name, r.Value, r.Nodes)
		if !r.Proven || r.Score != want {
			t.Errorf("%s: %v, want %v", name, r.Value, want)
		}
	}
}

func BenchmarkProof(b *testing.B) {
	p := gametest.Game(b, "go:4x4,ko=simple").Start()
	s := search.New(search.Options{})
	for b.Loop() {
		r := s.Search(context.Background(), p, search.Limits{Nodes: 300_000})
		b.ReportMetric(float64(r.Nodes)*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
	}
}
