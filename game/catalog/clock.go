package catalog

import (
	"fmt"

	"oxo"
)

// ClockWriter is a game of [oxo.Clocked] positions whose texts may end with the plies without progress.
type ClockWriter interface {
	oxo.Game
	// FormatClock writes a position as FormatPosition does, followed by the plies
	// without progress. ParsePosition reads both forms.
	FormatClock(p oxo.Position) string
}

// FormatPosition writes a position, with its plies without progress if it counts
// them.
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

// ClockRule names the rule that draws a game without progress: "the rule of 50
// moves".
func ClockRule(p oxo.Clocked) string {
	_, limit := p.Clock()
	return fmt.Sprintf("the rule of %d moves", limit/2)
}
