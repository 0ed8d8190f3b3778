package mnk

// sequence is a win by threats alone: each stone of the claimant threatens to complete a line,
// so the other side has one reply, until a stone makes two threats at once.
type sequence[H high] struct {
	squares set[H] // squares of both sides, and the squares that complete a line in the end
	replies set[H] // the other side's squares
	first   int    // the claimant's first stone
	budget  int    // stones that may still be tried
}

// threatBudget limits the stones tried in one search for a sequence.
const threatBudget = 200

// threats looks for a sequence of the claimant, as if the claimant were to move.
func (c *lineClaim[H]) threats(f *sequence[H]) bool {
	f.squares, f.replies, f.budget = set[H]{}, set[H]{}, threatBudget
	var danger set[H]
	if !c.relaxed {
		danger = c.completes(1)
	}
	return c.force(f, danger)
}

// completes returns the squares that complete a line of a side.
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

// completesAt returns the squares that complete a line of a side through sq.
func (c *lineClaim[H]) completesAt(side, sq int) set[H] {
	var squares set[H]
	for _, s := range c.t.spots[sq] {
		tr := &c.t.tracks[s.track]
		squares = squares.or(tr.sets[tr.table.infos[c.contents[side][s.track]].complete])
	}
	return squares
}

// force tries the claimant's threats. The set danger has the squares that complete a line of
// the other side: if there is one, the threat must take it.
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

// threat tries the stone sq, to which the other side must answer on the square reply.
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

// relevant returns the only squares that can help the other side against a sequence of the
// claimant: the squares of the sequence, and those that let the other side make a threat of its
// own while it replies. After a stone on any other square the sequence wins unchanged: a line
// of the other side through that stone lacks at least two squares besides the replies, so it
// never becomes a threat.
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
