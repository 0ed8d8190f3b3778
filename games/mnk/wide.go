package mnk

import (
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/internal/notation"
)

// wideTables holds a game's tables for boards of more than 64 squares.
type wideTables struct {
	zobrist [2][]uint64 // a random number for each side's stone on each square
	values  []int       // values[n] is the worth of a live line with n stones

	patterns *patterns    // nil if moves are judged by lines
	images   *torusImages // nil if the board is not a torus
}

func newWideTables(g *game) *wideTables {
	t := &wideTables{values: make([]int, g.rules.K+1), images: newTorusImages(g.rules, len(g.symmetries))}
	if g.hasPatterns() {
		t.patterns = newPatterns(g)
	}
	for n := range t.values {
		t.values[n] = 1 << (2 * min(n, 12)) // beyond twelve stones all are urgent
	}
	for side := range t.zobrist {
		for sq := range g.squares {
			t.zobrist[side] = append(t.zobrist[side], oxo.Key{Hi: uint64(side + 1), Lo: uint64(sq + 1)}.Hash())
		}
	}
	return t
}

// wide is a position on a board of more than 64 squares. It counts the stones in every line, so
// the time of a move grows with the lines through one square, not with the size of the board.
type wide struct {
	g     *game
	t     *wideTables
	cells []int8 // the side that owns each square, or none
	ply   int    // stones on the board; X moves at even plies
	lined bool   // the side that moved last has completed a line
	hash  uint64

	counts [2][]int8 // stones of each side in each line
	// blocked[side][line] counts the stones that keep a side from completing a line. Those are
	// the other side's stones, so it is counts[1-side]. Where exactly k count, it is a
	// separate list: it also counts the side's own stones on the ends of the line.
	blocked [2][]int8
	live    [2][]int // live[side][n]: its live lines with n stones
	// Moves are judged by the shapes of the field. Without patterns they are judged by worth: for
	// each square and side, the sum of the values of its live lines.
	field *field
	worth [2][]int32
	// With a field the lines are counted when they are needed: they have the first counted stones
	// of those laid.
	laid    []laidStone
	counted int

	near    [2][nearest + 1]lineSet // near[side][n]: its live lines that lack n squares
	threats *threats                // made when first needed; a copy makes its own
	listed  []placed                // memory of stones; a copy has its own
}

const none = -1

// laidStone is a stone and its side.
type laidStone struct {
	sq   int16
	side int8
}

func newWide(g *game) *wide {
	p := &wide{g: g, t: g.wide, cells: make([]int8, g.squares)}
	for sq := range p.cells {
		p.cells[sq] = none
	}
	for side := range p.counts {
		p.counts[side] = make([]int8, len(g.lines))
		p.live[side] = make([]int, g.rules.K+1)
		p.live[side][0] = len(g.lines)
		p.near[side] = newLineSets(len(g.lines))
		for line := range g.lines {
			p.enter(side, line, g.rules.K)
		}
	}
	if p.t.patterns != nil {
		p.field = newField(p.t.patterns)
	} else {
		p.weighAll()
	}
	p.blocked = [2][]int8{p.counts[1], p.counts[0]}
	if g.rules.Exact {
		p.blocked = [2][]int8{make([]int8, len(g.lines)), make([]int8, len(g.lines))}
	}
	return p
}

func (p *wide) weighAll() {
	for side := range p.worth {
		p.worth[side] = make([]int32, p.g.squares)
		for sq, lines := range p.g.through {
			p.worth[side][sq] = int32(len(lines) * p.t.values[0])
		}
	}
}

func (p *wide) Moves(buf []oxo.Move) []oxo.Move {
	if p.lined {
		return buf
	}
	for _, sq := range p.g.order {
		if p.cells[sq] == none {
			buf = append(buf, oxo.Move(sq))
		}
	}
	return buf
}

func (p *wide) Make(m oxo.Move) { p.lined = p.put(oxo.Side(p.ply&1), int(m)) }

// put sets a stone and reports whether it completes a line.
func (p *wide) put(side oxo.Side, sq int) bool {
	p.ply++
	p.hash ^= p.t.zobrist[side][sq]
	if p.field != nil {
		p.cells[sq] = int8(side)
		p.laid = append(p.laid, laidStone{int16(sq), int8(side)})
		return p.field.put(int(side), sq)
	}
	p.weigh(sq, -1)
	p.lay(int(side), sq)
	p.weigh(sq, 1)
	return slices.ContainsFunc(p.g.through[sq], func(line int) bool { return p.complete(int(side), line) })
}

