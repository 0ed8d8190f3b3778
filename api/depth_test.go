package api_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"oxo/api"
	"oxo/games"
)

// TestEqualDepth: compared estimates have the same depth, at least one ply.
func TestEqualDepth(t *testing.T) {
	s := api.New(games.All())
	for ms := 800; !equalDepths(t, s, ms); ms *= 2 { // a slow machine needs longer for an estimate
		if ms > 600_000 {
			t.Fatal("no report has an estimate")
		}
	}
}

// equalDepths checks an analysis of ms milliseconds, and reports whether it has
// estimates.
func equalDepths(t *testing.T, s *api.Service, ms int) bool {
	t.Helper()
	got, err := ask(t, s, "analyze", fmt.Sprintf(`{"game":"mnk:20x20x5","moves":"j10.k10","ms":%d}`, ms))
	if err != nil {
		t.Fatal(err)
	}
	reports := 0
	for _, text := range got["analysis"] {
		var a api.Analysis
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Fatal(err)
		}
		depths, last := map[int]int{}, math.MaxInt32
		for _, m := range a.Moves {
			if m.Score > last {
				t.Errorf("%s, worth %d, comes after %d", m.Move, m.Score, last)
			}
			last = m.Score
			if m.Value.Estimate != nil {
				if depths[m.Depth]++; m.Depth == 0 {
					t.Errorf("%s is worth an estimate of no depth, %d", m.Move, m.Score)
				}
			}
		}
		if len(depths) == 0 {
			continue
		}
		if reports++; len(depths) > 1 {
			t.Errorf("report %d compares estimates of depths %v", reports, depths)
		}
	}
	return reports > 0
}
