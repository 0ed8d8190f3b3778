package connect4

import (
	"math/bits"

	"oxo"
)

// The rules of this file prove bounds of positions without a search, for the follower, who has
// just moved: by a way to answer every move of the mover. docs/know/connect4.md explains them.

// Follow-up (claimeven) is for an even number of empty squares: the follower answers each stone
// by one on top of it. So it gets every second square of each column, counted from the top row
// down: its claims. In a column with an odd number of empty squares the lowest one is left
// over. There is an even number of such columns, in pairs, and the follower answers a stone on
// one left-over square by a stone on the other of its pair.

// bound returns the most that the position is worth to the mover, if a rule proves less than
// limit, otherwise a win. It first computes what a rule would prove, which is mostly not
// below the limit. If it is below, bound then finds out whether the rule applies, which
// takes longer.
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
	return g.twoTargets(own, winning, mask, next, left, limit)
}

// linesLeft returns how many lines the rules leave the mover at best, for the move order. If it
// matters, it also returns how many winning squares are on top of one another.
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

// followUp returns the follower's claims, the threats among them, and the squares left to the
// mover. If the mover has no line in those squares, the follower wins if it has a threat or
// ends up with a line; otherwise it does not lose.
func (g *guide[H]) followUp(own, winning, mask, next uint64) (claims, threats, rest uint64) {
	claims = g.claimed &^ mask &^ next
	threats = winning & claims
	return claims, threats, g.board &^ (own | claims | g.above(threats))
}

// unplayed returns the least number of squares that are still empty after the follower
// completes a line on one of its threats. In the worst case only the columns with threats have
// empty squares: the lowest threat, the square below it and those above it. Then the mover must
// play below a threat, and the follower answers on the threat.
func (g *guide[H]) unplayed(threats uint64) int {
	dead := g.above(threats)
	return bits.OnesCount64(dead) + 2*bits.OnesCount64(threats&^dead) - 2
}

// zugzwangs tries each target of the zugzwang rule. It returns the most that the position is
// worth to the mover, if that is less than limit, otherwise a win.
func (g *guide[H]) zugzwangs(own, winning, mask, next uint64, left int, limit oxo.Score) oxo.Score {
	hi := oxo.Win(3)
	for targets := g.targets(winning, next); targets != 0; targets &= targets - 1 {
		threats, rest, single := g.zugzwang(own, winning, mask, next, targets&-targets)
		if loss := oxo.Loss(left - g.unplayed(threats)); loss < min(hi, limit) && g.stops(rest, single) {
			hi = loss
		}
	}
	if hi > oxo.Draw && limit > oxo.Draw && left < earlyFrom && !g.hasLine(g.board&^own) {
		return oxo.Draw // the mover has no line left, which only happens near the end
	}
	return hi
}

// targets returns the winning squares that the zugzwang rule can use.
func (g *guide[H]) targets(winning, next uint64) uint64 { return winning &^ g.claimed &^ next }

// zugzwang is for an odd number of empty squares and a target: a winning square that follow-up
// would not give the follower, so there is an odd number of squares above it. The follower
// follows up, but in the column of the target it claims every second square from the target
// down. Then all squares are paired except those from the one below the target up. When nothing
// else is left, the mover must play there.
func (g *guide[H]) zugzwang(own, winning, mask, next, target uint64) (threats, rest, single uint64) {
	return g.closing(own, winning, mask, next, target, g.column(bits.TrailingZeros64(target)/(g.h()+1)))
}

// closing closes the columns of some targets, one in each: the follower claims every second square from each target down.
func (g *guide[H]) closing(own, winning, mask, next, targets, columns uint64) (threats, rest, single uint64) {
	parity := g.claimed ^ columns // every second square; in these columns the squares between those
	claims := parity &^ mask &^ next &^ (columns & (g.spare - targets))
	threats = winning&claims | targets
	return threats, g.board &^ own &^ claims &^ targets &^ g.above(threats), next & parity
}

// twoTargets is for an even number of empty squares and two targets in two columns. Each of them closes an odd number of
// squares, so all others are paired, and the mover runs out of them: zugzwang with two columns. It returns the most that
// the position is worth to the mover, if that is less than limit, otherwise a win.
func (g *guide[H]) twoTargets(own, winning, mask, next uint64, left int, limit oxo.Score) oxo.Score {
	hi := oxo.Win(3)
	for targets := g.targets(winning, next); targets != 0; targets &= targets - 1 {
		first := targets & -targets
		column := g.column(bits.TrailingZeros64(first) / (g.h() + 1))
		for others := targets &^ column; others != 0; others &= others - 1 {
			second := others & -others
			both := column | g.column(bits.TrailingZeros64(second)/(g.h()+1))
			threats, rest, single := g.closing(own, winning, mask, next, first|second, both)
			if loss := oxo.Loss(left - g.unplayed(threats)); loss < min(hi, limit) && g.stops(rest, single) {
				hi = loss
			}
		}
	}
	return hi
}

// above returns the squares above the given ones. In each column, the spare bit minus the
// lowest given square is a run of ones from that square up; without its lowest bit it is the
// squares above.
func (g *guide[H]) above(squares uint64) uint64 {
	lowest := (g.spare - squares) & squares
	return (g.spare - lowest<<1) & g.board
}

// stops reports whether the mover has no line in the set rest. It gets only one of each pair
// of the single squares. The follower chooses the pairs, the mover chooses a square from
// each. With more than two pairs it reports false.
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

// twoPairsStop tries the four ways to lose one of the squares a and b, and one of the
// other two squares.
func (g *guide[H]) twoPairsStop(rest, a, b, others uint64) bool {
	c := others & -others
	d := others &^ c
	return !g.hasLine(rest&^a&^c) && !g.hasLine(rest&^a&^d) && !g.hasLine(rest&^b&^c) && !g.hasLine(rest&^b&^d)
}
