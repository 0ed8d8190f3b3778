package mnk

import "oxo"

// Where k in a row loses, a side that never completes a line draws at least. Two theorems say
// when a side can avoid completing one: docs/know/k-in-a-row.md proves them.

// misereBounds returns the bounds that the live lines prove when k in a row loses and the side
// to move has a square that completes no line of its own; left is the number of empty squares.
//
// Plies: the side to move loses at ply 3 at the earliest.
//
// Potential: a side that always takes the square with the least weight of its own live lines
// never completes one if the sum of 2^-residual is below a limit when it is to move. The limit
// is 1 if the other side makes the last move, 1/2 if the side itself does [HefetzEtc07].
func (g *game) misereBounds(own, opp sideLines, left int) oxo.Bounds {
	lo, hi := oxo.Draw, oxo.Draw
	k, even := g.rules.K, left%2 == 0
	if soonest := max(2*own.least-1, 3); own.least <= k && soonest <= left && !avoids(k, own, even) {
		lo = oxo.Loss(soonest)
	}
	if soonest := 2 * opp.least; opp.least <= k && soonest <= left && !avoids(k, opp, !even) {
		hi = oxo.Win(soonest)
	}
	return oxo.Between(lo, hi)
}

// avoids reports whether a side can avoid completing a line, given whether the other side makes
// the last move.
func avoids(k int, s sideLines, otherLast bool) bool {
	whole := 1 << (k & 31)
	if !otherLast {
		whole /= 2
	}
	return s.potential < whole
}

// mirror is a symmetry of the board that is its own inverse. Either it moves every square, or
// it leaves one square in place and every line through that square contains two squares that
// are images of each other.
type mirror struct {
	permuter
	middle uint64 // the square that stays, or 0
}

// maxMirrors is more than the number of mirrors of any board with edges. On a torus, a position
// that is its own image under many mirrors is almost always found by the first of them.
const maxMirrors = 16

// mirrorsOf lists the mirrors of a board.
func mirrorsOf(g *game, t *wordTables) (all []mirror) {
	for i, s := range g.symmetries {
		middle, ok := middleOf(s)
		for _, line := range g.lines {
			ok = ok && (maskOf(line)&middle == 0 || hasPair(line, s))
		}
		if ok && len(all) < maxMirrors {
			all = append(all, mirror{t.symmetries[i], middle})
		}
	}
	return all
}

// middleOf returns the square that a symmetry leaves in place, if any. It reports false if
// there are several, or if the symmetry is not its own inverse.
func middleOf(s []uint16) (middle uint64, ok bool) {
	for sq, to := range s {
		if sq == int(to) {
			middle |= 1 << sq
		}
		if int(s[to]) != sq {
			return 0, false
		}
	}
	return middle, middle == 0 || only(middle)
}

// hasPair reports whether a line contains two squares that are images of each other.
func hasPair(line []int, s []uint16) bool {
	mask := maskOf(line)
	for _, sq := range line {
		if to := int(s[sq]); to != sq && mask>>to&1 != 0 {
			return true
		}
	}
	return false
}

// mirrored reports whether the stones of the side not to move are the images of the other
// side's stones, with one more in the middle if the board has a middle square. Then that
// side mirrors every move and never loses. It never completes a line with two squares that
// are images of each other. Before it completes any other line, the other side has completed
// the image of that line, and lost.
func (p *word) mirrored() bool {
	mine, theirs := p.stones[p.ply&1], p.stones[1-p.ply&1]
	for i := range p.t.mirrors {
		m := &p.t.mirrors[i]
		if m.apply(mine)|m.middle == theirs && (m.middle == 0) == (p.ply&1 == 0) {
			return true
		}
	}
	return false
}

// mirroring returns the square with which the side to move reaches a position that is
// [word.mirrored], or 0. The move completes no line, for the reason given there.
func (p *word) mirroring() uint64 {
	mine, theirs := p.stones[p.ply&1], p.stones[1-p.ply&1]
	for i := range p.t.mirrors {
		m := &p.t.mirrors[i]
		if want := m.apply(theirs) | m.middle; mine&^want == 0 && want&theirs == 0 && only(want&^mine) {
			return want &^ mine
		}
	}
	return 0
}
