package mnk

import "math/bits"

// The core of a position of a relaxed claim is the set of lines that decide it. A group of lines can be left out if
// it has a pair of squares that no other line needs. If the claimant takes one square of the pair, the other side
// answers on the other square, and the pair matters to no other group. So the claim holds in the position if and only
// if it holds in the core. Positions with equal cores have the same key, and the claimant's moves outside the core
// need not be tried. (Without the core, (8,7,5) after d3 takes 1.4 times the positions.)

// core marks the groups of the core, and returns the empty squares of their lines. It starts
// with the groups that found no pair. Then each group whose pair shares a square with the core
// looks for another pair, and joins the core if it finds none.
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

// exchange looks for a line of the core that lacks two squares, where one of the two is in no other line of the core.
// It returns that square as second. The claimant loses nothing by taking the first square now: the other side must
// answer on the second square, and its stone there stops no other line. (Without exchanges, (8,8,5) after four stones
// takes 1.1 times the positions.)
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

// unpair frees the squares of a group.
func (p *pairing[H]) unpair(g *tracked[H]) {
	for n, sq := range g.has {
		if sq >= 0 {
			p.release(int(sq))
			g.has[n] = -1
		}
	}
}

// knownCore holds the squares of the core of one position.
type knownCore[H high] struct {
	stones  [2]set[H]
	squares set[H]
	known   bool
}

// coreSquares returns the squares of all lines of the core, with or without a stone.
func (c *lineClaim[H]) coreSquares() set[H] {
	if k := &c.cores[c.last]; k.known && k.stones == c.stones {
		return k.squares
	}
	c.pairing.asked = set[H]{}
	c.pairing.plan(c.contents[0])
	return c.pairing.coreSquares()
}

// noteCore stores the core of the position after a reply, which its key needs, if the current plan is for that
// position.
func (c *lineClaim[H]) noteCore(reply int) {
	if !c.pairing.stale {
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

// dominated returns the empty squares that neither side needs to try, because another square is in all of their lines
// and is at least as good. Such a square has all its lines on one track. Among several squares that are in the same
// lines, dominated leaves out one.
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

// second reports whether another place can replace a place of the track. The other place must be in the same lines of
// the track, and it must either be in lines of other tracks too or come earlier on this track.
func (c *lineClaim[H]) second(tr *track[H], same uint16, place int) bool {
	w := c.own.weight[tr.squares[place]]
	for ; same != 0; same &= same - 1 {
		if b := bits.TrailingZeros16(same); b < place || c.own.weight[tr.squares[b]] > w {
			return true
		}
	}
	return false
}
