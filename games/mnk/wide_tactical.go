package mnk

import (
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
)

// tacticalWide is a wide position of a game with patterns. A selective search judges its moves
// by them (search.Tactical).
type tacticalWide struct{ wide }

// Clone returns a copy that a selective search can search too.
func (p *tacticalWide) Clone() oxo.Position { return &tacticalWide{*p.clone()} }

// Noisy appends only the move that stops a four: [tacticalWide.shortlist] finds wins by fours.
func (p *tacticalWide) Noisy(buf []oxo.Move) []oxo.Move {
	if p.lined || !p.Threatened() {
		return buf
	}
	buf, _ = p.shortlist(0, buf)
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

// Facts implements [oxo.Factual]. The unit is about the weight of an open two.
func (p *tacticalWide) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Unit: 180} }

// pass is the move that passes the turn.
const pass = maxSide * maxSide

// passHash changes the hash of a position after a pass.
const passHash = 0x9e3779b97f4a7c15

// Idle returns a pass. No game has it, but a search may ask what the other side would do with two moves.
func (p *tacticalWide) Idle() (oxo.Move, bool) { return pass, p.ply+1 < p.g.squares }

// Make puts a stone, or passes.
func (p *tacticalWide) Make(m oxo.Move) {
	if m == pass {
		p.ply++
		p.hash ^= passHash
		return
	}
	p.wide.Make(m)
}

// Unmake takes back a stone or a pass.
func (p *tacticalWide) Unmake(m oxo.Move) {
	if m == pass {
		p.ply--
		p.hash ^= passHash
		return
	}
	p.wide.Unmake(m)
}

// Quiet reports whether a move neither makes nor stops a four.
func (p *tacticalWide) Quiet(m oxo.Move) bool {
	return !p.field.flag(0, int(m), isFour) && !p.field.flag(1, int(m), isFour)
}

// Exchange reports true: there are no captures.
func (p *tacticalWide) Exchange(oxo.Move, oxo.Score) bool { return true }

// Tactics lists the few moves worth searching: most are not.
func (p *tacticalWide) Tactics() knowledge.Tactics {
	return knowledge.Tactics{Shortlist: p.shortlist}
}

// maxListed limits the moves that a selective search looks at. Near the horizon it looks at fewer:
// nearListed and the square of the depth, which are more than it searches there.
const (
	maxListed  = 40
	nearListed = 10
)

// From threatsDepth on a selective search looks for wins by threats of all kinds, within a
// number of positions, threatsShare for each ply of depth. From manyThreats on each further
// ply multiplies this number by four, since deep nodes are few. (Doubling it with each ply
// from threatsDepth on lost 56 Elo at 150 ms a move.)
const (
	threatsDepth = 6
	threatsShare = 20
	manyThreats  = 8
	maxThreats   = 20000
)

// threatsLimit returns the limit, in positions, of a search for a win by threats.
func threatsLimit(depth int) int {
	return min(threatsShare*depth<<min(2*max(depth-manyThreats, 0), 20), maxThreats)
}

// shortlist appends the moves worth searching, best first, and returns proven bounds. At depth
// 0 it appends moves only if the other side has a four.
func (p *tacticalWide) shortlist(depth int, buf []oxo.Move) ([]oxo.Move, oxo.Bounds) {
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
	if n := p.quickWin(mine); n > 0 {
		return append(buf, oxo.Move(p.threats.first)), oxo.Between(oxo.Win(n), oxo.Infinity)
	}
	if stop != none {
		return append(buf, oxo.Move(stop)), oxo.Bounds{}
	}
	if depth >= threatsDepth {
		if n, first := p.proveThreats(mine, threatsLimit(depth)); n > 0 {
			return append(buf, oxo.Move(first)), oxo.Between(oxo.Win(n), oxo.Infinity)
		}
	}
	if depth == 0 {
		return buf, oxo.Bounds{}
	}
	return p.likely(buf, mine, min(nearListed+depth*depth, maxListed)), oxo.Bounds{}
}

// likely appends the moves near stones, best first, at most a number. If the other side threatens to win by
// fours, it appends only moves that may stop that.
func (p *wide) likely(buf []oxo.Move, mine, most int) []oxo.Move {
	var answers squareSet
	lost := p.threatened(&answers)
	if lost > 0 {
		most = maxListed
	}
	from := len(buf)
	var ranks [maxListed]int32
	f := p.field
	for w, word := range f.near() {
		if lost > 0 {
			word &= answers[w]
		}
		for ; word != 0; word &= word - 1 {
			sq := w<<6 | bits.TrailingZeros64(word)
			r := f.rank(mine, sq)
			if at := len(buf) - from; at < most {
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
	}
	if len(buf) == from { // no empty square is near a stone
		buf = p.anywhere(buf, &answers, lost > 0)
	}
	return buf
}

// anywhere appends the first empty square, or the first that may stop a threat if there is one.
func (p *wide) anywhere(buf []oxo.Move, answers *squareSet, threatened bool) []oxo.Move {
	for _, sq := range p.g.order {
		if p.cells[sq] == none && (!threatened || answers.has(sq)) {
			return append(buf, oxo.Move(sq))
		}
	}
	return buf
}
