package walk

import (
	"oxo"
	"oxo/prove/certificate"
)

// Plan is a node of a prevention, as the package certificate has it, with the nodes below it.
type Plan struct {
	Kind     byte          // of the package certificate; a leaf that leaves its pairs out is a Pairs or a Rest
	Move     oxo.Move      // the move that leads here
	At       int           // the number of this node, in the order of the file
	Earlier  int           // See: the number of the earlier node
	Symmetry int           // See: it maps a square here to its square at the earlier node
	Pairs    [][2]oxo.Move // Pairs, Rest and Aside
	Zone     []oxo.Move    // of an answer of a zone
	Below    []Plan        // in the order of the file
}

// Plan returns the plan by which a side keeps the other from every line: a part of kind prevention, or prevention with
// threats. It reports false for a part of another kind.
func (c *Certificate) Plan(side oxo.Side) (plan Plan, threats, ok bool) {
	for _, part := range c.parts {
		if threats = part.kind == certificate.Threats; part.side == side && (threats || part.kind == certificate.Prevention) {
			return newWalker(c, part).plan(0), threats, true
		}
	}
	return Plan{}, false, false
}

// plan returns the plan from a node on.
func (w *Walker) plan(at int) Plan {
	t := w.part.tree
	n := *t.nodes.At(at)
	p := Plan{Kind: n.kind, Move: n.move, At: at}
	switch n.kind {
	case certificate.See:
		p.Earlier, p.Symmetry = int(n.at), int(n.symmetry)
	case certificate.Pairs, certificate.Rest, certificate.Aside:
		p.Pairs = w.pairsAt(at)
	}
	for i := at + 1; i < int(n.end); i = int(t.nodes.At(i).end) {
		below := w.plan(i)
		if n.kind == certificate.Zone {
			zone := t.zones.At(int(t.nodes.At(i).at))
			for m := range boardSize(w.c.start) {
				if zone.Has(m) {
					below.Zone = append(below.Zone, m)
				}
			}
		}
		p.Below = append(p.Below, below)
	}
	return p
}
