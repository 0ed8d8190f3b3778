package certificate

import (
	"oxo"
	"oxo/prove/certificate/lines"
)

// prevention checks the tree of a side that keeps the other side from completing a line, and returns its zone. The
// zone has every square that the strategy needs: the strategy works even if the other side has all squares outside of
// the zone (lemma 3).
type prevention struct {
	r     *Reader
	b     *lines.Board
	turns oxo.Symmetric // nil if the board has no symmetry
	seen  lines.SetList // the zone and the image of each node that others may refer to: see sets
	// unsettled are the squares that no answer of the nearest zone above settles yet.
	unsettled lines.Squares
	finder    lines.Finder
}

// Prevention checks the tree of a prevention on a board, and returns its zone. Unless it returns an error, it leaves
// the board as it was. If turns is not nil, it is a position of the game with its symmetries. unsettled has the
// squares that no answer settles yet; it is empty at the root of a part. If mine is true, the preventing side is to
// move.
func (r *Reader) Prevention(b *lines.Board, turns oxo.Symmetric, unsettled lines.Squares, mine bool) (zone lines.Squares, err error) {
	c := &prevention{r: r, b: b, turns: turns, unsettled: unsettled, seen: lines.NewSetList(b.Count)}
	return c.node(mine)
}

// node checks a node. If mine is true, the preventing side is to move.
func (c *prevention) node(mine bool) (zone lines.Squares, err error) {
	kind, err := c.r.byte()
	if err != nil {
		return zone, err
	}
	c.r.enter(kind)
	defer c.r.hear.Close()
	switch {
	case kind == Move && mine:
		return c.move()
	case kind == End && mine && c.b.Full():
		return c.guard(zone, 1, lines.NoSquare) // it succeeds if no line is alive
	case kind == See && !mine:
		return c.see()
	case kind == Zone && !mine:
		zone, err = c.zone()
	case kind == Pairs && !mine:
		zone, err = c.pairs()
	case kind == Rest && !mine && !c.b.Threats:
		zone, err = c.rest()
	case (kind == Found || kind == Better) && !mine && !c.b.Threats:
		return c.found(uint64(kind))
	case kind == Aside && !mine && !c.b.Threats:
		return c.aside()
	case kind == Forced && !mine && c.b.Threats:
		zone, err = c.forced()
	case kind == Won && !mine && c.b.Threats:
		if zone, err = c.guard(zone, 1, lines.NoSquare); err == nil && !c.b.Completed(lines.NoSquare) {
			err = c.r.wrong("no line is complete")
		}
	default:
		return zone, c.r.wrong("a node of kind %d is not allowed in a prevention here", kind)
	}
	if err == nil {
		i := c.b.Image(func(m oxo.Move) oxo.Move { return m })
		c.note(&i, &zone)
	}
	return zone, err
}

// square reads an empty square.
func (c *prevention) square() (oxo.Move, error) {
	n, err := c.r.number(uint64(c.b.Count) - 1)
	if err == nil && !c.b.Empty(oxo.Move(n)) {
		err = c.r.wrong("square %d is taken", n)
	}
	return oxo.Move(n), err
}

// move checks a move of the preventing side.
func (c *prevention) move() (zone lines.Squares, err error) {
	m, err := c.square()
	if err != nil {
		return zone, err
	}
	c.b.Owner[m] = 0
	c.r.hear.Move(m)
	zone, err = c.node(false)
	c.b.Owner[m] = -1
	zone.Add(m)
	return zone, err
}

// sets returns the number of sets that the checker keeps for a node: its zone, and the sets of its image. If threats
// do not count, it leaves out the last set of the image.
func (c *prevention) sets() int {
	if c.b.Threats {
		return 4
	}
	return 3
}

// note keeps a node that others may refer to.
func (c *prevention) note(i *lines.Image, zone *lines.Squares) {
	for _, set := range []*lines.Squares{zone, &i.Live, &i.Taken, &i.Own}[:c.sets()] {
		c.seen.Append(set)
	}
	c.r.hear.Note()
}

