package search

import (
	"oxo"
	"oxo/game/knowledge"
)

// Endings is a [Book] that the search looks up at every node too, even in games that loop: a
// table of all positions with few men, whose values do not depend on the moves before. It must
// report quickly that it does not know a position.
type Endings interface {
	Book
	// Ending returns the exact value of a position for its side to move, and whether the table
	// has it. It leaves p unchanged. Several goroutines may call it.
	Ending(p oxo.Position) (oxo.Score, bool)
}

// endingGuide is a guide that also looks up a table of endings.
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

// ExpandKeys returns the value of the table as bounds. At the root it also returns the guide's
// moves. Keys are filled in if the guide gives keys.
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
