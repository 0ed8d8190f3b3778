package certificate

import (
	"slices"

	"oxo"
)

// prevention checks the tree of a side that keeps the other from completing a line,
// and returns its zone. The zone holds every square that the strategy needs: it works
// even if the other side is given all squares outside of it (lemma 3).
type prevention struct {
	r     *reader
	b     *board
	turns oxo.Symmetric // nil where the board has no symmetry
	seen  setList       // of each node that others may refer to: the sets of its image, and its zone
	// unsettled are the squares of the position above that no answer settles yet.
	unsettled squares
	finder    finder
}

// node checks a node; mine says that the preventing side is to move.
func (c *prevention) node(mine bool) (zone squares, err error) {
	kind, err := c.r.byte()
	if err != nil {
		return zone, err
	}
	at := c.r.enter(kind)
	defer c.r.tree.close(at)
	switch {
	case kind == Move && mine:
		return c.move()
	case kind == End && mine && c.b.full():
		return c.guard(1, nobody) // no line is alive
	case kind == See && !mine:
		return c.see()
	case kind == Zone && !mine:
		zone, err = c.zone()
	case kind == Pairs && !mine:
		zone, err = c.pairs()
	case kind == Rest && !mine && !c.b.threats:
		zone, err = c.rest()
	case (kind == Found || kind == Better) && !mine && !c.b.threats:
		return c.found(uint64(kind))
	case kind == Aside && !mine && !c.b.threats:
		return c.aside()
	case kind == Forced && !mine && c.b.threats:
		zone, err = c.forced()
	case kind == Won && !mine && c.b.threats:
		if zone, err = c.guard(1, nobody); err == nil && !c.b.completed(nobody) {
			err = c.r.wrong("no line is complete")
		}
	default:
		return zone, c.r.wrong("a node of kind %d cannot stand in a prevention here", kind)
	}
	if err == nil {
		i := c.b.image(func(m oxo.Move) oxo.Move { return m })
		c.note(&i, &zone)
	}
	return zone, err
}

// square reads an empty square.
func (c *prevention) square() (oxo.Move, error) {
	n, err := c.r.number(uint64(c.b.count) - 1)
	if err == nil && !c.b.empty(oxo.Move(n)) {
		err = c.r.wrong("square %d is taken", n)
	}
	return oxo.Move(n), err
}

// move checks a move of the preventing side.
func (c *prevention) move() (zone squares, err error) {
	m, err := c.square()
	if err != nil {
		return zone, err
	}
	c.b.owner[m] = 0
	c.r.tree.by(m)
	zone, err = c.node(false)
	c.b.owner[m] = -1
	zone.add(m)
	return zone, err
}

// sets is how many sets of a node are kept: its zone, and those of its image, which has no squares of the preventing side's own where
// threats do not count.
func (c *prevention) sets() int {
	if c.b.threats {
		return 4
	}
	return 3
}

// note keeps a node that others may refer to.
func (c *prevention) note(i *image, zone *squares) {
	for _, set := range []*squares{zone, &i.live, &i.taken, &i.own}[:c.sets()] {
		c.seen.add(set)
	}
	c.r.expander.note()
}

// see checks a reference to an earlier node: the position, turned, has to fit it.
func (c *prevention) see() (zone squares, err error) {
	each := c.sets()
	count := c.seen.len() / each
	if count == 0 {
		return zone, c.r.wrong("it refers to a node that is not there")
	}
	n, err := c.r.number(uint64(count) - 1)
	if err != nil {
		return zone, err
	}
	c.r.expander.refer(n)
	symmetry, turn, back := 0, func(m oxo.Move) oxo.Move { return m }, func(m oxo.Move) oxo.Move { return m }
	most := 0
	if c.turns != nil {
		most = c.turns.Symmetries() - 1
	}
	s, err := c.r.number(uint64(most))
	if err != nil {
		return zone, err
	}
	if symmetry = int(s); symmetry > 0 {
		turn = func(m oxo.Move) oxo.Move { return c.turns.MapMove(m, symmetry) }
		back = func(m oxo.Move) oxo.Move { return c.turns.UnmapMove(m, symmetry) }
	}
	at := each * int(n) //nolint:gosec // below the length of a slice
	here, before := c.b.image(turn), image{live: c.seen.at(at + 1), taken: c.seen.at(at + 2)}
	if c.b.threats {
		before.own = c.seen.at(at + 3)
	}
	to := c.seen.at(at)
	if !here.fits(&before, &to, c.b.threats) {
		return zone, c.r.wrong("it refers to node %d, which does not fit here", n)
	}
	c.r.report.Shared++
	c.r.tree.refer(n, symmetry)
	to.each(func(m oxo.Move) { zone.add(back(m)) })
	return zone, nil
}

