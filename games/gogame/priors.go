package gogame

// Factors of a move's weight.
const (
	takes       = 6   // a chain in atari, plus takesEach for each further stone
	takesEach   = 0.5 // added
	catches     = 4   // takes a chain with two liberties by a ladder
	catchesEach = 0.5
	saves       = 5 // saves a chain that would be taken
	savesEach   = 0.5
	hopeless    = 0.2  // extends a chain that is taken anyway
	shapely3    = 2.5  // a good shape
	nextToLast  = 2    // next to the last stone
	nearLast    = 1.4  // two steps from the last stone
	first       = 0.4  // on the edge with nothing around
	third       = 1.3  // on the third line
	atari       = 0.15 // puts itself into atari
	ownEye      = 0.01
	idle        = 0.05 // a pass
	ends        = 50   // a pass that wins
)

// Priors appends a weight for each legal move, in the order of Moves: how likely it is to be
// good, where 1 is ordinary. It reads ladders.
func (p *position) Priors(buf []float32) []float32 {
	if p.passes >= lastPass {
		return buf
	}
	urgency := p.urgencies(colourOf(p.turn))
	return p.weigh(buf, func(_ colour, at int) float32 { return urgency[at] })
}

// weigh appends a weight for each legal move: the weight of the stone's surroundings, times a
// factor for the effect of the move on chains.
func (p *position) weigh(buf []float32, chains func(c colour, at int) float32) []float32 {
	c, ko, shapes := colourOf(p.turn), p.ko, p.g.shapes()
	for _, m := range p.g.order {
		if at := int(m); p.cells[at].colour == none && at != ko && p.legal(c, at) {
			buf = append(buf, p.prior(c, at, shapes)*chains(c, at))
		}
	}
	if p.passes > 0 && p.Margin() > 0 {
		return append(buf, ends)
	}
	return append(buf, idle)
}

// nextTo returns the factor of a stone for the chains in atari next to it.
func (p *position) nextTo(c colour, at int) float32 {
	w, saved := float32(1), false
	for _, d := range p.g.near() {
		q := &p.cells[at+d]
		if q.colour == none || q.colour == rim {
			continue
		}
		if h := &p.cells[q.head]; h.atari() {
			if q.colour == c {
				saved = true
			} else {
				w *= takes + takesEach*float32(h.size-1)
			}
		}
	}
	if saved && p.safe(c, at) {
		w *= saves
	}
	return w
}

// urgencies returns, for each point, the factor for the effect of a stone there on chains
// with one or two liberties.
func (p *position) urgencies(c colour) []float32 {
	if p.reader == nil {
		p.reader = &reader{}
		p.urgency = make([]float32, len(p.cells))
	}
	for i := range p.urgency {
		p.urgency[i] = 1
	}
	r := p.reader
	r.begin(&p.field)
	for _, at := range p.g.cells {
		h := &p.cells[at]
		if h.colour == none || h.head != at {
			continue
		}
		libs, n := p.liberties(int(at))
		if n > 2 {
			continue
		}
		r.left = maxRead
		if h.colour == c {
			p.defend(int(at), libs[:n])
		} else {
			p.attack(int(at), libs[:n])
		}
	}
	return p.urgency
}

// raise raises the urgency of a point to at least a factor.
func (p *position) raise(at int, factor float32) { p.urgency[at] = max(p.urgency[at], factor) }

// attack finds the stones that take a chain of the other side.
func (p *position) attack(of int, libs []int) {
	size := float32(p.cells[of].size)
	if len(libs) == 1 {
		p.raise(libs[0], takes+takesEach*(size-1))
		return
	}
	for _, at := range libs {
		if p.reader.fallsBy(of, at) {
			p.raise(at, catches+catchesEach*(size-1))
		}
	}
}

// defend finds the stones that save a chain of the side to move.
func (p *position) defend(of int, libs []int) {
	r := p.reader
	if len(libs) == 2 && !r.falls(of) {
		return
	}
	var tries [12]int
	size := float32(p.cells[of].size)
	for _, at := range p.takers(p.cells[of].colour, of, append(tries[:0], libs...)) {
		if r.left = maxRead; r.escapesBy(of, at) {
			p.raise(at, saves+savesEach*(size-1))
		} else if len(libs) == 1 && at == libs[0] && p.urgency[at] == 1 {
			p.urgency[at] = hopeless
		}
	}
}

// prior returns the weight of a stone by its surroundings.
func (p *position) prior(c colour, at int, shapes *shapeTable) float32 {
	shape := shapes[p.cells[at].shape]
	if shape.eye(c) {
		return ownEye
	}
	w, alone := float32(1), shape&nextToBoth == 0
	if !p.safe(c, at) {
		w *= atari
	}
	if !alone && shape&goodShape != 0 {
		w *= shapely3
	}
	if p.last != 0 {
		switch p.g.apart(at, p.last) {
		case 1:
			w *= nextToLast
		case 2:
			w *= nearLast
		}
	}
	return w * p.g.line(at, alone)
}

// apart returns the distance of two points: the larger of the distances in columns and rows.
func (g *game) apart(a, b int) int {
	x, y := g.squares[a], g.squares[b]
	dx, dy := x%g.columns-y%g.columns, x/g.columns-y/g.columns
	return max(dx, -dx, dy, -dy)
}

// line returns the factor of the distance from the edge.
func (g *game) line(at int, alone bool) float32 {
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
