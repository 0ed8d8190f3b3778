package certificate

import (
	"slices"

	"oxo"
)

// seen is a node of a prevention that others may refer to.
type seen struct {
	image image
	zone  squares
}

// prevention checks the tree of a side that keeps the other from completing a line,
// and returns its zone. The zone holds every square that the strategy needs: it works
// even if the other side is given all squares outside of it (lemma 3).
type prevention struct {
	r     *reader
	b     *board
	turns oxo.Symmetric // nil where the board has no symmetry
	seen  []seen
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
		c.seen = append(c.seen, seen{c.b.image(func(m oxo.Move) oxo.Move { return m }), zone})
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

// see checks a position that is an earlier one, turned: what matters of it is equal.
func (c *prevention) see() (zone squares, err error) {
	n, err := c.r.number(uint64(max(len(c.seen), 1)) - 1)
	if err != nil || len(c.seen) == 0 {
		return zone, c.r.wrong("it refers to a node that is not there")
	}
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
	to := &c.seen[n]
	if c.b.image(turn) != to.image {
		return zone, c.r.wrong("it refers to node %d, whose lines are others", n)
	}
	c.r.report.Shared++
	c.r.tree.refer(n, symmetry)
	to.zone.each(func(m oxo.Move) { zone.add(back(m)) })
	return zone, nil
}

// zone checks answers to the moves of the other side. Any other move leaves all that the
// answers need as it is (lemma 3), if every empty square that they need is answered.
func (c *prevention) zone() (zone squares, err error) {
	var answered squares
	for {
		n, err := c.r.number(uint64(c.b.count))
		switch {
		case err != nil:
			return zone, err
		case n == 0 && answered == squares{}:
			return zone, c.r.wrong("a zone has no moves")
		}
		if n == 0 {
			break
		}
		m := oxo.Move(n - 1)
		if !c.b.empty(m) {
			return zone, c.r.wrong("square %d is taken", m)
		}
		c.b.owner[m] = 1
		c.r.tree.by(m)
		z, err := c.node(true)
		c.b.owner[m] = -1
		if err != nil {
			return zone, err
		}
		answered.add(m)
		zone.union(&z)
	}
	zone.each(func(m oxo.Move) {
		if c.b.empty(m) && !answered.has(m) && err == nil {
			err = c.r.wrong("square %d is in the zone, and has no answer", m)
		}
	})
	return zone, err
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
	n, err := c.r.number(uint64(c.b.count) / 2)
	if err != nil {
		return zone, err
	}
	partner := make(map[oxo.Move]oxo.Move, 2*n)
	for range n {
		a, err := c.square()
		if err != nil {
			return zone, err
		}
		b, err := c.square()
		if err != nil {
			return zone, err
		}
		_, first := partner[a]
		_, second := partner[b]
		if first || second || a == b {
			return zone, c.r.wrong("squares %d and %d: a square is in one pair only", a, b)
		}
		partner[a], partner[b] = b, a
		c.r.tree.pair(a, b)
		zone.add(a)
		zone.add(b)
	}
	c.r.report.Pairings++
	return zone, c.potential(partner, &zone)
}

// potential checks that the lines without a pair are too few and too empty: the sum of
// 2^-n over them, n the squares of a line that are empty and in no pair, is below 1
// whichever such square the other side takes first.
func (c *prevention) potential(partner map[oxo.Move]oxo.Move, zone *squares) error {
	const scale = int64(1) << 40 // a line complete
	total, most, gain := int64(0), int64(0), map[oxo.Move]int64{}
	for _, line := range c.b.counted(partner) {
		var loose []oxo.Move
		for _, m := range line {
			if _, paired := partner[m]; c.b.owner[m] < 0 && !paired {
				loose = append(loose, m)
			}
		}
		weight := scale >> min(len(loose), 40)
		total += weight
		for _, m := range loose {
			zone.add(m)
			gain[m] += weight
			most = max(most, gain[m])
		}
	}
	if total+most >= scale {
		return c.r.wrong("the pairs leave lines with a potential of %.3f, and %.3f are needed to be sure", float64(total+most)/float64(scale), 1.0)
	}
	return nil
}

// counted returns the lines that are alive, not covered and not idle. An idle line needs all
// empty squares that another one needs, so it is not complete before that one; of lines
// that need the same the first counts.
func (b *board) counted(partner map[oxo.Move]oxo.Move) (lines [][]oxo.Move) {
	var needed []squares
	for _, line := range b.lines {
		if !b.alive(line) || covered(line, partner) {
			continue
		}
		var n squares
		for _, m := range line {
			if b.owner[m] < 0 {
				n.add(m)
			}
		}
		lines, needed = append(lines, line), append(needed, n)
	}
	kept := lines[:0:0]
	for i, line := range lines {
		idle := false
		for j := range lines {
			idle = idle || i != j && needed[j].within(&needed[i]) && (j < i || !needed[i].within(&needed[j]))
		}
		if !idle {
			kept = append(kept, line)
		}
	}
	return kept
}

// covered reports whether a line has both squares of a pair.
func covered(line []oxo.Move, partner map[oxo.Move]oxo.Move) bool {
	for _, m := range line {
		other, ok := partner[m]
		if !ok {
			continue
		}
		if slices.Contains(line, other) {
			return true
		}
	}
	return false
}
