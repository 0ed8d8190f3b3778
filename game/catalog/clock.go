package catalog

import (
	"fmt"

	"oxo"
)

// FormatPosition writes a position, followed by its plies without progress if there are
// any.
func FormatPosition(g oxo.Game, p oxo.Position) string {
	c, clocked := p.(oxo.Clocked)
	w, ok := g.(Forgiving)
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
