package mnk

import "oxo"

// Limits, in positions, of a search for a forced win: the first for any node; the second, with
// threats of all kinds, for the root of a search, where all moves are needed.
const (
	nodeThreats = 100
	rootThreats = 4000
)

// forcedWin is a forced win of the side to move: an upper limit of its plies and its first
// move, or 0 and none.
type forcedWin struct{ plies, first int }

// bounds returns the bounds that the win proves.
func (f forcedWin) bounds() oxo.Bounds {
	if f.plies == 0 {
		return oxo.Bounds{}
	}
	return oxo.Between(oxo.Win(f.plies), oxo.Infinity)
}

// forcedWin looks for a forced win of the side to move. It keeps the result for a root, since
// the root is evaluated many times.
func (p *wide) forcedWin(root bool) forcedWin {
	mine := p.ply & 1
	if !root {
		if n := p.quickWin(mine); n > 0 {
			return forcedWin{n, p.threats.first}
		}
		return forcedWin{0, none}
	}
	if t := p.threats; t != nil && t.asked && t.root == p.hash {
		return t.found
	}
	n, first := p.winByThreats(mine, rootThreats)
	t := p.threats
	t.root, t.asked, t.found = p.hash, true, forcedWin{n, first}
	return t.found
}

// expandByThreats is [wideGuide.Expand] for an ongoing game whose k is large enough for
// threats.
func (p *wide) expandByThreats(alpha, beta oxo.Score, buf []oxo.Child) ([]oxo.Child, oxo.Bounds) {
	mine := p.ply & 1
	// 1. A side is about to complete a line, or can make two fours.
	if m, b := p.nearEnd(mine); m != none {
		return decided(buf, oxo.Move(m), b)
	}
	// 2. Bounds from the lines, if nobody has a four.
	stop, _ := p.completing(1 - mine)
	known := oxo.Bounds{}
	if stop == none {
		own, opp := p.sideLines(mine), p.sideLines(1-mine)
		if known = lineBounds(p.g.rules.K, own, opp, p.g.squares-p.ply); known.Decide(alpha, beta) {
			return buf, known
		}
	}
	// 3. A forced win.
	won := forcedWin{first: none}
	if known.Hi().IsWin() {
		won = p.forcedWin(alpha == -oxo.Infinity && beta == oxo.Infinity)
	}
	if known = known.And(won.bounds()); known.Decide(alpha, beta) {
		return buf, known
	}
	if stop != none {
		return append(buf, oxo.Child{Move: oxo.Move(stop), Bounds: known}), known
	}
	// 4. The moves.
	from := len(buf)
	buf = p.children(buf, won, known.Lo().IsLoss())
	boundAll(buf[from:], known)
	return buf, known
}

// nearEnd returns a move that decides the game within three plies, and the value of the
// position. Without such a move it returns none.
func (p *wide) nearEnd(mine int) (int, oxo.Score) {
	if m, _ := p.completing(mine); m != none {
		return m, oxo.Win(1)
	}
	stop, second := p.completing(1 - mine)
	if second != none {
		return stop, oxo.Loss(2)
	}
	if stop == none {
		if m := p.twice(mine); m != none {
			return m, oxo.Win(3)
		}
	}
	return none, 0
}

// twice returns a square that makes two different threats of a side at once.
func (p *wide) twice(side int) int {
	if p.field == nil {
		return p.fork(side)
	}
	sq, _ := p.field.two(side, isTwice)
	return sq
}

// children appends all moves. If the position may be lost, it looks for a threat of the other
// side, and marks the moves that do not answer it as lost.
func (p *wide) children(buf []oxo.Child, won forcedWin, mayLose bool) []oxo.Child {
	mine, listed := p.ply&1, false
	var answers squareSet
	lost := 0
	if won.plies == 0 && mayLose {
		lost = p.threatened(&answers)
	}
	for _, sq := range p.g.order {
		if p.cells[sq] != none {
			continue
		}
		var b oxo.Bounds
		weight := p.moveWeight(mine, sq)
		switch {
		case sq == won.first:
			b, weight = won.bounds(), rankComplete
		case lost > 0 && answers.has(sq):
			weight += rankStop
		case lost > 0:
			b = oxo.Between(-oxo.Infinity, oxo.Loss(lost))
		}
		buf = appendMove(buf, sq, weight, b, p.lineless(sq), &listed)
	}
	return buf
}

// moveWeight returns the weight of a move, which its Order multiplies.
func (p *wide) moveWeight(mine, sq int) int32 {
	if p.field != nil {
		return p.field.rank(mine, sq)
	}
	return p.worth[0][sq] + p.worth[1][sq]
}

// threatened looks for a win by fours of the other side, as if it were to move. It returns
// the greatest number of plies from now until that win is complete, or 0 if there is no such
// win. It adds the moves that may stop the win to the set.
func (p *wide) threatened(answers *squareSet) int {
	opponent := 1 - p.ply&1
	n := p.quickWin(opponent)
	if n == 0 {
		return 0
	}
	var list [maxSide * maxSide]int16
	win, moves := p.threats.line[:p.threats.length], list[:0]
	if p.field != nil {
		moves = p.hunt().answers(opponent, win, moves)
	} else {
		moves = p.answers(opponent, win, moves)
	}
	for _, sq := range moves {
		answers.add(int(sq))
	}
	return n + 1
}
