package mnk

import (
	"math/bits"

	"oxo"
)

// guide is the knowledge about a position in words of a game where k in a row wins. All of it
// comes from the live lines. A line is live for a side if the other side has no stone in it;
// its residual is the set of squares that the side still needs. (exact.go says what differs
// where exactly k count.)
type guide struct {
	p         *word
	own, opp  lineScan
	ownWeight lanes // of each square, for the side to move and the other: see weigh
	oppWeight lanes
}

func newGuide(p *word) *guide {
	n := p.t.lanes.words
	return &guide{p: p, ownWeight: make(lanes, n), oppWeight: make(lanes, n)}
}

// Expand finds the values that are certain without a search, and sorts the other moves by
// how much each square is worth to both sides.
func (g *guide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := g.p
	// 1. The game is over.
	if p.lined {
		return buf, oxo.Exactly(oxo.Loss(0))
	}
	empty := p.t.all &^ (p.stones[0] | p.stones[1])
	if empty == 0 {
		return buf, oxo.Exactly(oxo.Draw)
	}
	// 2. Follow forced moves, and bound the value by the lines at their end.
	f := forced{g: p.g, t: p.t, mine: p.stones[p.ply&1], theirs: p.stones[1-p.ply&1]}
	b := f.settle(&g.own, &g.opp)
	if b.Decide(alpha, beta) {
		return buf, b
	}
	// 3. One move decides, or is the only one.
	if f.hasMove {
		return append(buf, oxo.Child{Move: f.move, Bounds: b}), b
	}
	// 4. Nobody can complete a line any more, so all moves are alike.
	if g.own.potential|g.opp.potential == 0 {
		return append(buf, oxo.Child{Move: first(empty), Bounds: b}), b
	}
	// 5. Bound each move by the lines one move later, and list the moves.
	g.weigh()
	from := len(buf)
	buf, b = g.moves(buf, empty, b)
	if b.Decide(alpha, beta) {
		return buf[:from], b
	}
	boundAll(buf[from:], b)
	return buf, b
}

// forced follows a sequence of forced moves on copies of the stones.
type forced struct {
	g            *game
	t            *wordTables
	mine, theirs uint64   // the stones of the side to move and of the other
	move         oxo.Move // the first move of the sequence, if hasMove
	hasMove      bool
	plies        int // forced moves made
}

// settle follows forced moves as long as there are any, and returns bounds of the position it
// started from. If the sequence ends without a decision, own and opp describe the lines there.
func (f *forced) settle(own, opp *lineScan) oxo.Bounds {
	b, decided := f.follow()
	if !decided {
		b = f.free(own, opp)
	}
	for range f.plies {
		b = b.ToParent()
	}
	return b
}

// follow plays moves as long as the side to move has only one that does not lose at once, and
// reports whether that decides the game.
func (f *forced) follow() (oxo.Bounds, bool) {
	for {
		wins, blocks := f.t.wins(f.mine, f.theirs)
		switch {
		case wins != 0: // the side to move completes a line
			f.begin(first(wins))
			return oxo.Exactly(oxo.Win(1)), true
		case blocks == 0:
			return oxo.Bounds{}, false
		case !only(blocks): // one stone does not stop two lines
			f.begin(first(blocks))
			return oxo.Exactly(oxo.Loss(2)), true
		}
		f.begin(first(blocks))
		f.mine, f.theirs = f.theirs, f.mine|blocks
		f.plies++
		if f.mine|f.theirs == f.t.all {
			return oxo.Exactly(oxo.Draw), true
		}
	}
}

// begin stores the first move of the sequence.
func (f *forced) begin(m oxo.Move) {
	if !f.hasMove {
		f.move, f.hasMove = m, true
	}
}

// free bounds a position in which neither side threatens to complete a line: a stone that makes
// two threats wins with the next stone; otherwise the lines give the bounds.
func (f *forced) free(own, opp *lineScan) oxo.Bounds {
	f.t.scan(f.mine, f.theirs, own, opp)
	if m, ok := f.fork(own.meets); ok {
		f.begin(m)
		return oxo.Exactly(oxo.Win(3))
	}
	left := bits.OnesCount64(f.t.all &^ (f.mine | f.theirs))
	return lineBounds(f.t.k, own.sideLines, opp.sideLines, left)
}

