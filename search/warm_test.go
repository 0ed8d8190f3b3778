//go:build !race

package search_test

import (
	"testing"

	"oxo/internal/gametest"
	"oxo/search"
)

// TestWarm: a search whose memory was warmed finds the same as one whose memory was not.
func TestWarm(t *testing.T) {
	for _, name := range []string{"chess", "connect4:7x6", "mnk:5x5x4", "go:3x3"} {
		p := gametest.Game(t, name).Start()
		for _, keep := range []bool{false, true} {
			o := search.Options{TableBytes: 4 << 20, KeepTable: keep}
			cold, warm := search.New(o), search.New(o)
			warm.Warm(p)
			want := cold.Search(t.Context(), p, search.Limits{Nodes: 20000})
			got := warm.Search(t.Context(), p, search.Limits{Nodes: 20000})
			if got.Value != want.Value || got.Best != want.Best || got.Nodes != want.Nodes {
				t.Errorf("%s: warm %v by %d in %d nodes, cold %v by %d in %d", name, got.Value, got.Best, got.Nodes, want.Value, want.Best, want.Nodes)
			}
		}
	}
}
