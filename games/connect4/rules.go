package connect4

import (
	"math/bits"

	"oxo"
)

// The rules of this file prove bounds of positions without a search, for the
// side that just moved, the follower: by a way to answer every move of the
// other side, the mover, whatever it does. docs/connect4.md explains them.

// Following up is for an even number of empty squares: the follower answers each
// stone by one on top of it. So it gets every second square of each column,
// counted from the top row down: its claims. In a column with an odd number of
// empty squares the lowest one stands over; such columns are even in number,
// and the follower answers a stone on the lowest square of one by a stone on
// that of another, its pair.

// outlook returns the most that the position is worth to the mover, if a rule
// knows, else a win; how many lines the rules leave it at best; and, where that
// counts, how many winning squares are on top of one another.
func (g *guide[H]) outlook(own, winning, mask, next uint64, left int) (hi oxo.Score, stacks, lines int) {
	if left&1 == 0 {
		hi, lines = g.followUp(own, winning, mask, next, left)
		return hi, 0, lines
	}
	hi, lines = oxo.Win(3), fewLines
	if targets := winning &^ g.claimed &^ next; targets != 0 {
		hi, lines = g.zugzwangs(own, winning, mask, next, targets, left)
	}
	return hi, bits.OnesCount64(winning & (winning << 1)), lines
}

// followUp returns the most that the position is worth to the mover where the
// follower's claims leave the mover no line: the follower wins where it has a
// threat among them, or a line in the end; else it does not lose. And it
// returns how many lines they leave.
func (g *guide[H]) followUp(own, winning, mask, next uint64, left int) (hi oxo.Score, lines int) {
	claims := g.claimed &^ mask &^ next
	threats := winning & claims
	rest := g.board &^ (own | claims | g.above(threats))
	lines = g.lines(rest)
	switch {
	case lines != 0 && !g.pairsStop(rest, next&g.claimed&rest):
		return oxo.Win(3), lines
	case threats != 0:
		return oxo.Loss(left - g.unplayed(threats)), lines
	case g.hasLine(own | claims):
		return oxo.Loss(left), lines
	}
	return oxo.Draw, lines
}

// unplayed returns how many squares are empty when the follower completes a
// line on one of its threats at the latest: everything else is full, and below
// each threat nobody has played; then the mover must, below one of them.
func (g *guide[H]) unplayed(threats uint64) int {
	dead := g.above(threats)
	return bits.OnesCount64(dead) + 2*bits.OnesCount64(threats&^dead) - 2
}

// zugzwangs tries each target of the rule zugzwang. It returns the most that
// the position is worth to the mover, and how many lines the best target leaves
// it.
func (g *guide[H]) zugzwangs(own, winning, mask, next, targets uint64, left int) (hi oxo.Score, fewest int) {
	hi, fewest = oxo.Win(3), fewLines
	for ; targets != 0; targets &= targets - 1 {
		threats, rest, single := g.zugzwang(own, winning, mask, next, targets&-targets)
		lines := g.lines(rest)
		if fewest = min(fewest, lines); lines == 0 || g.pairsStop(rest, single) {
			hi = min(hi, oxo.Loss(left-g.unplayed(threats)))
		}
	}
	return hi, fewest
}

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
	rest = g.board &^ own &^ claims &^ target &^ g.above(threats)
	return threats, rest, next & parity & rest
}

// above returns the squares above those given. In each column the spare bit
// less a square's is all that is above the square and the square itself: so
// that is what is left of it less the bit above the lowest square.
func (g *guide[H]) above(squares uint64) uint64 {
	lowest := (g.spare - squares) & squares
	return (g.spare - lowest<<1) & g.board
}

// pairsStop reports whether the mover has no line in rest, of which it gets
// only one of each pair of the single squares. The follower chooses the pairs,
// the mover which one of each to take. More than two pairs are left alone.
func (g *guide[H]) pairsStop(rest, single uint64) bool {
	if single == 0 || g.hasLine(rest&^single) {
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
