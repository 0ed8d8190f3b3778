package certificate

import (
	"slices"

	"oxo"
)

// rest checks a plan of pairs that leaves a little game: a search of it says that the other side gets
// none of the lines that it leaves (lemma 7).
func (c *prevention) rest() (zone squares, err error) {
	partner, err := c.partners(&zone)
	if err != nil {
		return zone, err
	}
	c.r.report.Pairings++
	return zone, c.searched(c.left(partner, &zone))
}

// searched checks that a search keeps sets from the other side.
func (c *prevention) searched(loose []squares) error {
	sets, _, ok := restOf(loose)
	if !ok {
		return c.r.wrong("the pairs leave lines on more than 64 squares")
	}
	return c.r.try(&restCheck{sets: sets, place: place{why: "the pairs leave lines that a search does not keep from the other side"}})
}

// restCheck is the search of what pairs leave.
type restCheck struct {
	sets []uint64
	place
}

func (c *restCheck) whole(space *checkSpace) bool {
	space.rest.budget, space.rest.replies = restBudget, restReplies
	return space.rest.kept(c.sets)
}

// partners reads pairs, and adds them to a zone.
func (c *prevention) partners(zone *squares) (mates, error) {
	n, err := c.r.number(uint64(c.b.count) / 2)
	if err != nil {
		return nil, err
	}
	partner := make(mates, c.b.count)
	for range n {
		a, err := c.square()
		if err != nil {
			return nil, err
		}
		b, err := c.square()
		if err != nil {
			return nil, err
		}
		if err := c.pair(partner, a, b, zone); err != nil {
			return nil, err
		}
		c.r.tree.pair(a, b)
	}
	return partner, nil
}

// pair adds a pair to others and to a zone, if it may be one.
func (c *prevention) pair(partner mates, a, b oxo.Move, zone *squares) error {
	if a == b || partner.has(a) || partner.has(b) || !c.b.empty(a) || !c.b.empty(b) {
		return c.r.wrong("squares %d and %d: a pair is two empty squares, and a square is in one pair only", a, b)
	}
	partner.join(a, b)
	zone.add(a)
	zone.add(b)
	return nil
}

// aside checks pairs of which one square at least has nothing to do with the rest: the lines that they cover are left
// out of what follows (lemma 8).
func (c *prevention) aside() (zone squares, err error) {
	partner, err := c.partners(&zone)
	if err != nil {
		return zone, err
	}
	all, _ := c.b.without(nil)
	left, ok := c.b.without(partner)
	switch {
	case !ok:
		return zone, c.r.wrong("both squares of a pair that is set aside are in lines without a pair")
	case len(left.lines) == len(all.lines): // so a file cannot go on like this for ever
		return zone, c.r.wrong("no line is set aside")
	}
	back := c.b.narrow(left)
	z, err := c.node(false)
	back()
	zone.union(&z)
	return zone, err
}

// remainder is what pairs that are set aside leave.
type remainder struct {
	lines   [][]oxo.Move // those that are alive and that no pair covers
	numbers []int16      // as those of a board
	given   []oxo.Move   // squares of pairs in these lines: they count as the other side's
}

// without returns what pairs leave. It reports false where both squares of a pair are in the lines.
func (b *board) without(partner mates) (r remainder, ok bool) {
	var given squares
	for i, line := range b.lines {
		if !b.alive(line) || covered(line, partner) {
			continue
		}
		r.lines, r.numbers = append(r.lines, line), append(r.numbers, b.number(i))
		for _, m := range line {
			if partner.has(m) {
				given.add(m)
			}
		}
	}
	ok = true
	given.each(func(m oxo.Move) {
		r.given = append(r.given, m)
		other, _ := partner.of(m)
		ok = ok && !given.has(other)
	})
	return r, ok
}

// narrow leaves a board with what pairs leave, and returns what undoes that.
func (b *board) narrow(r remainder) (back func()) {
	lines, numbers := b.lines, b.numbers
	b.lines, b.numbers = r.lines, r.numbers
	for _, m := range r.given {
		b.owner[m] = 1
	}
	return func() {
		b.lines, b.numbers = lines, numbers
		for _, m := range r.given {
			b.owner[m] = -1
		}
	}
}

// unanswered returns the first empty square of some that needs an answer and has none. Another that is
// answered may stand for it (lemma 9), and is then added to the zone; not where threats count, since lines
// of the preventing side may need either. Lines are those that count.
func (b *board) unanswered(lines [][]oxo.Move, unsettled, answered, zone *squares) (oxo.Move, bool) {
	for m := range oxo.Move(b.count) {
		if !b.empty(m) || !unsettled.has(m) || answered.has(m) {
			continue
		}
		if b.threats {
			return m, true
		}
		by, ok := b.dominating(m, lines, answered)
		if !ok {
			return m, true
		}
		if by != m {
			zone.add(by)
		}
	}
	return 0, false
}

// dominating returns a square that is answered and is in all lines of another, whoever has which; or the
// square itself, if it is in no line.
func (b *board) dominating(m oxo.Move, lines [][]oxo.Move, answered *squares) (by oxo.Move, ok bool) {
	with := *answered
	some := false
	for _, line := range lines {
		if !slices.Contains(line, m) {
			continue
		}
		var in squares
		for _, sq := range line {
			in.add(sq)
		}
		with.intersect(&in)
		some = true
	}
	if !some {
		return m, true
	}
	for sq := range oxo.Move(b.count) {
		if with.has(sq) && b.empty(sq) {
			return sq, true
		}
	}
	return 0, false
}
