//go:build !race

package search_test

import (
	"context"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// askedGuide counts the windows it is called with.
type askedGuide struct {
	oxo.Guide
	full, other *int
}

func (g askedGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	if alpha == -oxo.Infinity && beta == oxo.Infinity {
		*g.full++
	} else {
		*g.other++
	}
	return g.Guide.Expand(alpha, beta, buf)
}

// asked is a position with an askedGuide.
type asked struct {
	oxo.Position
	guide askedGuide
}

func (p *asked) Guide() oxo.Guide { return p.guide }

// TestLateLook: an analysis whose time is over still looks at each move, so that it has a
// value, but not with the window of a root, for which a guide may take its time.
func TestLateLook(t *testing.T) {
	for _, c := range []struct {
		limits      search.Limits
		full, other bool // whether the guide is called with a full window, and with another
	}{
		{search.Limits{Time: 1}, false, true},
		{search.Limits{Depth: 1}, true, false},
	} {
		full, other := 0, 0
		p := gametest.Game(t, "mnk:12x12x5").Start()
		p.Make(p.Moves(nil)[0])
		guide := askedGuide{p.(oxo.Guided).Guide(), &full, &other}
		moves := search.New(search.Options{TableBytes: 1 << 16}).Analyze(context.Background(), &asked{p, guide}, c.limits)
		if (full > 0) != c.full || (other > 0) != c.other {
			t.Errorf("%+v: the guide is asked %d times in the full window and %d times in others", c.limits, full, other)
		}
		for _, m := range moves {
			if !m.Known() {
				t.Errorf("%+v: nothing is known of the move %d", c.limits, m.Move)
			}
		}
	}
}
