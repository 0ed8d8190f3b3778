package mnk

import "math/bits"

// Where exactly k in a row count, a line is live for a side if the other side has no stone in
// it and the side itself has none on its ends, the squares that would make it longer. The
// proofs of the guides rest on three facts about live lines, which hold with this meaning too.
// A side wins only by completing a line that was live before. A line that is not live never
// becomes live. And the other side closes a line only by a stone in it: a side's own stones
// close only its own lines, so a bound on what it can reach stays a bound.
//
// One thing is different: a stone on a square in no live line may still close a line, if the
// square is an end of one. Only squares that are neither in nor at the end of a live line are
// all alike.

// mayEnd reports whether the ends of a line have none of a side's stones.
func (t *wordTables) mayEnd(line int, stones uint64) bool {
	return t.ends == nil || t.ends[line]&stones == 0
}

// winsExact does what [wordTables.wins] does where exactly k count.
func (t *wordTables) winsExact(mine, theirs uint64) (own, opp uint64) {
	for i, line := range t.lines {
		if rest := line &^ mine; only(rest) && line&theirs == 0 && t.ends[i]&mine == 0 {
			own |= rest
		}
		if rest := line &^ theirs; only(rest) && line&mine == 0 && t.ends[i]&theirs == 0 {
			opp |= rest
		}
	}
	return own, opp
}

// scanExact does what [wordTables.scan] does, for one side, where exactly k count.
func (t *wordTables) scanExact(mine, theirs uint64) lineScan {
	s := lineScan{sideLines: sideLines{least: t.k + 1}}
	var pairs uint64
	for i, line := range t.lines {
		if line&theirs != 0 || t.ends[i]&mine != 0 {
			continue
		}
		residual := line &^ mine
		needed := bits.OnesCount64(residual)
		s.potential += t.whole >> (needed & 31)
		s.least = min(s.least, needed)
		if needed == 2 {
			s.meets |= pairs & residual
			pairs |= residual
		}
	}
	return s
}

// weighExact is the loop of [guide.weigh] where exactly k count.
func (t *wordTables) weighExact(own, opp lanes, mine, theirs uint64) {
	for i, line := range t.lines {
		m, o := line&mine, line&theirs
		if o == 0 && t.ends[i]&mine == 0 {
			t.lanes.add(own, i, bits.OnesCount64(m))
		}
		if m == 0 && t.ends[i]&theirs == 0 {
			t.lanes.add(opp, i, bits.OnesCount64(o))
		}
	}
}

// valueExact is one side of [word.lineValue] where exactly k count.
func (t *wordTables) valueExact(mine, theirs uint64) (sum int) {
	for i, line := range t.lines {
		if line&theirs == 0 && t.ends[i]&mine == 0 {
			sum += 1 << (2 * bits.OnesCount64(line&mine))
		}
	}
	return sum
}

// liveEnds returns the squares at the ends of live lines of either side.
func (p *word) liveEnds() (squares uint64) {
	first, second := p.stones[0], p.stones[1]
	for i, end := range p.t.ends {
		line := p.t.lines[i]
		if line&second == 0 && end&first == 0 || line&first == 0 && end&second == 0 {
			squares |= end
		}
	}
	return squares
}

// complete reports whether a side has completed a line.
func (p *wide) complete(side, line int) bool {
	return int(p.counts[side][line]) == p.g.rules.K && p.blocked[side][line] == 0
}

// layEnds completes [wide.lay]: a stone blocks the lines through it for the other side, and for
// its own side the lines that it would make longer.
func (p *wide) layEnds(side, sq int) {
	for _, line := range p.g.through[sq] {
		p.blocked[1-side][line]++
	}
	for _, line := range p.g.ending[sq] {
		if p.blocked[side][line] == 0 {
			n := int(p.counts[side][line])
			p.live[side][n]--
			p.leave(side, line, p.g.rules.K-n)
		}
		p.blocked[side][line]++
	}
}

// liftEnds is the first part of [wide.lift].
func (p *wide) liftEnds(side, sq int) {
	for _, line := range p.g.ending[sq] {
		p.blocked[side][line]--
		if p.blocked[side][line] == 0 {
			n := int(p.counts[side][line])
			p.live[side][n]++
			p.enter(side, line, p.g.rules.K-n)
		}
	}
	for _, line := range p.g.through[sq] {
		p.blocked[1-side][line]--
	}
}

// endsLive reports whether a square is an end of a live line of either side.
func (p *wide) endsLive(sq int) bool {
	for _, line := range p.g.ending[sq] {
		if p.blocked[0][line] == 0 || p.blocked[1][line] == 0 {
			return true
		}
	}
	return false
}