// fork looks for a square where two residuals of two squares meet, so that a stone there leaves
// two different squares to complete a line. Overlapping lines in a row can have equal
// residuals; those make no fork.
func (f *forced) fork(meets uint64) (oxo.Move, bool) {
	for ; meets != 0; meets &= meets - 1 {
		m := first(meets)
		var threats uint64
		for i, line := range f.t.through[m] {
			if residual := line &^ f.mine; line&f.theirs == 0 && f.mine&f.t.beyond[m][i] == 0 && bits.OnesCount64(residual) == 2 {
				threats |= residual &^ (1 << (m & 63))
			}
		}
		if !only(threats) {
			return m, true
		}
	}
	return 0, false
}

// weigh computes, for each square and side, the sum of 2^(stones in the line) over the live
// lines through it.
func (g *guide) weigh() {
	p := g.p
	mine, theirs := p.stones[p.ply&1], p.stones[1-p.ply&1]
	own, opp := g.ownWeight, g.oppWeight
	clear(own)
	clear(opp)
	if p.t.ends != nil {
		p.t.weighExact(own, opp, mine, theirs)
		return
	}
	for i, line := range p.t.lines {
		m, t := line&mine, line&theirs
		if t == 0 {
			p.t.lanes.add(own, i, bits.OnesCount64(m))
		}
		if m == 0 {
			p.t.lanes.add(opp, i, bits.OnesCount64(t))
		}
	}
}

// moves appends the empty squares, each with its weight, and bounds the position by them. It is
// the potential test of [lineBounds] one move later: a stone adds its square's weight to its
// owner's potential, and the owner then waits; it takes its square's weight from the opponent's
// potential, and the opponent then moves. If the move to the heaviest square does not keep a
// win, no move does. If one move averts a loss, the position is not lost.
//
// Of moves that a symmetry of the position maps onto each other, one is enough.
func (g *guide) moves(buf []oxo.Child, empty uint64, b oxo.Bounds) ([]oxo.Child, oxo.Bounds) {
	p, l := g.p, &g.p.t.lanes
	winFrom := p.t.whole - g.own.potential // the least weight that keeps a win
	safeFrom := g.opp.potential - p.t.whole/2
	win, safe, dead := false, false, false
	twins, ending := p.ownSymmetries(), p.liveEnds()
	for _, sq8 := range p.t.order {
		sq := int(sq8)
		if empty>>(sq&63)&1 == 0 {
			continue
		}
		for s := twins; s != 0; s &= s - 1 {
			if twin := int(p.g.symmetries[bits.TrailingZeros64(s)][sq]); twin != sq {
				empty &^= 1 << (twin & 63)
			}
		}
		own, opp := l.at(g.ownWeight, sq), l.at(g.oppWeight, sq)
		lo, hi := -oxo.Infinity, oxo.Draw
		if own >= winFrom {
			win, hi = true, oxo.Infinity
		}
		if opp > safeFrom {
			safe, lo = true, oxo.Draw
		}
		buf = appendMove(buf, sq, int32(own+opp), oxo.Between(lo, hi), own+opp == 0 && ending>>(sq&63)&1 == 0, &dead)
	}
	if !win {
		b = b.And(oxo.Between(-oxo.Infinity, oxo.Draw))
	}
	if safe {
		b = b.And(oxo.Between(oxo.Draw, oxo.Infinity))
	}
	return buf, b
}

// ownSymmetries returns the symmetries, of numbers 1 to 63, that leave the position unchanged.
// It is computed for the first plies only, where each side has at most one stone: with more
// stones a position is rarely symmetric.
func (p *word) ownSymmetries() uint64 {
	switch p.ply {
	case 0:
		return ^uint64(0) >> (64 - min(len(p.g.symmetries), 64)) &^ 1
	case 1:
		return p.t.fixing[first(p.stones[0])&63] &^ 1
	case 2:
		return p.t.fixing[first(p.stones[0])&63] & p.t.fixing[first(p.stones[1])&63] &^ 1
	}
	return 0
}

// Evaluate compares the live lines of both sides. Each further stone multiplies the worth of a
// line by four.
func (p *word) Evaluate() oxo.Score {
	own, opp := p.lineValue()
	return p.g.estimate(own, opp)
}

func (p *word) lineValue() (own, opp int) {
	mine, theirs := p.stones[p.ply&1], p.stones[1-p.ply&1]
	if p.t.ends != nil {
		return p.t.valueExact(mine, theirs), p.t.valueExact(theirs, mine)
	}
	for _, line := range p.t.lines {
		if line&theirs == 0 {
			own += 1 << (2 * bits.OnesCount64(line&mine))
		}
		if line&mine == 0 {
			opp += 1 << (2 * bits.OnesCount64(line&theirs))
		}
	}
	return own, opp
}
