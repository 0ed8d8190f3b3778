package connect4

import "oxo"

// This file has the functions of rules.go for large boards.

// bound returns an upper bound of the value for the mover if a rule proves one below limit, otherwise a win.
func (g *largeGame) bound(own, winning, mask, next word, left int, limit oxo.Score) oxo.Score {
	if left&1 != 0 {
		return g.zugzwangs(own, winning, mask, next, left, limit)
	}
	claims, threats, rest := g.followUp(own, winning, mask, next)
	hi := oxo.Draw
	switch {
	case !threats.empty():
		hi = oxo.Loss(left - g.unplayed(threats))
	case own.or(claims).hasLine(g.high):
		hi = oxo.Loss(left)
	}
	if hi < limit && g.stops(rest, next.and(g.claimed)) {
		return hi
	}
	return g.twoTargets(own, winning, mask, next, left, limit)
}

// linesLeft returns how many lines the rules leave the mover at best, for the move order. If it matters, it also returns
// how many winning squares are on top of one another.
func (g *largeGame) linesLeft(own, winning, mask, next word, left int) (stacks, lines int) {
	if left&1 == 0 {
		_, _, rest := g.followUp(own, winning, mask, next)
		return 0, rest.lines(g.high)
	}
	lines = fewLines
	for targets := g.targets(winning, next); !targets.empty(); targets = targets.andNot(targets.lowest()) {
		target := targets.lowest()
		_, rest, _ := g.closing(own, winning, mask, next, target, g.columnsOf(target))
		lines = min(lines, rest.lines(g.high))
	}
	return winning.and(winning.up(1)).count(), lines
}

func (g *largeGame) followUp(own, winning, mask, next word) (claims, threats, rest word) {
	claims = g.claimed.andNot(mask).andNot(next)
	threats = winning.and(claims)
	return claims, threats, g.board.andNot(own.or(claims).or(g.above(threats)))
}

// unplayed returns the least number of squares that can be empty when the follower has completed a line on one of its
// threats.
func (g *largeGame) unplayed(threats word) int {
	dead := g.above(threats)
	return dead.count() + 2*threats.andNot(dead).count() - 2
}

func (g *largeGame) zugzwangs(own, winning, mask, next word, left int, limit oxo.Score) oxo.Score {
	hi := oxo.Win(3)
	for targets := g.targets(winning, next); !targets.empty(); targets = targets.andNot(targets.lowest()) {
		target := targets.lowest()
		hi = g.closed(own, winning, mask, next, target, g.columnsOf(target), left, hi, limit)
	}
	if hi > oxo.Draw && limit > oxo.Draw && left < earlyFrom && !g.board.andNot(own).hasLine(g.high) {
		return oxo.Draw // the mover has no line left, which only happens near the end
	}
	return hi
}

func (g *largeGame) twoTargets(own, winning, mask, next word, left int, limit oxo.Score) oxo.Score {
	hi := oxo.Win(3)
	for targets := g.targets(winning, next); !targets.empty(); targets = targets.andNot(targets.lowest()) {
		first := targets.lowest()
		column := g.columnsOf(first)
		for others := targets.andNot(column); !others.empty(); others = others.andNot(others.lowest()) {
			second := others.lowest()
			hi = g.closed(own, winning, mask, next, first.or(second), column.or(g.columnsOf(second)), left, hi, limit)
		}
	}
	return hi
}

// closed returns the bound that closing some columns proves, if it is below hi and limit, otherwise hi.
func (g *largeGame) closed(own, winning, mask, next, targets, columns word, left int, hi, limit oxo.Score) oxo.Score {
	threats, rest, single := g.closing(own, winning, mask, next, targets, columns)
	if loss := oxo.Loss(left - g.unplayed(threats)); loss < min(hi, limit) && g.stops(rest, single) {
		return loss
	}
	return hi
}

func (g *largeGame) targets(winning, next word) word { return winning.andNot(g.claimed).andNot(next) }

func (g *largeGame) closing(own, winning, mask, next, targets, columns word) (threats, rest, single word) {
	parity := g.claimed.xor(columns)
	claims := parity.andNot(mask).andNot(next).andNot(columns.and(g.spare.minus(targets)))
	threats = winning.and(claims).or(targets)
	return threats, g.board.andNot(own.or(claims).or(targets).or(g.above(threats))), next.and(parity)
}

// columnsOf returns all squares of the column of a square.
func (g *largeGame) columnsOf(square word) word { return g.columns[square.first()/g.step] }

// above returns the squares above the given ones.
func (g *largeGame) above(squares word) word {
	lowest := g.spare.minus(squares).and(squares)
	return g.spare.minus(lowest.up(1)).and(g.board)
}

// stops reports whether the mover has no line in the set rest, if it gets one of each pair of the single squares.
func (g *largeGame) stops(rest, single word) bool {
	if !rest.hasLine(g.high) {
		return true
	}
	if single = single.and(rest); single.empty() || rest.andNot(single).hasLine(g.high) {
		return false
	}
	a := single.lowest()
	others := single.andNot(a)
	switch single.count() {
	case 2:
		return !rest.andNot(a).hasLine(g.high) && !rest.andNot(others).hasLine(g.high)
	case 4:
		for with := others; !with.empty(); with = with.andNot(with.lowest()) {
			b := with.lowest()
			if g.twoPairsStop(rest, a, b, others.andNot(b)) {
				return true
			}
		}
	}
	return false
}

func (g *largeGame) twoPairsStop(rest, a, b, others word) bool {
	c := others.lowest()
	d := others.andNot(c)
	stopped := func(x, y word) bool { return !rest.andNot(x.or(y)).hasLine(g.high) }
	return stopped(a, c) && stopped(a, d) && stopped(b, c) && stopped(b, d)
}
