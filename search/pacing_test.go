package search_test

import (
	"context"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// paced is a position whose guide notes what it is told of the positions that may be visited.
type paced struct {
	oxo.Position
	told *[]uint64
}

func (p *paced) Clone() oxo.Position { return &paced{p.Position.Clone(), p.told} }
func (p *paced) Guide() oxo.Guide {
	return &pacedGuide{Guide: p.Position.(oxo.Guided).Guide(), told: p.told}
}

type pacedGuide struct {
	oxo.Guide
	told *[]uint64
}

func (g *pacedGuide) Pace(positions uint64) { *g.told = append(*g.told, positions) }

// TestPacing looks at what a guide is told: nothing is left to visit where the search looks some plies
// ahead, and a question of a proof has its budget.
func TestPacing(t *testing.T) {
	start := func(told *[]uint64) oxo.Position {
		return &paced{gametest.Game(t, "mnk:5x5x4").Start(), told}
	}
	for name, c := range map[string]struct {
		limits        search.Limits
		ahead, proofs bool
	}{
		"plies":  {search.Limits{Depth: 4}, true, false},
		"nodes":  {search.Limits{Nodes: 20_000}, true, true},
		"time":   {search.Limits{Time: 20 * time.Millisecond}, true, true},
		"nobody": {search.Limits{}, false, true},
	} {
		var told []uint64
		search.New(search.Options{}).Search(context.Background(), start(&told), c.limits)
		ahead, proofs := false, false
		for _, n := range told {
			ahead, proofs = ahead || n == 0, proofs || n > 0
			if c.limits.Nodes > 0 && n > c.limits.Nodes {
				t.Errorf("limited by %s: the guide is told of %d positions", name, n)
			}
		}
		if ahead != c.ahead || proofs != c.proofs {
			t.Errorf("limited by %s: told of a look ahead %v, want %v; of a proof %v, want %v", name, ahead, c.ahead, proofs, c.proofs)
		}
	}
}
