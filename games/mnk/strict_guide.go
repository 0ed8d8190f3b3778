package mnk

import (
	"slices"

	"oxo"
	"oxo/game/knowledge"
)

// strictGuide knows a row that wins at once, and the moves that stop such a row of the other side.
// It asks the rules about each of these squares. So it knows that a four does not threaten if its
// fifth square does not win, and that a side loses if the only square that stops a four is forbidden
// to it.
type strictGuide strict

// strictUnit is the worth, in an estimate, of a line with two stones of the side to move.
const strictUnit = 3 * 16

// lineWorth is the worth of a line with a number of stones.
func lineWorth(stones int) int { return 1 << (2 * min(stones, 12)) }

// maxWinning limits the squares that [strict.winning] finds.
const maxWinning = 16

// squareList is a list of squares. It has room for the winning squares, and for the ends of up to
// four rows through each of them.
type squareList struct {
	squares [9 * maxWinning]int16
	n       int
}

func (l *squareList) all() []int16 { return l.squares[:l.n] }

func (l *squareList) add(sq int) {
	if l.n < len(l.squares) && !slices.Contains(l.all(), int16(sq)) {
		l.squares[l.n] = int16(sq)
		l.n++
	}
}

// winning lists squares that win for a side: all of them if fewer than maxWinning win.
func (p *strict) winning(side int, list *squareList) {
	k := p.g.rules.K
	left := p.live[side][k-1]
	for line := 0; left > 0 && list.n < maxWinning; line++ {
		if int(p.counts[side][line]) != k-1 || p.counts[1-side][line] != 0 {
			continue
		}
		left--
		for _, sq := range p.g.lines[line] {
			if p.cells[sq] == none && p.wins(side, sq) {
				list.add(sq)
			}
		}
	}
}

// urgency says whether the side to move can win at once, or must stop a row: see [strict.urgent].
type urgency uint8

const (
	calm     urgency = iota // nobody can win at once
	canWin                  // the listed move wins
	mustStop                // only the listed moves stop a row
	isLost                  // no move stops a row
	tooMany                 // too many squares win: nothing is known
)

// urgent finds out whether the side to move can win at once, or has to stop a row.
func (p *strict) urgent(list *squareList) urgency {
	mine := p.ply & 1
	if p.winning(mine, list); list.n > 0 {
		return canWin // five in a row is never forbidden
	}
	var threats squareList
	p.winning(1-mine, &threats)
	switch {
	case threats.n == 0:
		return calm
	case threats.n >= maxWinning:
		return tooMany
	}
	p.stops(mine, &threats, list)
	if list.n == 0 {
		return isLost
	}
	return mustStop
}

// stops lists the legal moves after which no square of a list wins for the other side. Such a move
// takes a square of the list, or in caro the second end of a row.
func (p *strict) stops(mine int, threats, list *squareList) {
	var near squareList
	for _, sq := range threats.all() {
		near.add(int(sq))
		if p.g.rules.Caro {
			p.ends(1-mine, int(sq), &near)
		}
	}
	barred := p.bars()
	for _, sq := range near.all() {
		if !p.open(int(sq), barred) {
			continue
		}
		p.cells[sq] = int8(mine)
		if !slices.ContainsFunc(threats.all(), func(other int16) bool { return other != sq && p.wins(1-mine, int(other)) }) {
			list.add(int(sq))
		}
		p.cells[sq] = none
	}
}

// ends adds the squares at the ends of the rows of k that a stone of a side makes.
func (p *strict) ends(side, sq int, list *squareList) {
	columns, rows := p.g.rules.Columns, p.g.rules.Rows
	for _, step := range steps() {
		w := p.rowThrough(side, sq, step)
		if w.length != p.g.rules.K {
			continue
		}
		for _, n := range [2]int{-1, w.length} {
			x, y := w.from%columns+n*step[0], w.from/columns+n*step[1]
			if x >= 0 && x < columns && y >= 0 && y < rows {
				list.add(y*columns + x)
			}
		}
	}
}

// Guide returns the knowledge about this position.
func (p *strict) Guide() oxo.Guide { return (*strictGuide)(p) }

// Expand implements [oxo.Guide].
func (gd *strictGuide) Expand(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	p := (*strict)(gd)
	switch p.Outcome() {
	case oxo.Lost:
		return buf, oxo.Exactly(oxo.Loss(0))
	case oxo.Drawn:
		return buf, oxo.Exactly(oxo.Draw)
	}
	var list squareList
	known := oxo.Bounds{}
	switch p.urgent(&list) {
	case canWin:
		return decided(buf, oxo.Move(list.squares[0]), oxo.Win(1))
	case isLost:
		return decided(buf, p.anyMove(), oxo.Loss(2))
	case mustStop:
		for _, sq := range list.all() {
			buf = append(buf, oxo.Child{Move: oxo.Move(sq), Bounds: oxo.Bounds{}})
		}
		return buf, oxo.Bounds{}
	case calm:
		known = p.lineBounds()
	}
	if known.Decide(alpha, beta) {
		return buf, known
	}
	if known = known.And(p.foursBounds(known)); known.Decide(alpha, beta) {
		return buf, known
	}
	from, barred := len(buf), p.bars()
	for _, sq := range p.g.order {
		if p.open(sq, barred) {
			buf = append(buf, oxo.Child{Move: oxo.Move(sq), Bounds: oxo.Bounds{}, Order: p.worth(sq)})
		}
	}
	boundAll(buf[from:], known)
	return buf, known
}

