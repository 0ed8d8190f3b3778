package search_test

import (
	"testing"

	"oxo/internal/gametest"
	"oxo/search"
)

// TestProgressProvesItsMove: a value reported as proven comes with a move that reaches it. The
// guide knows the values of these positions before a move is known.
func TestProgressProvesItsMove(t *testing.T) {
	exact := search.New(search.Options{TableBytes: 1 << 20})
	for _, text := range []string{
		"...bb/bbb.b/.w..w/.b.wb/ww..w/.w..w white",
		"...bb/bbb.b/.w..w/.b.wb/ww..w/.w.w. white",
	} {
		_, p := gametest.Position(t, "breakthrough:5x6", text)
		s := search.New(search.Options{TableBytes: 1 << 20})
		for r := range s.SearchProgress(t.Context(), p, search.Limits{Nodes: 100_000}) {
			if !r.Proven {
				continue
			}
			q := p.Clone()
			q.Make(r.Best)
			if got := exact.Search(t.Context(), q, search.Limits{}).Score.ToParent(); got != r.Score {
				t.Errorf("%s: %v is proven, with a move worth %v", text, r.Score, got)
			}
		}
	}
}
