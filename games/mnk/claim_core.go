package mnk

import "math/bits"

// The core of a position of a relaxed claim is the lines that decide it. A group of lines
// that has a pair of squares in no line of the others can be left out: the other side
// answers a stone on one of the pair by the other, and neither square matters elsewhere.
// So the claim holds of the position if it holds of its core. Positions with equal cores
// are one, and the claimant's moves outside the core need no look. (Without it, (8,7,5)
// after d3 takes 1.4 times the positions.)

// core marks the groups of the core, and returns the empty squares of their lines. It
// begins with the groups that found no pair. A group whose pair lies in their lines looks
// for another, and belongs to the core where there is none.
func (p *pairing[H]) core() set[H] {
	p.barred = set[H]{}
	for grown := true; grown; {
		grown = false
		for i := range p.of {
			g := &p.of[i]
			if g.core || g.has[1] >= 0 && !p.barred.has(int(g.has[0])) && !p.barred.has(int(g.has[1])) {
				continue
			}
			p.unpair(g)
			p.free = p.free.without(p.barred)
			if p.free.several() {
				if p.pair(i); g.has[1] >= 0 {
					continue
				}
			}
			g.core, grown = true, true
			p.barred = p.barred.or(p.needed(g))
		}
	}
	empty := p.barred
	p.barred = set[H]{}
	return empty
}

// exchange returns the two squares that a line of the core lacks, if the second is in no other line of the
// core. Then the claimant may as well take the first one now: the other side must answer on the second, and that stone
// stops no other line. (Without it, (8,8,5) after four stones takes 1.1 times the positions.)
func (p *pairing[H]) exchange() (first, second int, ok bool) {
	var once, twice set[H]
	for i := range p.of {
		if g := &p.of[i]; g.core {
			needed := p.needed(g)
			twice = twice.or(once.and(needed))
			once = once.or(needed)
		}
	}
	for i := range p.of {
		g := &p.of[i]
		if !g.core {
			continue
		}
		needed := p.needed(g)
		if alone := needed.without(twice); needed.count() == 2 && !alone.empty() {
			second = alone.first()
			needed.remove(second)
			return needed.first(), second, true
		}
	}
	return 0, 0, false
}

// needed returns the empty squares of the lines of a group.
func (p *pairing[H]) needed(g *tracked[H]) set[H] { return p.remnants[g.track].lots[g.place].needed }

// unpair takes a group its squares.
func (p *pairing[H]) unpair(g *tracked[H]) {
	for n, sq := range g.has {
		if sq >= 0 {
			p.release(int(sq))
			g.has[n] = -1
		}
	}
}

// knownCore is the squares of the core of a position.
type knownCore[H high] struct {
	stones  [2]set[H]
	squares set[H]
	known   bool
}

// coreSquares returns the squares of all lines of the core, stones too.
func (c *lineClaim[H]) coreSquares() set[H] {
	if k := &c.cores[c.last]; k.known && k.stones == c.stones {
		return k.squares
	}
	c.pairing.asked = set[H]{}
	c.pairing.plan(c.contents[0])
	return c.pairing.coreSquares()
}

// noteCore notes the core of the position behind a reply, for its key, if the plan at hand is of that position.
func (c *lineClaim[H]) noteCore(reply int) {
	if !c.pairing.elsewhere {
		c.cores[reply] = knownCore[H]{c.stones, c.pairing.coreSquares(), true}
	}
}

func (p *pairing[H]) coreSquares() (all set[H]) {
	p.core()
	for i := range p.of {
		if g := &p.of[i]; g.core {
			all = all.or(p.remnants[g.track].lots[g.place].all)
		}
	}
	return all
}

// dominated returns empty squares that no side needs to look at, since another one is in
// all of their lines: whoever has that one instead has at least as much. Only where
// all the lines of a square are on one track is there such a square. Of squares that are
// in the same lines one is kept.
func (c *lineClaim[H]) dominated() set[H] {
	var d set[H]
	for i, contents := range c.contents[0] {
		tr := &c.t.tracks[i]
		f := &tr.table.infos[contents]
		if f.potential == 0 {
			continue
		}
		for place, sq := range tr.squares {
			w := int32(f.weight[place])
			if w != 0 && c.own.weight[sq] == w && (f.more[place] != 0 || c.second(tr, f.same[place], place)) {
				d.add(int(sq))
			}
		}
	}
	return d
}

// second reports whether one of the places that are in the same lines of a track comes
// before a place: it is in lines of other tracks, too, or it is the first of all.
func (c *lineClaim[H]) second(tr *track[H], same uint16, place int) bool {
	w := c.own.weight[tr.squares[place]]
	for ; same != 0; same &= same - 1 {
		if b := bits.TrailingZeros16(same); b < place || c.own.weight[tr.squares[b]] > w {
			return true
		}
	}
	return false
}
