package mnk

import "oxo"

// In a win by fours in renju and caro each move of the attacker threatens to win at once, and the
// search tries every answer that stops it. It asks the rules about each move. So a square that is
// forbidden to black is neither a four of black nor an answer of black.

// Limits, in moves of the attacker, of a search for such a win, and of its depth.
const (
	strictFours = 80
	foursDeep   = 24
)

// byFours returns an upper limit of the plies to a win of the side to move by fours, and its
// first move; 0 if none was found.
func (p *strict) byFours() (plies int, first oxo.Move) {
	left := strictFours
	return p.four(&left, foursDeep)
}

// foursBounds returns the bounds that such a win proves, if the known bounds leave a win open.
func (p *strict) foursBounds(known oxo.Bounds) oxo.Bounds {
	if known.Hi().IsWin() {
		if n, _ := p.byFours(); n > 0 {
			return oxo.Between(oxo.Win(n), oxo.Infinity)
		}
	}
	return oxo.Bounds{}
}

// four looks for a win of the side to move.
func (p *strict) four(left *int, deep int) (plies int, first oxo.Move) {
	var list squareList
	mine := p.ply & 1
	switch p.urgent(&list) {
	case canWin:
		return 1, oxo.Move(list.squares[0])
	case calm:
		if p.live[mine][p.g.rules.K-2] == 0 {
			return 0, 0
		}
		p.lacking(mine, 2, &list)
	case isLost, tooMany:
		return 0, 0
	}
	barred := p.bars()
	for _, sq := range list.all() {
		if *left == 0 || deep == 0 {
			return 0, 0
		}
		if !p.open(int(sq), barred) {
			continue
		}
		*left--
		m := oxo.Move(sq)
		p.Make(m)
		n := 0
		if p.Outcome() == oxo.Ongoing {
			n = p.answer(left, deep-1)
		}
		p.Unmake(m)
		if n > 0 {
			return 1 + n, m
		}
	}
	return 0, 0
}

// answer returns an upper limit of the plies in which the side to move loses to fours, whatever its
// answer to the last four; 0 if an answer may save it.
func (p *strict) answer(left *int, deep int) (plies int) {
	var list squareList
	switch p.urgent(&list) {
	case isLost:
		return 2
	case mustStop:
	default: // it can win itself, or the last move did not make a four
		return 0
	}
	for _, sq := range list.all() {
		m := oxo.Move(sq)
		p.Make(m)
		n := 0
		if p.Outcome() == oxo.Ongoing {
			n, _ = p.four(left, deep)
		}
		p.Unmake(m)
		if n == 0 {
			return 0
		}
		plies = max(plies, 1+n)
	}
	return plies
}

// lacking lists the empty squares of a side's open lines that lack a number of stones.
func (p *strict) lacking(side, missing int, list *squareList) {
	n := p.g.rules.K - missing
	left := p.live[side][n]
	for line := 0; left > 0; line++ {
		if int(p.counts[side][line]) != n || p.counts[1-side][line] != 0 {
			continue
		}
		left--
		for _, sq := range p.g.lines[line] {
			if p.cells[sq] == none {
				list.add(sq)
			}
		}
	}
}