// zone checks answers to the moves of the other side. A move without an answer of its own must be
// outside the zone of some answer, which then answers it too (lemma 3).
func (c *prevention) zone() (zone squares, err error) {
	var answered squares
	above, unsettled := c.unsettled, allSquares()
	for {
		m, more, err := c.r.answered(c.b, &answered)
		if err != nil {
			return zone, err
		}
		if !more {
			break
		}
		c.b.owner[m], c.unsettled = 1, unsettled
		c.r.tree.by(m)
		at := c.r.tree.next()
		z, err := c.node(true)
		c.b.owner[m] = -1
		if err != nil {
			return zone, err
		}
		c.r.tree.zoned(c.b, at, &z)
		answered.add(m)
		zone.union(&z)
		unsettled.intersect(&z)
	}
	c.unsettled = above
	if m, ok := c.b.unanswered(c.b.counted(nil), &unsettled, &answered, &zone); ok {
		err = c.r.wrong("square %d is in the zone of all answers, and has none", m)
	}
	return zone, err
}

// answered reads the next move of a zone that has an answer, and reports whether there is one.
func (r *reader) answered(b *board, before *squares) (m oxo.Move, more bool, err error) {
	n, err := r.number(uint64(b.count))
	switch m = oxo.Move(n) - 1; {
	case err != nil:
		return m, false, err
	case n == 0 && *before == squares{}:
		return m, false, r.wrong("a zone has no moves")
	case n > 0 && (!b.empty(m) || before.has(m)):
		return m, false, r.wrong("square %d is taken, or has its answer already", m)
	}
	return m, n > 0, nil
}

// nobody is a move that is no square.
const nobody = oxo.Move(1<<32 - 1)

// forced checks a threat of the preventing side: if the other does not take the square, a
// line is completed there, unless the other side completes one before (lemma 5).
func (c *prevention) forced() (zone squares, err error) {
	m, err := c.square()
	if err != nil {
		return zone, err
	}
	if !c.b.completed(m) {
		return zone, c.r.wrong("no line is complete with square %d", m)
	}
	c.b.owner[m] = 1
	c.r.tree.by(m)
	z, err := c.node(true)
	c.b.owner[m] = -1
	if err != nil {
		return zone, err
	}
	z.add(m)
	c.guarded(&z, 2, m)
	_, err = c.guard(2, m)
	return z, err
}

// guard returns that number of empty squares of each line that is alive and does not need a certain
// square, so that the other side cannot complete one with a single stone, or with none,
// though it were given all other squares. It fails where a line has fewer.
func (c *prevention) guard(most int, but oxo.Move) (zone squares, err error) {
	for _, line := range c.b.lines {
		if !c.b.alive(line) || slices.Contains(line, but) {
			continue
		}
		n := 0
		for _, m := range line {
			if c.b.owner[m] < 0 {
				n++
			}
		}
		if n < most {
			return zone, c.r.wrong("the other side completes a line first")
		}
	}
	c.guarded(&zone, most, but)
	return zone, nil
}

// guarded adds the squares of guard to a zone, where it has too few of a line.
func (c *prevention) guarded(zone *squares, most int, but oxo.Move) {
	for _, line := range c.b.lines {
		if !c.b.alive(line) || slices.Contains(line, but) {
			continue
		}
		n := 0
		for _, m := range line {
			if c.b.owner[m] < 0 && zone.has(m) {
				n++
			}
		}
		for _, m := range line {
			if n < most && c.b.owner[m] < 0 && !zone.has(m) {
				zone.add(m)
				n++
			}
		}
	}
}

// pairs checks a plan of pairs: lemma 2 for the lines that they leave.
func (c *prevention) pairs() (zone squares, err error) {
	partner, err := c.partners(&zone)
	if err != nil {
		return zone, err
	}
	c.r.report.Pairings++
	return zone, c.potential(partner, &zone)
}

// potential checks that the lines without a pair are too few and too empty: the sum of
// 2^-n over them, n the squares of a line that are empty and in no pair, is below 1
// whichever such square the other side takes first.
func (c *prevention) potential(partner mates, zone *squares) error {
	if p := c.b.potential(c.left(partner, zone)); p >= fullWeight {
		return c.r.wrong("the pairs leave lines with a potential of %.3f, and %.3f are needed to be sure",
			float64(p)/float64(fullWeight), 1.0)
	}
	return nil
}

// left returns what pairs leave of the lines, and adds it to a zone.
func (c *prevention) left(partner mates, zone *squares) []squares {
	loose := c.b.loose(partner)
	for i := range loose {
		zone.union(&loose[i])
	}
	return loose
}

// potential returns the sum of the weights of sets, and of those that the other side's first move doubles.
func (b *board) potential(sets []squares) int64 {
	total, most, gain := int64(0), int64(0), make([]int64, b.count)
	for i := range sets {
		weight := fullWeight >> min(sets[i].count(), 40)
		total += weight
		sets[i].each(func(m oxo.Move) {
			gain[m] += weight
			most = max(most, gain[m])
		})
	}
	return total + most
}
