package gogame

// What makes a move likelier: factors of its weight.
const (
	takes     = 6    // a chain in atari, and takesEach for each further stone
	takesEach = 0.5  // added
	saves     = 5    // a chain in atari, by two liberties
	shapely3  = 2.5  // a good shape
	beside    = 2    // next to the last stone
	nearLast  = 1.4  // two steps away
	first     = 0.4  // on the edge with nothing around
	third     = 1.3  // on the third line
	atari     = 0.15 // into atari
	ownEye    = 0.01
	idle      = 0.05 // a pass
	ends      = 50   // a pass that wins
)

// Priors appends a weight for each legal move, as Moves lists them: how likely it is
// to be good. 1 is usual.
func (p *position) Priors(buf []float32) []float32 {
	if p.passes >= lastPass {
		return buf
	}
	c, ko, shapes := colourOf(p.turn), p.ko, p.g.shapes()
	for _, m := range p.g.order {
		if at := int(m); p.cells[at].colour == none && at != ko && p.legal(c, at) {
			buf = append(buf, p.prior(c, at, shapes))
		}
	}
	if p.passes > 0 && p.Margin() > 0 {
		return append(buf, ends)
	}
	return append(buf, idle)
}

// prior returns the weight of a stone.
func (p *position) prior(c colour, at int, shapes *shapeTable) float32 {
	shape := shapes[p.cells[at].shape]
	if shape.eye(c) {
		return ownEye
	}
	w, alone := float32(1), true
	saved := false
	for _, d := range p.g.near() {
		q := &p.cells[at+d]
		if q.colour == none || q.colour == rim {
			continue
		}
		alone = false
		if h := &p.cells[q.head]; h.atari() {
			if q.colour == c {
				saved = true
			} else {
				w *= takes + takesEach*float32(h.size-1)
			}
		}
	}
	switch safe := p.safe(c, at); {
	case !safe:
		w *= atari
	case saved:
		w *= saves
	}
	if !alone && shape&goodShape != 0 {
		w *= shapely3
	}
	if p.last != 0 {
		switch p.g.apart(at, p.last) {
		case 1:
			w *= beside
		case 2:
			w *= nearLast
		}
	}
	return w * p.g.line(at, alone)
}

// apart is the distance of two points: the larger of those in columns and rows.
func (g *Game) apart(a, b int) int {
	x, y := g.squares[a], g.squares[b]
	dx, dy := x%g.columns-y%g.columns, x/g.columns-y/g.columns
	return max(dx, -dx, dy, -dy)
}

// line weighs how far a point is from the edge.
func (g *Game) line(at int, alone bool) float32 {
	sq := g.squares[at]
	column, row := sq%g.columns, sq/g.columns
	edge := min(column, g.columns-1-column, row, g.rows-1-row)
	switch {
	case edge == 0 && alone:
		return first
	case edge == 2:
		return third
	}
	return 1
}