// see checks a reference to an earlier node: the position, turned, has to fit that node.
func (c *prevention) see() (zone lines.Squares, err error) {
	each := c.sets()
	count := c.seen.Len() / each
	if count == 0 {
		return zone, c.r.wrong("it refers to an earlier node: want one that exists")
	}
	n, err := c.r.number(uint64(count) - 1)
	if err != nil {
		return zone, err
	}
	symmetry, turn, back := 0, func(m oxo.Move) oxo.Move { return m }, func(m oxo.Move) oxo.Move { return m }
	last := 0
	if c.turns != nil {
		last = c.turns.Symmetries() - 1
	}
	s, err := c.r.number(uint64(last))
	if err != nil {
		return zone, err
	}
	if symmetry = int(s); symmetry > 0 {
		turn = func(m oxo.Move) oxo.Move { return c.turns.MapMove(m, symmetry) }
		back = func(m oxo.Move) oxo.Move { return c.turns.UnmapMove(m, symmetry) }
	}
	at := each * int(n) //nolint:gosec // below the length of a slice
	here, before := c.b.Image(turn), lines.Image{Live: c.seen.At(at + 1), Taken: c.seen.At(at + 2)}
	if c.b.Threats {
		before.Own = c.seen.At(at + 3)
	}
	to := c.seen.At(at)
	if !here.Fits(&before, &to, c.b.Threats) {
		return zone, c.r.wrong("it refers to node %d, which does not fit here", n)
	}
	c.r.report.Shared++
	c.r.hear.Refer(n, symmetry)
	to.Each(func(m oxo.Move) { zone.Add(back(m)) })
	return zone, nil
}

// zone checks answers to the moves of the other side. A move without an answer of its own must be outside the zone of
// some answer, which then answers it too (lemma 3). Or an answered move must stand for it (lemma 9).
func (c *prevention) zone() (zone lines.Squares, err error) {
	var answered lines.Squares
	above, unsettled := c.unsettled, lines.AllSquares()
	for {
		m, more, err := c.r.answered(c.b, &answered)
		if err != nil {
			return zone, err
		}
		if !more {
			break
		}
		c.b.Owner[m], c.unsettled = 1, unsettled
		c.r.hear.Move(m)
		z, err := c.node(true)
		c.b.Owner[m] = -1
		if err != nil {
			return zone, err
		}
		c.r.hear.Answered(&z, c.b.Count)
		answered.Add(m)
		zone.Union(&z)
		unsettled.Intersect(&z)
	}
	c.unsettled = above
	if m, ok := c.b.Unanswered(c.b.Counted(nil), &unsettled, &answered, &zone); ok {
		err = c.r.wrong("square %d is in the zone of all answers, and has no answer", m)
	}
	return zone, err
}

// answered reads the next move of a zone that has an answer, or reports that the zone ends.
func (r *Reader) answered(b *lines.Board, before *lines.Squares) (m oxo.Move, more bool, err error) {
	n, err := r.number(uint64(b.Count))
	switch m = oxo.Move(n) - 1; {
	case err != nil:
		return m, false, err
	case n == 0 && *before == lines.Squares{}:
		return m, false, r.wrong("a zone has no moves")
	case n > 0 && (!b.Empty(m) || before.Has(m)):
		return m, false, r.wrong("square %d is taken, or has its answer already", m)
	}
	return m, n > 0, nil
}

// forced checks a threat of the preventing side: if the other side does not take the square, the preventing side
// completes a line there, unless the other side completes a line first (lemma 5).
func (c *prevention) forced() (zone lines.Squares, err error) {
	m, err := c.square()
	if err != nil {
		return zone, err
	}
	if !c.b.Completed(m) {
		return zone, c.r.wrong("no line is complete with square %d", m)
	}
	c.b.Owner[m] = 1
	c.r.hear.Move(m)
	z, err := c.node(true)
	c.b.Owner[m] = -1
	if err != nil {
		return zone, err
	}
	z.Add(m)
	return c.guard(z, 2, m)
}

// guard adds squares to a zone, as [lines.Board.Guard] does. It returns an error if a line has too few empty squares.
func (c *prevention) guard(zone lines.Squares, n int, except oxo.Move) (lines.Squares, error) {
	if !c.b.Guard(&zone, n, except) {
		return zone, c.r.wrong("the other side completes a line first")
	}
	return zone, nil
}
