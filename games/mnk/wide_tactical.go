package mnk

import "oxo"

// tacticalWide is a wide position of a game that has patterns: a selective search may
// judge its moves (search.Tactical, search.Shortlisting).
type tacticalWide struct{ wide }

// Clone returns a copy that a selective search may search too.
func (p *tacticalWide) Clone() oxo.Position { return &tacticalWide{*p.clone()} }

// Noisy appends no move but the one that stops a four: wins by fours are found by
// [tacticalWide.Shortlist].
func (p *tacticalWide) Noisy(buf []oxo.Move) []oxo.Move {
	if p.lined || !p.Threatened() {
		return buf
	}
	buf, _ = p.Shortlist(0, buf)
	return buf
}

// Threatened reports whether the game is over or the other side has a four.
func (p *tacticalWide) Threatened() bool {
	if p.lined {
		return true
	}
	sq, _ := p.completing(1 - p.ply&1)
	return sq != none
}

// Unit is what an open two or so weighs.
func (p *tacticalWide) Unit() oxo.Score { return 180 }

// Idle passes nothing: the turn follows from the stones.
func (p *tacticalWide) Idle() (oxo.Move, bool) { return 0, false }

// Quiet reports whether a move makes no four and stops none.
func (p *tacticalWide) Quiet(m oxo.Move) bool {
	j := p.judged
	return max(j.shapes[0][m], j.shapes[1][m]) < fourUnit
}

// Exchange reports true: no move loses what it takes.
func (p *tacticalWide) Exchange(oxo.Move, oxo.Score) bool { return true }

// mostListed is how many moves a selective search looks at.
const mostListed = 40

// From threatsDepth on a selective search looks for wins by threats of all kinds, within
// threatsShare positions for a ply, and from manyThreats on with four times as many for
// a ply more: so deep nodes are few. (Twice as many for each ply, from threatsDepth on,
// lost 56 Elo at 150 ms a move.)
const (
	threatsDepth = 4
	threatsShare = 20
	manyThreats  = 8
	mostThreats  = 20000
)

// threatsLimit is how many positions the search for a win by threats may visit.
func threatsLimit(depth int) int {
	return min(threatsShare*depth<<min(2*max(depth-manyThreats, 0), 20), mostThreats)
}

// Shortlist appends the moves that matter, best first, and returns what is proven of the
// position. At depth 0 it appends moves only where the other side has a four.
func (p *tacticalWide) Shortlist(depth int, buf []oxo.Move) ([]oxo.Move, oxo.Bounds) {
	if p.lined {
		return buf, oxo.Exactly(oxo.Loss(0))
	}
	if p.ply == p.g.squares {
		return buf, oxo.Exactly(oxo.Draw)
	}
	mine := p.ply & 1
	if sq, _ := p.completing(mine); sq != none {
		return append(buf, oxo.Move(sq)), oxo.Exactly(oxo.Win(1))
	}
	stop, second := p.completing(1 - mine)
	if second != none {
		return append(buf, oxo.Move(stop)), oxo.Exactly(oxo.Loss(2))
	}
	if n := p.winByFours(mine, nodeThreats); n > 0 {
		return append(buf, oxo.Move(p.threats.first)), oxo.Between(oxo.Win(n), oxo.Infinity)
	}
	if stop != none {
		return append(buf, oxo.Move(stop)), oxo.Bounds{}
	}
	if depth >= threatsDepth {
		if n, first := p.winByThreats(mine, threatsLimit(depth)); n > 0 {
			return append(buf, oxo.Move(first)), oxo.Between(oxo.Win(n), oxo.Infinity)
		}
	}
	if depth == 0 {
		return buf, oxo.Bounds{}
	}
	return p.likely(buf, mine), oxo.Bounds{}
}

// leastShape is what a square weighs at least, for one side, that a selective search
// looks at: more than lines with nothing but room give.
const leastShape = 7

// likely appends the moves near stones, best first; where the other side threatens to
// win by fours, those that may stop it.
func (p *wide) likely(buf []oxo.Move, mine int) []oxo.Move {
	var answers squareSet
	lost := p.threatened(&answers)
	from := len(buf)
	var ranks [mostListed]int32
	own, opp := p.judged.shapes[mine], p.judged.shapes[1-mine]
	for sq, cell := range p.cells {
		if cell != none || max(own[sq], opp[sq]) < leastShape || lost > 0 && !answers.has(sq) {
			continue
		}
		r := p.rank(mine, sq)
		if at := len(buf) - from; at < mostListed {
			buf = append(buf, 0)
		} else if r <= ranks[at-1] {
			continue
		}
		at := len(buf) - from - 1
		for ; at > 0 && ranks[at-1] < r; at-- {
			ranks[at], buf[from+at] = ranks[at-1], buf[from+at-1]
		}
		ranks[at], buf[from+at] = r, oxo.Move(sq)
	}
	if len(buf) == from { // no stone is near
		buf = p.anywhere(buf, &answers, lost > 0)
	}
	return buf
}

// anywhere appends the first empty square, of those that may stop a threat if there is
// one.
func (p *wide) anywhere(buf []oxo.Move, answers *squareSet, threatened bool) []oxo.Move {
	for _, sq := range p.g.order {
		if p.cells[sq] == none && (!threatened || answers.has(sq)) {
			return append(buf, oxo.Move(sq))
		}
	}
	return buf
}
