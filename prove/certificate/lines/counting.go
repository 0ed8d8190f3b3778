package lines

import "oxo"

// counting finds the lines of a board that count, as [Board.Counted] does, with sets of 128 squares. (With sets of
// any size this took a fifth of the checker's time.)
type counting struct {
	needs  []Pack  // for each line its empty squares; the empty set if the line is not alive
	counts []int16 // the lines that count, in order
	at     []int   // the indexes of these lines in the lines of the board
	short  bool    // a live line lacks at most one square

	loose []Squares // the last result of left
}

// of counts the lines of a board. It reports false if the board is not for sets of 128 squares, or a line is short.
func (c *counting) of(b *Board) bool {
	if c == nil || b.Kin == nil || b.Threats {
		return false
	}
	c.count(b)
	return !c.short
}

// count finds the lines that count, on a board that has kin. If a line is short, the result may have omissions and
// extras.
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

// idle reports whether another line needs only a part of the squares that a line needs, or needs the same squares
// and comes before it. (If a line is short, it may make lines idle that are not its kin. So the result is not
// complete then.)
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

// left returns one set for each line that counts and that no pair covers: its squares that are in no pair. The next
// call overwrites the sets. (If a line is idle because of a covered line, the same pair covers it.)
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
