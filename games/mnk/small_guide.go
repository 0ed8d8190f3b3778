package mnk

import (
	"math/bits"

	"oxo"
)

// smallGuide is [guide] for a board with the tables of small. It finds the same in fewer steps;
// with a window it also follows the forced moves after each move.
type smallGuide struct {
	p *word
	s *small
	// Working memory. It is here since memory on the stack would be cleared each time.
	here, after outlook
}

// outlook holds the facts that the side to move needs about a position without a threat.
type outlook struct {
	own, opp sideLines
	ownLive  uint64 // classes, see stoneSet
	oppLive  uint64
	move     oxo.Move // the move that decides or the only one, if hasMove
	hasMove  bool
}

// Expand implements [oxo.Guide], by the steps of [guide.Expand].
func (g *smallGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p, s := g.p, g.s
	if p.lined {
		return buf, oxo.Exactly(oxo.Loss(0))
	}
	mine, theirs := p.stones[p.ply&1], p.stones[1-p.ply&1]
	empty := s.all &^ (mine | theirs)
	if empty == 0 {
		return buf, oxo.Exactly(oxo.Draw)
	}
	v := &g.here
	b := s.settle(v, mine, theirs)
	switch {
	case b.Decide(alpha, beta):
		return buf, b
	case v.hasMove:
		return append(buf, oxo.Child{Move: v.move, Bounds: b}), b
	case v.ownLive|v.oppLive == 0:
		return append(buf, oxo.Child{Move: first(empty), Bounds: b}), b
	}
	from := len(buf)
	buf, b = g.moves(v, buf, empty&s.distinct(p), mine, theirs, b, alpha, beta)
	if b.Decide(alpha, beta) {
		return buf[:from], b
	}
	return buf, b
}

// settle does what [forced.settle] does.
func (s *small) settle(v *outlook, mine, theirs uint64) oxo.Bounds {
	var b oxo.Bounds
	plies := 0
	v.hasMove = false
	for {
		m, t := &s.sets[mine], &s.sets[theirs]
		wins, blocks := uint64(m.complete)&^theirs, uint64(t.complete)&^mine
		if wins|blocks == 0 {
			var move oxo.Move
			var hasMove bool
			b, move, hasMove = s.free(v, m, t, mine, theirs)
			if plies == 0 {
				v.move, v.hasMove = move, hasMove
			}
			break
		}
		if plies == 0 {
			v.hasMove, v.move = true, first(wins)
			if wins == 0 {
				v.move = first(blocks)
			}
		}
		if wins != 0 { // the side to move completes a line
			return exactlyBefore(plies, oxo.Win(plies+1))
		}
		if !only(blocks) { // one stone does not stop two lines
			return exactlyBefore(plies, oxo.Loss(plies+2))
		}
		mine, theirs = theirs, mine|blocks
		plies++
		if mine|theirs == s.all {
			return oxo.Exactly(oxo.Draw)
		}
	}
	for range plies {
		b = b.ToParent()
	}
	return b
}

// exactlyBefore returns the value of a position from the value of its descendant some plies
// later, whose distance already counts from here.
func exactlyBefore(plies int, v oxo.Score) oxo.Bounds {
	turn := -oxo.Score(plies & 1)
	return oxo.Exactly(v ^ turn - turn) // -v if turn is -1; a branch would be predicted badly
}

// free does what [forced.free] does.
func (s *small) free(v *outlook, m, t *stoneSet, mine, theirs uint64) (oxo.Bounds, oxo.Move, bool) {
	a, b := m.classes&t.leaves, t.classes&m.leaves
	v.ownLive, v.oppLive = a, b
	if pairs := a >> ((s.k - 2) * s.lines & 63) & s.first; s.k >= 2 && pairs&(pairs-1) != 0 {
		if move, ok := s.fork(pairs, mine); ok {
			return oxo.Exactly(oxo.Win(3)), move, true
		}
	}
	v.own = sideLines{least: s.k + 1 - int(s.fullest[bits.Len64(a)]), potential: s.potential(a)}
	v.opp = sideLines{least: s.k + 1 - int(s.fullest[bits.Len64(b)]), potential: s.potential(b)}
	return lineBounds(s.k, v.own, v.opp, bits.OnesCount64(s.all&^(mine|theirs))), 0, false
}

// fork does what [forced.fork] does, among the lines that need two more stones.
func (s *small) fork(pairs, mine uint64) (oxo.Move, bool) {
	var meets, seen uint64
	for left := pairs; left != 0; left &= left - 1 {
		residual := s.squares[bits.TrailingZeros64(left)] &^ mine
		meets |= seen & residual
		seen |= residual
	}
	for ; meets != 0; meets &= meets - 1 {
		var threats uint64
		for left := pairs; left != 0; left &= left - 1 {
			if residual := s.squares[bits.TrailingZeros64(left)] &^ mine; residual&(meets&-meets) != 0 {
				threats |= residual &^ (meets & -meets)
			}
		}
		if !only(threats) {
			return first(meets), true
		}
	}
	return 0, false
}

// moves does what [guide.moves] does. With a window it also follows the forced moves after each
// move that may matter: on 3x3 that saves half of the nodes.
func (g *smallGuide) moves(v *outlook, buf []oxo.Child, squares, mine, theirs uint64, b oxo.Bounds, alpha, beta oxo.Score) ([]oxo.Child, oxo.Bounds) {
	s := g.s
	owns, opps := s.weigh(v.ownLive), s.weigh(v.oppLive)
	winFrom, safeFrom := s.whole-v.own.potential, v.opp.potential-s.whole/2
	least, most, dead := -oxo.Infinity, -oxo.Infinity, false
	full := alpha == -oxo.Infinity && beta == oxo.Infinity
	for places := s.sets[squares].ordered; places != 0; places &= places - 1 {
		i := bits.TrailingZeros16(places) & 15
		sq, shift := s.order[i]&63, s.shift[i]&63
		own, opp := int(owns>>shift&s.mask), int(opps>>shift&s.mask)
		if own+opp == 0 && dead {
			continue // such squares are all alike
		}
		dead = dead || own+opp == 0
		lo, hi := -oxo.Infinity, oxo.Draw
		if own >= winFrom {
			hi = b.Hi()
		}
		if opp > safeFrom {
			lo = oxo.Draw
		}
		if !full && lo < beta && hi > alpha && lo < hi {
			found := s.settle(&g.after, theirs, mine|1<<sq).ToParent()
			lo, hi = max(lo, found.Lo()), min(hi, found.Hi())
			if lo >= beta {
				return buf, oxo.Between(lo, b.Hi())
			}
		}
		least, most = max(least, lo), max(most, hi)
		buf = append(buf, oxo.Child{Move: oxo.Move(sq), Bounds: oxo.Between(lo, hi), Order: int32(own+opp) * orderUnit})
	}
	return buf, b.And(oxo.Between(least, most))
}
