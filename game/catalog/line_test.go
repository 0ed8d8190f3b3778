package catalog_test

import (
	"testing"

	"oxo/game/catalog"
	"oxo/internal/gametest"
)

func TestLineEnds(t *testing.T) {
	for text, want := range map[string]bool{
		"tictactoe b2 a2 a1 c3":                     false,
		"tictactoe b2 a2 a1 c3 b1 c1 b3":            true,
		"othello:4x4 b1 a1 a2 c1":                   false,
		"othello:4x4 b1 a1 a2 a3 d4 c1 a4 d2 d1 d3": true,
		"chess g1f3 g8f6 f3g1":                      false,
		"chess g1f3 g8f6 f3g1 f6g8":                 true, // the position occurred before
	} {
		g, _, line := gametest.Moves(t, text)
		if got := catalog.LineEnds(g.Start(), line); got != want {
			t.Errorf("%s: ends is %v, want %v", text, got, want)
		}
	}
	for want, got := range map[string]string{
		"b2 a2":     catalog.LineText([]string{"b2", "a2"}, false),
		"b2 a2 ...": catalog.LineText([]string{"b2", "a2"}, true),
		"":          catalog.LineText(nil, true),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
