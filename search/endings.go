package search

import "oxo"

// Endings is a [Book] that is asked at every node too, in games that loop as well: a
// table of all positions with few men, whose values do not depend on the moves before.
// It must be quick to say that it does not know a position.
type Endings interface {
	Book
	// Ending returns the exact value of a position for its side to move, and whether
	// the table has it. It leaves p as it was. Several goroutines may call it.
	Ending(p oxo.Position) (oxo.Score, bool)
}

// endingGuide is a guide that knows a table's values.
type endingGuide struct {
	oxo.Guide
	p      oxo.Position
	tables Endings
}

// Expand returns the value of the table as bounds, and the moves of the guide where
// these are asked for all the same: at the root.
func (g *endingGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	value, ok := g.tables.Ending(g.p)
	if !ok {
		return g.Guide.Expand(alpha, beta, buf)
	}
	bounds := oxo.Exactly(value)
	if !bounds.Decide(alpha, beta) {
		buf, _ = g.Guide.Expand(alpha, beta, buf)
	}
	return buf, bounds
}
