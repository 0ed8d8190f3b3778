package mnk

// sequence is a win by threats alone: each stone of the claimant threatens to complete a
// line, so the other side has one reply, until a stone threatens two.
type sequence[H high] struct {
	squares set[H] // of both sides, and those that complete a line in the end
	replies set[H] // those of the other side
	first   int    // the claimant's first stone
	budget  int    // stones that may still be tried
}

// threatBudget is how many stones are tried in the search of a sequence.
const threatBudget = 200

// threats looks for a sequence for the claimant, as if it were to move.
func (c *lineClaim[H]) threats(f *sequence[H]) bool {
	f.squares, f.replies, f.budget = set[H]{}, set[H]{}, threatBudget
	var danger set[H]
	if !c.relaxed {
		danger = c.completes(1)
	}
	return c.force(f, danger)
}

// completes returns the squares with which a side completes a line.
func (c *lineClaim[H]) completes(side int) set[H] {
	var squares set[H]
	for i, contents := range c.contents[side] {
		tr := &c.t.tracks[i]
		if f := &tr.table.infos[contents]; f.complete != 0 {
			squares = squares.or(tr.sets[f.complete])
		}
	}
	return squares
}

// completesAt returns those in lines through a square.
func (c *lineClaim[H]) completesAt(side, sq int) set[H] {
	var squares set[H]
	for _, s := range c.t.spots[sq] {
		tr := &c.t.tracks[s.track]
		squares = squares.or(tr.sets[tr.table.infos[c.contents[side][s.track]].complete])
	}
	return squares
}

// force tries the claimant's threats. Danger are the squares with which the other side
// would complete a line: a threat must take the only one.
func (c *lineClaim[H]) force(f *sequence[H], danger set[H]) bool {
	if danger.count() > 1 {
		return false
	}
	for i, contents := range c.contents[0] {
		tr := &c.t.tracks[i]
		in := &tr.table.infos[contents]
		if !in.two {
			continue
		}
		for _, places := range in.lines {
			if places == 0 {
				break
			}
			pair := tr.sets[places]
			if pair.count() != 2 {
				continue
			}
			a := pair.next()
			b := pair.next()
			if c.threat(f, danger, a, b) || c.threat(f, danger, b, a) {
				return true
			}
		}
	}
	return false
}

// threat tries one stone, to which the other side must reply on a certain square.
func (c *lineClaim[H]) threat(f *sequence[H], danger set[H], sq, reply int) bool {
	if f.budget == 0 || !danger.empty() && !danger.has(sq) {
		return false
	}
	f.budget--
	c.shift(sq, false, 1)
	defer c.shift(sq, false, -1)
	completes := c.completesAt(0, sq)
	if completes.count() > 1 {
		f.squares = f.squares.or(completes)
		f.squares.add(sq)
		f.first = sq
		return true
	}
	c.shift(reply, true, 1)
	var next set[H]
	if !c.relaxed {
		next = c.completesAt(1, reply)
	}
	won := c.force(f, next)
	c.shift(reply, true, -1)
	if won {
		f.squares.add(sq)
		f.squares.add(reply)
		f.replies.add(reply)
		f.first = sq
	}
	return won
}

// relevant returns the squares that the other side may try against a sequence that the
// claimant threatens: those of the sequence, and those with which it could make a
// threat of its own while it replies. After any other stone the sequence wins as it is,
// for a line of the other side through that stone lacks two squares besides the
// replies, so that it is never a threat.
func (c *lineClaim[H]) relevant(f *sequence[H]) set[H] {
	squares := f.squares
	if c.relaxed {
		return squares
	}
	for i, contents := range c.contents[1] {
		tr := &c.t.tracks[i]
		for _, places := range tr.table.infos[contents].lines {
			if places == 0 {
				break
			}
			if residual := tr.sets[places]; residual.without(f.replies).count() <= 2 {
				squares = squares.or(residual)
			}
		}
	}
	return squares
}
