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

// Bounding is [Endings] that know only the results of some positions: win, draw or loss.
type Bounding interface {
	Endings
	// EndingBounds returns bounds of the value of an unfinished position for its side to move, and
	// whether the table has any. Otherwise it is like Ending.
	EndingBounds(p oxo.Position) (oxo.Bounds, bool)
}

// endingGuide is a guide that also looks up a table of endings.
type endingGuide struct {
	guide  oxo.Guide
	keyed  knowledge.KeyGuide // the same, or nil
	p      oxo.Position
	tables Endings
	bounds Bounding // the same, or nil
}

func newEndingGuide(a *abilities, p oxo.Position, tables Endings) *endingGuide {
	g := &endingGuide{guide: a.guide, keyed: a.keyGuide, p: p, tables: tables}
	g.bounds, _ = tables.(Bounding)
	return g
}

// Expand implements [oxo.Guide].
func (g *endingGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	return g.ExpandKeys(alpha, beta, buf, nil)
}

// ExpandKeys returns the value of the table as bounds. At the root it also returns the guide's
// moves. Keys are filled in if the guide gives keys.
func (g *endingGuide) ExpandKeys(alpha, beta oxo.Score, buf []oxo.Child, keys *knowledge.Keys) ([]oxo.Child, oxo.Bounds) {
	bounds, ok := g.known()
	if ok && bounds.Decide(alpha, beta) {
		return buf, bounds
	}
	var known oxo.Bounds
	if keys != nil {
		buf, known = g.keyed.ExpandKeys(alpha, beta, buf, keys)
	} else {
		buf, known = g.guide.Expand(alpha, beta, buf)
	}
	if ok && bounds.Exact() {
		return buf, bounds
	}
	return buf, known.And(bounds)
}

// known returns what the tables know of the position.
func (g *endingGuide) known() (oxo.Bounds, bool) {
	if value, ok := g.tables.Ending(g.p); ok {
		return oxo.Exactly(value), true
	}
	if g.bounds == nil || g.p.Outcome() != oxo.Ongoing {
		return oxo.Bounds{}, false
	}
	return g.bounds.EndingBounds(g.p)
}
