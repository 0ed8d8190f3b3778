package lines

import "oxo"

// counting finds the lines of a board that count, as [board.counted] does, with sets of 128 squares. (Where all lines were sets of
// any size, a fifth of the time of the checker went there.)
type counting struct {
	needs  []Pack  // of each line: its empty squares, or nothing if it does not count
	counts []int16 // the lines that count, in order
	at     []int   // where these are among the lines of the board
	short  bool    // a line that is alive lacks one square, or none

	loose []Squares // what left has returned
}

// of counts the lines of a board. It reports false where that is not for sets of 128 squares, or a line is short.
func (c *counting) of(b *Board) bool {
	if c == nil || b.Kin == nil || b.Threats {
		return false
	}
	c.count(b)
	return !c.short
}

// count counts the lines of a board that has kin. If a line is short, some that count may be missing, and some may be there that do
// not count.
func (c *counting) count(b *Board) {
	var mine, others Pack
	for m, owner := range b.Owner {
		switch owner {
		case 0:
			mine = mine.or(one(m))
		case 1:
			others = others.or(one(m))
		}
	}
	n := len(b.Kin.lines)
	for len(c.needs) < n {
		c.needs = append(c.needs, Pack{})
	}
	clear(c.needs)
	c.counts, c.at, c.short = c.counts[:0], c.at[:0], false
	for i := range b.Lines {
		id := b.number(i)
		if line := b.Kin.lines[id]; line.And(mine).empty() {
			c.needs[id] = line.without(others)
			c.counts, c.at = append(c.counts, id), append(c.at, i)
			c.short = c.short || !c.needs[id].two()
		}
	}
	kept := 0
	for i, id := range c.counts {
		if !c.idle(b.Kin, id) {
			c.counts[kept], c.at[kept] = id, c.at[i]
			kept++
		}
	}
	c.counts, c.at = c.counts[:kept], c.at[:kept]
}

// idle reports whether another line needs a part of what a line needs, or the same and comes before it. (A
// line that is short may make others idle that are not kin.)
func (c *counting) idle(k *Kin, id int16) bool {
	needs := c.needs[id]
	for _, j := range k.before[id] {
		if n := c.needs[j]; !n.empty() && n.within(needs) {
			return true
		}
	}
	for _, j := range k.after[id] {
		if n := c.needs[j]; !n.empty() && n.within(needs) && n != needs {
			return true
		}
	}
	return false
}

// counted returns the lines that count.
func (c *counting) counted(b *Board) [][]oxo.Move {
	lines := make([][]oxo.Move, len(c.at))
	for i, at := range c.at {
		lines[i] = b.Lines[at]
	}
	return lines
}

// left returns, of each line that counts and that no pair covers, the squares that are in no pair; until it is called again. (A line
// that is idle because of a covered one is covered by the same pair.)
func (c *counting) left(partner Mates) []Squares {
	var paired Pack
	for m := range partner {
		if partner.Has(oxo.Move(m)) { //nolint:gosec // a square of a board
			paired = paired.or(one(m))
		}
	}
	c.loose = c.loose[:0]
	for _, id := range c.counts {
		if needs := c.needs[id]; !needs.covered(paired, partner) {
			c.loose = append(c.loose, needs.without(paired).Unpacked())
		}
	}
	return c.loose
}

// covered reports whether a set has both squares of a pair.
func (s Pack) covered(paired Pack, partner Mates) bool {
	for rest := s.And(paired); !rest.empty(); {
		if other, ok := partner.Of(oxo.Move(rest.next())); ok && !s.And(one(int(other))).empty() { //nolint:gosec // a square
			return true
		}
	}
	return false
}