func (p *wide) Unmake(m oxo.Move) {
	p.ply--
	side := p.ply & 1
	p.lined = false
	p.hash ^= p.t.zobrist[side][m]
	if p.field != nil {
		p.field.lift(side, int(m))
		if last := len(p.laid) - 1; p.counted > last {
			p.lift(side, int(m))
			p.counted = last
		}
		p.laid, p.cells[m] = p.laid[:len(p.laid)-1], none
		return
	}
	p.weigh(int(m), -1)
	p.lift(side, int(m))
	p.weigh(int(m), 1)
}

// count brings the lines of a position with a field up to date.
func (p *wide) count() {
	for ; p.counted < len(p.laid); p.counted++ {
		s := p.laid[p.counted]
		p.lay(int(s.side), int(s.sq))
	}
}

// weigh updates the worth of squares for the lines through a square. For each side that a
// line is live for, it adds the value of the line to the worth of the line's squares, or
// subtracts it before the line changes.
func (p *wide) weigh(sq, sign int) {
	for _, lines := range [2][]int{p.g.through[sq], p.g.ending[sq]} {
		for _, line := range lines {
			p.tally(line, sign)
		}
	}
}

func (p *wide) tally(line, sign int) {
	for side := range 2 {
		if p.blocked[side][line] != 0 {
			continue
		}
		value := int32(sign * p.t.values[p.counts[side][line]])
		for _, sq := range p.g.lines[line] {
			p.worth[side][sq] += value
		}
	}
}

func (p *wide) Outcome() oxo.Outcome { return p.g.outcome(p.lined, p.ply) }
func (p *wide) Turn() oxo.Side       { return oxo.Side(p.ply & 1) }

// Hash returns the sum of the stones' random numbers [Zobrist70]. The number of stones gives
// the turn.
func (p *wide) Hash() uint64 { return p.hash }

func (p *wide) Clone() oxo.Position { return p.clone() }

func (p *wide) clone() *wide {
	c := *p
	c.threats, c.listed = nil, nil
	if p.field != nil {
		c.field, c.laid = p.field.clone(), slices.Clone(p.laid)
	} else {
		c.worth = [2][]int32{slices.Clone(p.worth[0]), slices.Clone(p.worth[1])}
	}
	c.cells = slices.Clone(p.cells)
	for side := range 2 {
		c.counts[side] = slices.Clone(p.counts[side])
		c.live[side] = slices.Clone(p.live[side])
		c.near[side] = cloneLineSets(p.near[side])
	}
	c.blocked = [2][]int8{c.counts[1], c.counts[0]}
	if p.g.rules.Exact {
		c.blocked = [2][]int8{slices.Clone(p.blocked[0]), slices.Clone(p.blocked[1])}
	}
	return &c
}

func (p *wide) Symmetries() int { return len(p.g.symmetries) }

func (p *wide) MapMove(m oxo.Move, s int) oxo.Move   { return oxo.Move(p.g.symmetries[s][m]) }
func (p *wide) UnmapMove(m oxo.Move, s int) oxo.Move { return oxo.Move(p.g.inverses[s][m]) }

func (p *wide) Size() (columns, rows int)        { return p.g.rules.Columns, p.g.rules.Rows }
func (p *wide) Labels() (columns, rows []string) { return notation.Labels(p.Size()) }
func (p *wide) At(s board.Square) board.Cell     { return p.g.at(p, s) }
func (p *wide) Line() []board.Square             { return p.g.line(p) }
func (p *wide) game() *game                      { return p.g }
func (p *wide) place(side oxo.Side, sq int)      { p.put(side, sq) }

func (p *wide) stone(sq int) (oxo.Side, bool) {
	if p.cells[sq] == none {
		return 0, false
	}
	return oxo.Side(p.cells[sq]), true
}

func (p *wide) settle() {
	p.count()
	for line := range p.g.lines {
		p.lined = p.lined || p.complete(1-p.ply&1, line)
	}
}

// Guide returns the knowledge about this position.
func (p *wide) Guide() oxo.Guide {
	if p.g.rules.Misere {
		return (*wideMisereGuide)(p)
	}
	return (*wideGuide)(p)
}

// Facts implements [oxo.Factual].
func (p *wide) Facts() oxo.Facts { return oxo.Facts{Game: p.g} }
