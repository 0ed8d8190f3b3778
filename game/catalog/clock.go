package catalog

import (
	"fmt"

	"oxo"
)

// ClockWriter is a game of [oxo.Clocked] positions whose texts may end with the plies without progress.
type ClockWriter interface {
	oxo.Game
	// FormatClock writes a position as FormatPosition does, and behind it the plies without
	// progress. ParsePosition reads both back.
	FormatClock(p oxo.Position) string
}

// FormatPosition writes a position, with its plies without progress where there are any.
func FormatPosition(g oxo.Game, p oxo.Position) string {
	c, clocked := p.(oxo.Clocked)
	w, ok := g.(ClockWriter)
	if !clocked || !ok {
		return g.FormatPosition(p)
	}
	if plies, _ := c.Clock(); plies == 0 {
		return g.FormatPosition(p)
	}
	return w.FormatClock(p)
}

// ClockRule names the rule by which a game without progress is a draw: "the rule of 50 moves".
func ClockRule(p oxo.Clocked) string {
	_, limit := p.Clock()
	return fmt.Sprintf("the rule of %d moves", limit/2)
}