// lineBounds returns the bounds that the lines prove when nobody can win at once. A row that wins
// contains a line of k. So a side that has no line free of the other side's stones does not win, and
// a side whose lines lack r stones needs r moves. The potential of the lines ([lineBounds]) bounds
// the chances of a side if its opponent may take any square: in renju only white may.
func (p *strict) lineBounds() oxo.Bounds {
	mine, whole, left := p.ply&1, 1<<(p.g.rules.K&31), p.g.squares-p.ply
	own, opp := p.sideLines(mine), p.sideLines(1-mine)
	free := func(side int) bool { return side == 1 || !p.g.rules.Renju }
	lo, hi := oxo.Draw, oxo.Draw
	if soonest := max(2*own.least-1, 3); own.least <= p.g.rules.K && soonest <= left && (own.potential >= whole/2 || !free(1-mine)) {
		hi = oxo.Win(soonest)
	}
	if soonest := max(2*opp.least, 4); opp.least <= p.g.rules.K && soonest <= left && (opp.potential >= whole || !free(mine)) {
		lo = oxo.Loss(soonest)
	}
	return oxo.Between(lo, hi)
}

// sideLines sums up the lines of a side that are free of the other's stones.
func (p *strict) sideLines(side int) sideLines {
	s := sideLines{least: p.g.rules.K + 1}
	for n, lines := range p.live[side] {
		if lines > 0 {
			s.least = p.g.rules.K - n
			s.potential += lines << n
		}
	}
	return s
}

// anyMove returns the first legal move.
func (p *strict) anyMove() oxo.Move {
	barred := p.bars()
	for _, sq := range p.g.order {
		if p.open(sq, barred) {
			return oxo.Move(sq)
		}
	}
	panic("mnk: anyMove: want a position with a legal move") // a broken contract
}

// worth returns how good a square looks: the worth of the lines through it, for both sides.
func (p *strict) worth(sq int) (sum int32) {
	mine := p.ply & 1
	for _, line := range p.g.through[sq] {
		own, opp := int(p.counts[mine][line]), int(p.counts[1-mine][line])
		switch {
		case opp == 0:
			sum += int32(3 * lineWorth(own))
		case own == 0:
			sum += int32(2 * lineWorth(opp))
		}
	}
	return sum
}

// Evaluate compares the lines that are open to each side.
func (p *strict) Evaluate() oxo.Score {
	var own, opp int
	for n := range p.live[0] {
		own += lineWorth(n) * p.live[p.ply&1][n]
		opp += lineWorth(n) * p.live[1-p.ply&1][n]
	}
	return p.g.estimate(own, opp)
}

// Noisy appends the moves that stop a row.
func (p *strict) Noisy(buf []oxo.Move) []oxo.Move {
	if !p.Threatened() {
		return buf
	}
	buf, _ = p.shortlist(0, buf)
	return buf
}

// Threatened reports whether the game is over or the other side can win at once.
func (p *strict) Threatened() bool {
	if p.Outcome() != oxo.Ongoing {
		return true
	}
	var list squareList
	p.winning(1-p.ply&1, &list)
	return list.n > 0
}

// Idle reports false: a null move is impossible, since the turn follows from the stones.
func (p *strict) Idle() (oxo.Move, bool) { return 0, false }

// Quiet reports whether a move neither makes nor stops a line that lacks one stone.
func (p *strict) Quiet(m oxo.Move) bool {
	return !slices.ContainsFunc(p.g.through[m], func(line int) bool {
		own, opp := int(p.counts[0][line]), int(p.counts[1][line])
		return max(own, opp) >= p.g.rules.K-2 && min(own, opp) == 0
	})
}

// Exchange reports true: there are no captures.
func (p *strict) Exchange(oxo.Move, oxo.Score) bool { return true }

// Tactics lists the few moves worth searching.
func (p *strict) Tactics() knowledge.Tactics { return knowledge.Tactics{Shortlist: p.shortlist} }

// strictListed limits the moves that a selective search looks at.
const strictListed = 24

// shortlist appends the moves worth searching, best first, and returns proven bounds. At depth 0
// it appends moves only if the other side can win at once.
func (p *strict) shortlist(depth int, buf []oxo.Move) ([]oxo.Move, oxo.Bounds) {
	switch p.Outcome() {
	case oxo.Lost:
		return buf, oxo.Exactly(oxo.Loss(0))
	case oxo.Drawn:
		return buf, oxo.Exactly(oxo.Draw)
	}
	var list squareList
	u := p.urgent(&list)
	switch u {
	case canWin:
		return append(buf, oxo.Move(list.squares[0])), oxo.Exactly(oxo.Win(1))
	case isLost:
		return append(buf, p.anyMove()), oxo.Exactly(oxo.Loss(2))
	}
	if n, first := p.byFours(); n > 0 {
		return append(buf, first), oxo.Between(oxo.Win(n), oxo.Infinity)
	}
	if u == mustStop {
		for _, sq := range list.all() {
			buf = append(buf, oxo.Move(sq))
		}
		return buf, oxo.Bounds{}
	}
	if u == calm && depth == 0 {
		return buf, oxo.Bounds{}
	}
	return p.likely(buf), oxo.Bounds{}
}

// likely appends the legal moves with the greatest worth, best first.
func (p *strict) likely(buf []oxo.Move) []oxo.Move {
	from, barred := len(buf), p.bars()
	var ranks [strictListed]int32
	for _, sq := range p.g.order {
		if p.cells[sq] != none {
			continue
		}
		r := p.worth(sq)
		at := len(buf) - from
		if at == strictListed && r <= ranks[at-1] || !p.open(sq, barred) {
			continue
		}
		if at < strictListed {
			buf = append(buf, 0)
		} else {
			at--
		}
		for ; at > 0 && ranks[at-1] < r; at-- {
			ranks[at], buf[from+at] = ranks[at-1], buf[from+at-1]
		}
		ranks[at], buf[from+at] = r, oxo.Move(sq)
	}
	return buf
}
