package certificate

import (
	"oxo"
	"oxo/prove/certificate/lines"
)

// rest checks a leaf of pairs with a search: it shows that the other side completes none of the lines that the pairs
// leave (lemma 7).
func (c *prevention) rest() (zone lines.Squares, err error) {
	partner, err := c.partners(&zone)
	if err != nil {
		return zone, err
	}
	c.r.report.Pairings++
	return zone, c.searched(c.left(partner, &zone))
}

// searched checks by a search that the other side completes none of the sets.
func (c *prevention) searched(loose []lines.Squares) error {
	sets, _, ok := lines.RestOf(loose)
	if !ok {
		return c.r.wrong("the pairs leave lines on more than 64 squares")
	}
	return c.r.try(&restCheck{sets: sets, place: place{why: "the pairs leave lines that a search does not keep from the other side"}})
}

// restCheck is the search of the lines that pairs leave.
type restCheck struct {
	sets []uint64
	place
}

func (c *restCheck) whole(space *checkSpace) bool {
	return space.rest.Keeps(c.sets, lines.SearchBudget)
}

// partners reads pairs, and adds them to a zone.
func (c *prevention) partners(zone *lines.Squares) (lines.Mates, error) {
	n, err := c.r.number(uint64(c.b.Count) / 2)
	if err != nil {
		return nil, err
	}
	partner := make(lines.Mates, c.b.Count)
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
		c.r.hear.Pair(a, b)
	}
	return partner, nil
}

// pair adds a pair to partner and its squares to a zone, if it is a possible pair.
func (c *prevention) pair(partner lines.Mates, a, b oxo.Move, zone *lines.Squares) error {
	if a == b || partner.Has(a) || partner.Has(b) || !c.b.Empty(a) || !c.b.Empty(b) {
		return c.r.wrong("squares %d and %d: a pair is two empty squares, and a square is in one pair only", a, b)
	}
	partner.Join(a, b)
	zone.Add(a)
	zone.Add(b)
	return nil
}

// aside checks a node with pairs that are set aside. At least one square of each pair must be in no remaining line.
// The node below is about the lines that no pair covers (lemma 8).
func (c *prevention) aside() (zone lines.Squares, err error) {
	partner, err := c.partners(&zone)
	if err != nil {
		return zone, err
	}
	all, _ := c.b.Without(nil)
	left, ok := c.b.Without(partner)
	switch {
	case !ok:
		return zone, c.r.wrong("both squares of a pair that is set aside are in lines without a pair")
	case len(left.Lines) == len(all.Lines): // each such node must remove a line, so that a file cannot nest them without end
		return zone, c.r.wrong("no line is set aside")
	}
	back := c.b.Narrow(left)
	z, err := c.node(false)
	back()
	zone.Union(&z)
	return zone, err
}

// found searches the pairs of a leaf with the finder, and checks them.
func (c *prevention) found(kind uint64) (zone lines.Squares, err error) {
	if !c.finder.Find(kind == Better, c.b, &c.unsettled) {
		return zone, c.r.wrong("the checker finds no pairs that keep the other side from every line")
	}
	return c.foundPairs(c.finder.Found())
}

// foundPairs checks the pairs that the finder returned for a leaf. It does not trust the finder: it checks them like
// pairs in the file.
func (c *prevention) foundPairs(pairs [][2]oxo.Move) (zone lines.Squares, err error) {
	partner := make(lines.Mates, c.b.Count)
	for _, found := range pairs {
		if err := c.pair(partner, found[0], found[1], &zone); err != nil {
			return zone, err
		}
	}
	c.r.report.Pairings++
	c.r.report.Unwritten++
	loose := c.left(partner, &zone)
	if c.b.Potential(loose) < lines.FullWeight {
		c.r.hear.Found(pairs, false)
		return zone, nil
	}
	c.r.hear.Found(pairs, true)
	return zone, c.searched(loose)
}

// pairs checks a leaf of pairs, by lemma 2 for the lines that they leave.
func (c *prevention) pairs() (zone lines.Squares, err error) {
	partner, err := c.partners(&zone)
	if err != nil {
		return zone, err
	}
	c.r.report.Pairings++
	return zone, c.potential(partner, &zone)
}

// potential checks that the lines without a pair are few enough and empty enough. It adds 2^-n for each line, where n
// is the number of its squares that are empty and in no pair. The sum must be below 1 even after the other side's
// best first move.
func (c *prevention) potential(partner lines.Mates, zone *lines.Squares) error {
	if p := c.b.Potential(c.left(partner, zone)); p >= lines.FullWeight {
		return c.r.wrong("the pairs leave lines with a potential of %.3f: want less than %.3f",
			float64(p)/float64(lines.FullWeight), 1.0)
	}
	return nil
}

// left returns the sets of squares that pairs leave, and adds them to a zone.
func (c *prevention) left(partner lines.Mates, zone *lines.Squares) []lines.Squares {
	loose := c.b.Loose(partner)
	for i := range loose {
		zone.Union(&loose[i])
	}
	return loose
}
