package checkers

import (
	"math/bits"

	"oxo"
)

// state is the board and the plies without progress. Unmake restores it, and repetitions are
// found by it.
type state struct {
	pieces [2]uint64 // men and kings of each side
	kings  uint64    // of both sides
	quiet  int32     // plies since the last capture or move of a man
	few    int32     // plies with few kings, for the option fewkings
}

// position is a state and the states before it. A move has the squares it goes from and to, and
// which of the other side's pieces it captures, counted from the lowest bit: a side has at most
// 20.
//
//	 31                  12 11      6 5       0
//	| captured, a bit each |    to   |  from  |
type position struct {
	state
	g    *game
	turn oxo.Side
	past []state
	most int // captures of the jumps in the list being built
}

const (
	squareBits = 6
	squareMask = 1<<squareBits - 1
	takenShift = 2 * squareBits
)

// idle is the move that passes the turn; only a search makes it. It equals no other move: none
// goes from a square to itself and captures nothing.
const idle oxo.Move = 0

func fromAndTo(m oxo.Move) (from, to int) {
	return int(m & squareMask), int(m >> squareBits & squareMask)
}

// captures reports whether a move captures.
func captures(m oxo.Move) bool { return m>>takenShift != 0 }

func (g *game) empty() *position { return &position{g: g} }

// taken returns the pieces that a move captures.
func (p *position) taken(m oxo.Move) (b uint64) {
	theirs, at := p.pieces[p.turn.Opponent()&1], 0
	for t := uint32(m >> takenShift); t != 0; t &= t - 1 {
		for next := bits.TrailingZeros32(t); at < next; at++ {
			theirs &= theirs - 1
		}
		b |= theirs & -theirs
	}
	return b
}

// move inverts taken.
func (p *position) move(from, to int, taken uint64) oxo.Move {
	m := oxo.Move(from | to<<squareBits)
	for theirs := p.pieces[p.turn.Opponent()&1]; taken != 0; taken &= taken - 1 {
		m |= 1 << (takenShift + bits.OnesCount64(theirs&(taken&-taken-1)))
	}
	return m
}

func (p *position) Make(m oxo.Move) {
	p.past = append(p.past, p.state)
	if m == idle {
		p.turn ^= 1
		p.quiet = 0 // earlier states cannot recur
		return
	}
	own := p.turn & 1
	few := int32(0)
	if p.g.fewKings {
		few = p.fewLimit()
	}
	from, to := fromAndTo(m)
	f, t := uint64(1)<<from, uint64(1)<<to
	p.quiet++
	if p.kings&f != 0 {
		p.kings = p.kings&^f | t
	} else {
		p.kings |= t & p.g.last[own]
		p.quiet = 0
	}
	p.pieces[own] = p.pieces[own]&^f | t
	if captures(m) {
		taken := p.taken(m)
		p.pieces[own^1] &^= taken
		p.kings &^= taken
		p.quiet = 0
	}
	p.turn = own ^ 1
	if p.g.fewKings {
		p.countFew(few)
	}
}

func (p *position) Unmake(oxo.Move) {
	last := len(p.past) - 1
	p.state, p.past = p.past[last], p.past[:last]
	p.turn ^= 1
}

func (p *position) Outcome() oxo.Outcome {
	switch {
	case !p.canStep() && !p.canJump():
		return oxo.Lost
	case p.fewDrawn():
		return oxo.Drawn
	}
	return oxo.Ongoing
}

func (p *position) Turn() oxo.Side { return p.turn }

func (p *position) Clone() oxo.Position {
	c := *p
	c.past = append(make([]state, 0, len(p.past)+64), p.past...)
	return &c
}

// same reports whether a past state equals the current one, with the same side to move.
func (p *position) same(s *state) bool {
	return s.pieces == p.pieces && s.kings == p.kings && s.few == p.few
}

// Times implements [oxo.Clocked].
func (p *position) Times() int {
	times, now := 1, len(p.past)
	for back := 4; back <= min(int(p.quiet), now); back += 2 {
		if p.same(&p.past[now-back]) {
			times++
		}
	}
	return times
}

// Repeated implements [oxo.Looping]. The plies without progress are not part of a state, and
// neither is a draw by them: it counts as a repetition of the state in which they began.
func (p *position) Repeated() (int, oxo.Score) {
	now := len(p.past)
	for back := 4; back <= min(int(p.quiet), now); back += 2 {
		if p.same(&p.past[now-back]) {
			return back, oxo.Draw
		}
	}
	if p.noProgress() && p.Outcome() == oxo.Ongoing {
		return int(p.quiet), oxo.Draw
	}
	return 0, oxo.Draw
}

// Clock implements [oxo.Clocked].
func (p *position) Clock() (plies, limit int) { return int(p.quiet), p.g.quiet() }

// Twice implements [oxo.Clocked].
func (p *position) Twice() (hashes []uint64) {
	first := max(len(p.past)-int(p.quiet), 0)
	seen := map[uint64]int{}
	q := *p
	for i := len(p.past); i >= first; i-- {
		if i < len(p.past) {
			q.state, q.turn = p.past[i], q.turn^1
		}
		h := q.Hash()
		if seen[h]++; seen[h] == 2 {
			hashes = append(hashes, h)
		}
	}
	return hashes
}

// noProgress reports whether the game is drawn because neither side has moved a man or captured
// for the number of plies in the rules.
func (p *position) noProgress() bool { return int(p.quiet) >= p.g.quiet() }

// wide is the number of bits of the largest board whose key has a bit for each square and kind:
// 3*42 and the turn are 127.
const wide = 42

// Key returns the squares of the first side, of the second, and of kings; on larger boards two
// numbers to base 5, each of 27 bits of the board. With a count of few kings it returns fewKey.
func (p *position) Key() oxo.Key {
	if p.few > 0 {
		return p.fewKey()
	}
	if p.g.width > wide {
		lo, hi := p.digits(0), p.digits(27)
		return oxo.Key{Lo: lo | hi<<63, Hi: hi>>1 | uint64(p.turn)<<62}
	}
	w := uint(p.g.width) & 63
	kings := p.kings | uint64(p.turn)<<w // one bit more than the board
	k := oxo.Key{Lo: p.pieces[0] | p.pieces[1]<<w}
	if 2*w < 64 {
		k.Lo |= kings << (2 * w)
		k.Hi = kings >> (64 - 2*w)
		return k
	}
	k.Hi = p.pieces[1]>>(64-w) | kings<<(2*w-64)
	return k
}

// digits returns 27 squares from a bit on, to base 5: 0 for an empty one, 1 and 2 for men, 3
// and 4 for kings.
func (p *position) digits(from int) uint64 {
	return p.g.base5(p.pieces[0]>>from) + 2*p.g.base5(p.pieces[1]>>from) + 2*p.g.base5(p.kings>>from)
}

// KeyBits returns the number of bits that keys use.
func (p *position) KeyBits() int {
	if p.g.fewKings {
		return 128
	}
	if p.g.width > wide {
		return 127
	}
	return 3*p.g.width + 1
}

func (p *position) Hash() uint64 {
	if p.g.width > wide && p.few == 0 {
		h := oxo.Key{Lo: p.pieces[0], Hi: p.pieces[1]<<1 | uint64(p.turn)}.Hash()
		return oxo.Key{Lo: h, Hi: p.kings}.Hash()
	}
	return p.Key().Hash()
}

// Facts implements [oxo.Factual].
func (p *position) Facts() oxo.Facts { return oxo.Facts{Game: p.g, Unit: manWorth} }
