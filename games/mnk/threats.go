package mnk

import "math/bits"

// A threat is a live line that a side completes with one more square (a four, if k is 5) or
// with two (a three) [Allis94]. A wide board keeps lists of such lines, so that a search for a
// forced win finds its moves without scanning the board.

// nearest is the greatest number of missing squares of a line in these lists.
const nearest = 3

// threatsFrom is the least k for which forced wins are searched: with a smaller k the guide
// finds them without a search.
const threatsFrom = 4

// lineSet is a set of lines, one bit each.
type lineSet []uint64

func newLineSets(lines int) (sets [nearest + 1]lineSet) {
	words := (lines + 63) / 64
	all := make([]uint64, words*len(sets))
	for i := range sets {
		sets[i] = all[i*words : (i+1)*words : (i+1)*words]
	}
	return sets
}

func cloneLineSets(from [nearest + 1]lineSet) [nearest + 1]lineSet {
	sets := newLineSets(64 * len(from[0]))
	for i := range sets {
		copy(sets[i], from[i])
	}
	return sets
}

// lay puts a stone and updates the lines: all that a search for a forced win needs. It neither
// passes the turn nor checks for a complete line.
func (p *wide) lay(side, sq int) {
	k, other := p.g.rules.K, 1-side
	p.cells[sq] = int8(side)
	mine, theirs := p.counts[side], p.counts[other]
	for _, line := range p.g.through[sq] {
		n := int(mine[line])
		if p.blocked[side][line] == 0 {
			p.live[side][n]--
			p.live[side][n+1]++
			if missing := k - n; missing <= nearest+1 {
				p.leave(side, line, missing)
				p.enter(side, line, missing-1)
			}
		}
		if p.blocked[other][line] == 0 {
			p.live[other][theirs[line]]--
			p.leave(other, line, k-int(theirs[line]))
		}
		mine[line] = int8(n + 1)
	}
	if p.g.rules.Exact {
		p.layEnds(side, sq)
	}
}

// lift removes the stone that was laid last.
func (p *wide) lift(side, sq int) {
	k, other := p.g.rules.K, 1-side
	if p.g.rules.Exact {
		p.liftEnds(side, sq)
	}
	p.cells[sq] = none
	mine, theirs := p.counts[side], p.counts[other]
	for _, line := range p.g.through[sq] {
		n := int(mine[line]) - 1
		mine[line] = int8(n)
		if p.blocked[side][line] == 0 {
			p.live[side][n]++
			p.live[side][n+1]--
			if missing := k - n; missing <= nearest+1 {
				p.leave(side, line, missing-1)
				p.enter(side, line, missing)
			}
		}
		if p.blocked[other][line] == 0 {
			p.live[other][theirs[line]]++
			p.enter(other, line, k-int(theirs[line]))
		}
	}
}

// enter and leave update the set of a side's live lines that lack a number of squares.
func (p *wide) enter(side, line, missing int) {
	if missing <= nearest {
		p.near[side][missing][line>>6] |= 1 << (line & 63)
	}
}

func (p *wide) leave(side, line, missing int) {
	if missing <= nearest {
		p.near[side][missing][line>>6] &^= 1 << (line & 63)
	}
}

// completing returns up to two different squares that complete a line of a side.
func (p *wide) completing(side int) (a, b int) {
	if p.field != nil {
		return p.field.completing(side)
	}
	a, b = none, none
	for w, word := range p.near[side][1] {
		for ; word != 0; word &= word - 1 {
			sq := p.hole(w<<6 | bits.TrailingZeros64(word))
			if a == none {
				a = sq
			} else if sq != a {
				return a, sq
			}
		}
	}
	return a, b
}

// hole returns the first empty square of a line.
func (p *wide) hole(line int) int {
	for _, sq := range p.g.lines[line] {
		if p.cells[sq] == none {
			return sq
		}
	}
	return none
}

// holes returns the two empty squares of a line that lacks two.
func (p *wide) holes(line int) (a, b int) {
	a = none
	for _, sq := range p.g.lines[line] {
		if p.cells[sq] == none {
			if a != none {
				return a, sq
			}
			a = sq
		}
	}
	return a, none
}

// squareSet is a set of squares.
type squareSet [(maxSide*maxSide + 63) / 64]uint64

func (s *squareSet) add(sq int)      { s[sq>>6] |= 1 << (sq & 63) }
func (s *squareSet) has(sq int) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

// addHoles adds the empty squares of a side's lines that lack a number of squares.
func (p *wide) addHoles(s *squareSet, side, missing int) {
	for w, word := range p.near[side][missing] {
		for ; word != 0; word &= word - 1 {
			for _, sq := range p.g.lines[w<<6|bits.TrailingZeros64(word)] {
				if p.cells[sq] == none {
					s.add(sq)
				}
			}
		}
	}
}
