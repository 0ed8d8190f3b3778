package connect4

import (
	"math/bits"

	"oxo"
)

// The rules of this file prove bounds of positions without a search, for the
// side that just moved, the follower: by a way to answer every move of the
// other side, the mover, whatever it does. docs/know/connect4.md explains them.

// Following up is for an even number of empty squares: the follower answers each
// stone by one on top of it. So it gets every second square of each column,
// counted from the top row down: its claims. In a column with an odd number of
// empty squares the lowest one stands over; such columns are even in number,
// and the follower answers a stone on the lowest square of one by a stone on
// that of another, its pair.

// bound returns the most that the position is worth to the mover, if a rule
// proves less than limit, else a win. What a rule would prove is seen sooner than
// whether it holds, so that comes first: most questions are about more.
func (g *guide[H]) bound(own, winning, mask, next uint64, left int, limit oxo.Score) oxo.Score {
	if left&1 != 0 {
		return g.zugzwangs(own, winning, mask, next, left, limit)
	}
	claims, threats, rest := g.followUp(own, winning, mask, next)
	hi := oxo.Draw
	switch {
	case threats != 0:
		hi = oxo.Loss(left - g.unplayed(threats))
	case g.hasLine(own | claims):
		hi = oxo.Loss(left)
	}
	if hi < limit && g.stops(rest, next&g.claimed) {
		return hi
	}
	return oxo.Win(3)
}

// linesLeft returns how many lines the rules leave the mover at best, for the order
// of the moves; and, where that counts, how many winning squares are on top of
// one another.
func (g *guide[H]) linesLeft(own, winning, mask, next uint64, left int) (stacks, lines int) {
	if left&1 == 0 {
		_, _, rest := g.followUp(own, winning, mask, next)
		return 0, g.lines(rest)
	}
	lines = fewLines
	for targets := g.targets(winning, next); targets != 0; targets &= targets - 1 {
		_, rest, _ := g.zugzwang(own, winning, mask, next, targets&-targets)
		lines = min(lines, g.lines(rest))
	}
	return bits.OnesCount64(winning & (winning << 1)), lines
}

// followUp returns the follower's claims, its threats among them, and the squares
// that it leaves the mover. Where these have no line, the follower wins if it has
// a threat, or a line in the end; else it does not lose.
func (g *guide[H]) followUp(own, winning, mask, next uint64) (claims, threats, rest uint64) {
	claims = g.claimed &^ mask &^ next
	threats = winning & claims
	return claims, threats, g.board &^ (own | claims | g.above(threats))
}

// unplayed returns how many squares are empty when the follower completes a
// line on one of its threats at the latest: everything else is full, and below
// each threat nobody has played; then the mover must, below one of them.
func (g *guide[H]) unplayed(threats uint64) int {
	dead := g.above(threats)
	return bits.OnesCount64(dead) + 2*bits.OnesCount64(threats&^dead) - 2
}

// zugzwangs tries each target of the rule zugzwang. It returns the most that
// the position is worth to the mover, if that is less than limit, else a win.
func (g *guide[H]) zugzwangs(own, winning, mask, next uint64, left int, limit oxo.Score) oxo.Score {
	hi := oxo.Win(3)
	for targets := g.targets(winning, next); targets != 0; targets &= targets - 1 {
		threats, rest, single := g.zugzwang(own, winning, mask, next, targets&-targets)
		if loss := oxo.Loss(left - g.unplayed(threats)); loss < min(hi, limit) && g.stops(rest, single) {
			hi = loss
		}
	}
	return hi
}

// targets are the winning squares that zugzwang may be about.
func (g *guide[H]) targets(winning, next uint64) uint64 { return winning &^ g.claimed &^ next }

// zugzwang is for an odd number of empty squares, and a winning square, the
// target, that the follower would not claim by following up, so that there is
// an odd number of squares above it. The follower follows up, but
// in the column of the target it claims every second square from there down.
// All squares are then paired but those from the one below the target up;
// when nothing else is left the mover must play there.
func (g *guide[H]) zugzwang(own, winning, mask, next, target uint64) (threats, rest, single uint64) {
	column := g.column(bits.TrailingZeros64(target) / (g.h() + 1))
	parity := g.claimed ^ column // every second square, the other ones in the column
	claims := parity &^ mask &^ next &^ (column & -target)
	threats = winning&claims | target
	return threats, g.board &^ own &^ claims &^ target &^ g.above(threats), next & parity
}

// above returns the squares above those given. In each column the spare bit
// less a square's is all that is above the square and the square itself: so
// that is what is left of it less the bit above the lowest square.
func (g *guide[H]) above(squares uint64) uint64 {
	lowest := (g.spare - squares) & squares
	return (g.spare - lowest<<1) & g.board
}

// stops reports whether the mover has no line in rest, of which it gets only one
// of each pair of the single squares. The follower chooses the pairs, the mover
// which one of each to take. More than two pairs are left alone.
func (g *guide[H]) stops(rest, single uint64) bool {
	if !g.hasLine(rest) {
		return true
	}
	if single &= rest; single == 0 || g.hasLine(rest&^single) {
		return false
	}
	a := single & -single
	others := single &^ a
	switch bits.OnesCount64(single) {
	case 2:
		return !g.hasLine(rest&^a) && !g.hasLine(rest&^others)
	case 4:
		for with := others; with != 0; with &= with - 1 {
			b := with & -with
			if g.twoPairsStop(rest, a, b, others&^b) {
				return true
			}
		}
	}
	return false
}

// twoPairsStop tries the four ways to lose one of a and b and one of the other
// two.
func (g *guide[H]) twoPairsStop(rest, a, b, others uint64) bool {
	c := others & -others
	d := others &^ c
	return !g.hasLine(rest&^a&^c) && !g.hasLine(rest&^a&^d) && !g.hasLine(rest&^b&^c) && !g.hasLine(rest&^b&^d)
}
