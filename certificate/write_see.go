package certificate

import "oxo"

// patterns are earlier nodes with their zones, as what may not be at a position that refers to them: squares of lines that are
// alive, and squares of the zone that the other side has. (Zones as stored patterns: arXiv 2510.00689.)
type patterns struct {
	words int
	first int      // nodes that are forgotten
	all   []uint64 // of each other one, two sets of that many words
}

// mostPatterns is how many nodes are looked at, the newest first. (For (8,7,5), with 24 thousand nodes: without patterns 611,387
// nodes; with the last 1,024 of them 572,860, with 4,096 of them 557,366, with 16,384 of them 535,824. Where they are looked at
// behind pairs that are set aside, too, 472,378.)
const mostPatterns = 1 << 14

func newPatterns(b *board) patterns { return patterns{words: newSetList(b).words} }

// add adds the node that is noted next.
func (p *patterns) add(i *image, zone *squares) {
	each := 2 * p.words
	if len(p.all) >= 2*mostPatterns*each {
		p.first += mostPatterns
		p.all = append(p.all[:0], p.all[mostPatterns*each:]...)
	}
	for w := range p.words {
		p.all = append(p.all, ^i.live[w], zone[w]&^i.taken[w])
	}
}

// find returns the newest node that a position likes.
func (p *patterns) find(i *image) (n int, ok bool) {
	each := 2 * p.words
	for at := len(p.all) - each; at >= max(0, len(p.all)-mostPatterns*each); at -= each {
		ok := true
		for w := 0; ok && w < p.words; w++ {
			ok = i.live[w]&p.all[at+2*w]|i.taken[w]&p.all[at+2*w+1] == 0
		}
		if ok {
			return p.first + at/each, true
		}
	}
	return 0, false
}

// see writes a reference to an earlier node: to one with the same lines, turned or not, or else to one that has all that is
// needed here. Of several the one that settles most is taken.
func (t *preventing) see() (zone squares, ok bool) {
	images := t.images()
	for s := range images {
		if n, ok := t.seen[images[s].key()]; ok {
			return t.refer(n, s), true
		}
	}
	if t.b.threats {
		return zone, false
	}
	node, symmetry, least := 0, 0, maxSquares+1
	for s := range images {
		n, ok := t.patterns.find(&images[s])
		if !ok {
			continue
		}
		z := t.here(n, s)
		z.intersect(&t.unsettled)
		if left := z.count(); left < least {
			node, symmetry, least = n, s, left
		}
	}
	if least > maxSquares {
		return zone, false
	}
	return t.refer(node, symmetry), true
}

// images returns what the position is in all symmetries.
func (t *preventing) images() []image {
	all := []image{t.b.image(func(m oxo.Move) oxo.Move { return m })}
	if t.turns == nil {
		return all
	}
	for s := 1; s < t.turns.Symmetries(); s++ {
		all = append(all, t.b.image(func(m oxo.Move) oxo.Move { return t.turns.MapMove(m, s) }))
	}
	return all
}

// refer writes a reference, and returns its zone.
func (t *preventing) refer(n, symmetry int) squares {
	t.number(See)
	t.number(uint64(n))
	t.number(uint64(symmetry))
	return t.here(n, symmetry)
}

// here returns the zone of a node, turned back.
func (t *preventing) here(n, symmetry int) (zone squares) {
	before := t.zones.at(n)
	before.each(func(m oxo.Move) {
		if symmetry > 0 {
			m = t.turns.UnmapMove(m, symmetry)
		}
		zone.add(m)
	})
	return zone
}
