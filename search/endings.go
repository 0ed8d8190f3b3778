package search

import (
	"oxo"
	"oxo/game/knowledge"
)

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
	guide  oxo.Guide
	keyed  knowledge.KeyGuide // the same, or nil
	p      oxo.Position
	tables Endings
}

// Expand implements [oxo.Guide].
func (g *endingGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	return g.ExpandKeys(alpha, beta, buf, nil)
}

// ExpandKeys returns the value of the table as bounds, and the moves of the guide where
// these are asked for all the same: at the root. Keys are filled in if the guide knows any.
func (g *endingGuide) ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	value, ok := g.tables.Ending(g.p)
	bounds := oxo.Exactly(value)
	if ok && bounds.Decide(alpha, beta) {
		return buf, bounds
	}
	var known oxo.Bounds
	if keys != nil {
		buf, known = g.keyed.ExpandKeys(alpha, beta, buf, keys)
	} else {
		buf, known = g.guide.Expand(alpha, beta, buf)
	}
	if ok {
		return buf, bounds
	}
	return buf, known
}
