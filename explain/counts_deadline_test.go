//go:build !race

package explain_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"oxo/explain"
	"oxo/internal/gametest"
)

// TestCountsBeforeADeadline: a distant deadline changes no count. A search that knew
// of it would deepen, and visit more nodes than are counted.
func TestCountsBeforeADeadline(t *testing.T) {
	dated, stop := context.WithTimeout(t.Context(), 24*time.Hour)
	defer stop()
	for _, name := range []string{"tictactoe", "mnk:4x3x3", "connect4:4x4", "othello:4x4", "go:2x2"} {
		g := gametest.Game(t, name)
		var counts [2][]uint64
		for i, ctx := range []context.Context{t.Context(), dated} {
			err := explain.Counts(ctx, g.Start(), 5000, func(c explain.Count) { counts[i] = append(counts[i], c.Nodes) })
			if err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(counts[0], counts[1]) || len(counts[0]) != 6 {
			t.Errorf("%s: %d, and before a deadline %d", name, counts[0], counts[1])
		}
	}
}
