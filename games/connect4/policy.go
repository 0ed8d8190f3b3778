package connect4

import (
	"math/bits"
	"slices"

	"oxo"
	"oxo/claim"
)

// policies finds policies: rules by which a side answers every reply without a tree. It plays the
// first of these that there is; those from 3 on leave out squares that lose at once, unless all do:
//
//  1. a stone that completes a line;
//  2. a stone where the other side would complete one;
//  3. the answer that is written for the square that the other side took;
//  4. the square above it, unless the one above that would complete a line;
//  5. a square as in room.
//
// Rule 4 alone is follow-up, by which the second player gets all even rows [Allis88]. A
// written answer is an exception to it: one that joins two columns (Allis' baseinverse), say. What is
// found is tried against all play, so it is never wrong.
type policies struct {
	*tables
	win    bool       // to draw is not enough
	answer [64]uint64 // what is written for a square, or 0
	fixed  [64]bool   // squares whose answer has been changed
	path   []answered // the moves to the state that is looked at, where rules 3 to 5 decided
	states int        // looked at, for one policy after the other
	seen   stateSet
}

// answered is a reply and what was played then.
type answered struct {
	square int
	others uint64 // what could have been played else
}

// What a search for a policy may take. Ten times as many states make trees a third smaller, in
// eight times the time (November 2026).
const (
	policyStates  = 3000
	policyChanges = 2
)

// Policies implements [claim.Policied].
func (g *Game) Policies(least oxo.Score) claim.Policies {
	return &policies{tables: &g.tables, win: least > oxo.Draw}
}

// Find implements [claim.Policies].
func (f *policies) Find(p oxo.Position) (answers [][2]int, ok bool) {
	at, ok := p.(*position)
	if !ok || at.now.lined {
		return nil, false
	}
	mine, other := at.now.follower, at.now.mover
	f.answer, f.fixed, f.states = [64]uint64{}, [64]bool{}, 0
	if !f.change(mine, other, policyChanges) {
		return nil, false
	}
	for s := range f.answer {
		if answer := f.answer[s]; answer != 0 {
			f.answer[s], f.states = 0, 0
			if !f.holds(mine, other) {
				f.answer[s] = answer
				answers = append(answers, [2]int{f.number(s), f.number(bits.TrailingZeros64(answer))})
			}
		}
	}
	return answers, true
}

// change tries the policy, and where it fails others that differ from it in what was answered on the
// way, the last answer first.
func (f *policies) change(mine, other uint64, changes int) bool {
	if f.holds(mine, other) {
		return true
	}
	if changes == 0 {
		return false
	}
	for _, reply := range slices.Backward(slices.Clone(f.path)) {
		s := reply.square
		if f.fixed[s] {
			continue
		}
		before := f.answer[s]
		f.fixed[s] = true
		for others := reply.others; others != 0; others &= others - 1 {
			f.answer[s] = others & -others
			if f.change(mine, other, changes-1) {
				return true
			}
			if f.states > policyStates {
				return false
			}
		}
		f.answer[s], f.fixed[s] = before, false
	}
	return false
}

// holds tries the policy against all play of the other side, which is to move.
func (f *policies) holds(mine, other uint64) bool {
	f.path = f.path[:0]
	f.seen.clear()
	return f.against(mine, other)
}

func (f *policies) against(mine, other uint64) bool {
	mask := mine | other
	if f.seen.add(mine, mask+f.bottom) {
		return true
	}
	if f.states++; f.states > policyStates {
		return false
	}
	replies := f.playable(mask)
	if wins(other, f.height)&replies != 0 {
		return false
	}
	gains := wins(mine, f.height)
	depth := len(f.path)
	for left := replies; left != 0; left &= left - 1 {
		if !f.after(mine, other, left&-left, gains) {
			return false
		}
		f.path = f.path[:depth]
	}
	return true
}

// after tries the policy behind a reply. The squares that complete a line of the side are
// gains.
func (f *policies) after(mine, other, reply, gains uint64) bool {
	other |= reply
	playable := f.playable(mine | other)
	if gains&playable != 0 {
		return true
	}
	if playable == 0 {
		return !f.win
	}
	losses := wins(other, f.height)
	move := losses & playable
	if move == 0 {
		move = f.free(reply, playable, gains, losses)
	}
	mine |= move & -move
	if f.playable(mine|other) == 0 {
		return !f.win
	}
	return f.against(mine, other)
}

// free is what rules 3 to 5 say, and remembers that they did. The squares that complete a line of the
// side are gains, those of the other side losses.
func (f *policies) free(reply, playable, gains, losses uint64) uint64 {
	s := bits.TrailingZeros64(reply)
	if safe := playable &^ (losses & f.board >> 1); safe != 0 {
		playable = safe
	}
	given := gains & f.board >> 1
	move := f.answer[s] & playable
	if move == 0 {
		move = reply << 1 & playable &^ given
	}
	if move == 0 {
		move = f.room(playable, given)
	}
	if !f.fixed[s] {
		f.path = append(f.path, answered{s, playable &^ move})
	}
	return move
}

// room returns the best of some squares: one that gives no square away on which the side could complete
// a line, then one with an even number of squares above it, then the one in the highest row.
func (f *policies) room(squares, given uint64) uint64 {
	if kept := squares &^ given; kept != 0 {
		squares = kept
	}
	if claims := squares & f.claimed; claims != 0 {
		squares = claims
	}
	for row := f.bottom << (f.height - 1); ; row >>= 1 {
		if highest := squares & row; highest != 0 {
			return highest & -highest
		}
	}
}

// stateSet is a set of states, cleared at no cost: a hash table in which what is of an
// earlier round is not there.
type stateSet struct {
	slots [1 << stateBits]struct {
		mine, mark uint64
		round      uint32
	}
	round uint32
}

// stateBits: four times as many places as states are ever looked at.
const stateBits = 14

func (s *stateSet) clear() { s.round++ }

// add adds a state, and reports whether it was there.
func (s *stateSet) add(mine, mark uint64) bool {
	at := ((mine ^ mark<<1) * 0x9e3779b97f4a7c15) >> (64 - stateBits) // the golden ratio mixes the bits
	for ; s.slots[at].round == s.round; at = (at + 1) % (1 << stateBits) {
		if s.slots[at].mine == mine && s.slots[at].mark == mark {
			return true
		}
	}
	s.slots[at].mine, s.slots[at].mark, s.slots[at].round = mine, mark, s.round
	return false
}
