//go:build !race

package mnk_test

import (
	"strings"
	"testing"

	"oxo"
	"oxo/games/mnk"
	"oxo/oxotest"
)

// boards returns games of every kind: boards that fit into a word and wide ones, square and oblong
// ones, with overlapping lines, with lines of eight (tallied in bytes) and with every option. Large
// boards have long games and many symmetries, so they get fewer games.
func boards() map[string]oxotest.Options {
	return map[string]oxotest.Options{
		"3x3x3":              {Perft: []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}},
		"3x3x3,misere":       {Perft: []uint64{1, 9, 72, 504, 3024, 15120, 54720}},
		"3x3x3,torus":        {Perft: []uint64{1, 9, 72, 504, 3024, 15120}},
		"3x3x3,misere,torus": {},
		"4x3x3":              {},
		"3x4x3":              {},
		"4x4x3":              {},
		"4x4x3,misere":       {},
		"4x4x4":              {Perft: []uint64{1, 16, 240, 3360, 43680}},
		"4x4x4,misere":       {},
		"4x4x4,torus":        {},
		"5x4x4":              {},
		"5x4x3,torus":        {},
		"5x2x3":              {},
		"5x2x2":              {},
		"1x1x1":              {Perft: []uint64{1, 1, 0}},
		"2x2x1":              {},
		"2x2x2":              {},
		"2x2x2,torus":        {},
		"6x1x2":              {},
		"6x1x3,misere":       {},
		"9x2x8":              {},
		"9x1x9":              {},
		"10x1x8,torus":       {},
		"5x5x4":              {},
		"7x7x5":              {},
		"8x8x5":              {},
		"8x8x8,torus":        {},
		"9x9x5":              {Games: 40},
		"9x8x3":              {Games: 40},
		"9x8x3,misere":       {Games: 40},
		"9x8x2,torus":        {Games: 40},
		"15x15x5":            {Games: 20, Perft: []uint64{1, 225, 50400}},
		"20x4x20":            {},
		"20x20x6,torus":      {Games: 10},
		"4x4x3,exact":        {},
		"5x4x3,exact":        {},
		"6x2x3,exact":        {},
		"4x4x3,misere,exact": {},
		"4x4x3,torus,exact":  {},
		"9x8x3,exact":        {Games: 40},
	}
}

func TestConformance(t *testing.T) {
	for name, opts := range boards() {
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

// game makes a game by its name without "mnk:".
func game(t testing.TB, name string) oxo.Game {
	t.Helper()
	parts := strings.Split(name, ",")
	g, err := mnk.Family().New(parts[0], parts[1:])
	if err != nil {
		t.Fatal(err)
	}
	return g
}
