//go:build !race

package search_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// paced is a position whose guide records the node budgets that the search passes to Pace.
type paced struct {
	oxo.Position
	noted *[]uint64
}

func (p *paced) Clone() oxo.Position { return &paced{p.Position.Clone(), p.noted} }
func (p *paced) Guide() oxo.Guide {
	return &pacedGuide{Guide: p.Position.(oxo.Guided).Guide(), noted: p.noted}
}

type pacedGuide struct {
	oxo.Guide
	noted *[]uint64
}

func (g *pacedGuide) Pace(positions uint64) { *g.noted = append(*g.noted, positions) }

// TestPacing: the search passes 0 if it looks some plies ahead, and its budget in a question of
// a proof.
func TestPacing(t *testing.T) {
	start := func(noted *[]uint64) oxo.Position {
		return &paced{gametest.Game(t, "mnk:5x5x4").Start(), noted}
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
		var noted []uint64
		search.New(search.Options{}).Search(context.Background(), start(&noted), c.limits)
		for c.limits.Time > 0 && c.limits.Time < time.Minute && !slices.Contains(noted, 0) { // a slow machine gets more time
			c.limits.Time *= 2
			search.New(search.Options{}).Search(context.Background(), start(&noted), c.limits)
		}
		ahead, proofs := false, false
		for _, n := range noted {
			ahead, proofs = ahead || n == 0, proofs || n > 0
			if c.limits.Nodes > 0 && n > c.limits.Nodes {
				t.Errorf("limited by %s: the search says %d positions", name, n)
			}
		}
		if ahead != c.ahead || proofs != c.proofs {
			t.Errorf("limited by %s: a look ahead was said %v, want %v; a proof %v, want %v", name, ahead, c.ahead, proofs, c.proofs)
		}
	}
}
