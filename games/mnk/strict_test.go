//go:build !race

package mnk_test

import (
	"testing"

	"oxo/oxotest"
)

// strictBoards returns games of renju and caro on small boards, whose keys are exact, and on larger ones.
func strictBoards() map[string]oxotest.Options {
	return map[string]oxotest.Options{
		"5x5x5,renju":           {},
		"6x6x5,renju":           {Games: 60},
		"7x7x5,renju":           {Games: 60, Perft: []uint64{1, 49, 2352}},
		"9x8x5,renju":           {Games: 30},
		"15x15x5,renju":         {Games: 15, Perft: []uint64{1, 225, 50400}},
		"15x15x5,renju,opening": {Games: 10, Perft: []uint64{1, 1, 8, 184, 40848}},
		"4x3x3,caro":            {},
		"4x4x3,caro":            {},
		"5x4x3,exact,caro":      {},
		"6x1x2,caro":            {},
		"5x5x4,caro":            {},
		"9x8x4,caro":            {Games: 30},
		"15x15x5,caro":          {Games: 15},
		"15x15x5,exact,caro":    {Games: 15},
	}
}

func TestStrictConformance(t *testing.T) {
	for name, opts := range strictBoards() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, name)
			if got := g.Name(); got != "mnk:"+name {
				t.Errorf("name %q, want mnk:%s", got, name)
			}
			oxotest.Run(t, g, opts)
		})
	}
}
