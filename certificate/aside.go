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
	loose := c.b.loose(partner)
	for i := range loose {
		zone.union(&loose[i])
	}
	sets, _, ok := restOf(loose)
	if !ok {
		return zone, c.r.wrong("the pairs leave lines on more than 64 squares")
	}
	if !(&rest{budget: restBudget, replies: restReplies}).kept(sets) {
		return zone, c.r.wrong("the pairs leave lines that a search does not keep from the other side")
	}
	return zone, nil
}

// aside checks pairs that have nothing to do with the rest: the lines that they cover are left out
// of what follows (lemma 8).
func (c *prevention) aside() (zone squares, err error) {
	partner, err := c.partners(&zone)
	if err != nil {
		return zone, err
	}
	lines := c.b.lines
	all, _ := c.b.without(nil)
	left, ok := c.b.without(partner)
	switch {
	case !ok:
		return zone, c.r.wrong("a line without a pair has a square of one that is set aside")
	case len(left) == len(all): // so a file cannot go on like this for ever
		return zone, c.r.wrong("no line is set aside")
	}
	c.b.lines = left
	z, err := c.node(false)
	c.b.lines = lines
	zone.union(&z)
	return zone, err
}

// without returns the lines that are alive and that no pair covers, and whether no square of a pair is
// in one of them.
func (b *board) without(partner mates) (lines [][]oxo.Move, ok bool) {
	for _, line := range b.lines {
		if !b.alive(line) || covered(line, partner) {
			continue
		}
		if slices.ContainsFunc(line, partner.has) {
			return nil, false
		}
		lines = append(lines, line)
	}
	return lines, true
}

// unanswered returns the first empty square of some that needs an answer and has none. Another that is
// answered may stand for it (lemma 9), and is then added to the zone; not where threats count, since lines
// of the preventing side may need either.
func (b *board) unanswered(unsettled, answered, zone *squares) (oxo.Move, bool) {
	var lines [][]oxo.Move
	for m := range oxo.Move(b.count) {
		if !b.empty(m) || !unsettled.has(m) || answered.has(m) {
			continue
		}
		if b.threats {
			return m, true
		}
		if lines == nil {
			lines = b.counted(nil)
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
