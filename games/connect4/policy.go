package connect4

import (
	"context"
	"math"
	"math/bits"

	"oxo"
	"oxo/game/knowledge"
)

// policies finds a policy: rules by which a side answers every reply without a tree. The side
// plays the first of these moves that exists. Rules 3 to 5 leave out squares that lose at once,
// unless all squares lose at once.
//
//  1. a stone that completes a line;
//  2. a stone where the other side would complete one;
//  3. the written answer to the square that the other side took;
//  4. the square above it, unless the one above that would complete a line;
//  5. a square chosen by [policies.room].
//
// Rule 4 alone is follow-up, which gives the second player all even rows [Allis88]. A written
// answer is an exception to it, for example one that joins two columns (Allis' baseinverse).
// Every policy found is tried against all play, so it is never wrong.
type policies struct {
	*tables
	win    bool       // a draw is not enough
	answer [64]uint64 // the written answer to a square, or 0
	finding
}

// Policies implements [knowledge.Policied].
func (g *game) Policies(least oxo.Score, effort int) knowledge.Policies {
	return &policies{tables: &g.tables, win: least > oxo.Draw, finding: finding{effort: effort}}
}

// Find implements [knowledge.Policies].
func (f *policies) Find(ctx context.Context, p oxo.Position) (answers [][2]int, ok bool) {
	at, ok := p.(*position)
	if !ok || at.now.lined {
		return nil, false
	}
	f.begin(ctx, at)
	f.first = f.playable(at.now.mask())
	if !f.find(f.allowed()) {
		return nil, false
	}
	return f.written(), true
}

// Most implements [knowledge.Policies]. It starts with the replies that need no written answer,
// and adds one reply after the other as long as it finds a policy that answers all of them.
func (f *policies) Most(ctx context.Context, p oxo.Position) (answers [][2]int, others []oxo.Move) {
	at, ok := p.(*position)
	if !ok || at.now.lined {
		return nil, p.Moves(nil)
	}
	f.begin(ctx, at)
	all, held := f.playable(at.now.mask()), uint64(0)
	for left := all; left != 0; left &= left - 1 {
		if f.first = left & -left; f.holds() {
			held |= f.first
		}
	}
	effort := f.allowed() / maxParts
	for left := all &^ held; left != 0; left &= left - 1 {
		reply, before := left&-left, f.answer
		if f.first = held | reply; f.find(effort) {
			held |= reply
			continue
		}
		f.answer = before
		others = append(others, oxo.Move(bits.TrailingZeros64(reply)/f.step))
	}
	f.first = held
	return f.written(), others
}

// maxParts is the divisor of the effort that one reply may take.
const maxParts = 4

// allowed returns how many positions the search may visit. Three more empty squares double the
// tree that a policy saves, and so its worth: docs/decisions/10-certificates.md.
func (f *policies) allowed() int {
	const base, limit = 14, 40 // with more than limit empty squares a policy is hardly ever found
	empty := bits.OnesCount64(f.board &^ (f.start.mine | f.start.other))
	return int(float64(f.effort) * math.Exp2(float64(min(empty, limit)-base)/3))
}

// begin starts a search for policies in a position.
func (f *policies) begin(ctx context.Context, at *position) {
	f.ctx = ctx
	f.start = stage{at.now.follower, at.now.mover, wins(at.now.mover, f.height)}
	f.answer, f.refuted = [64]uint64{}, f.refuted[:0]
	f.forget()
}

// written returns the answers that are needed.
func (f *policies) written() (answers [][2]int) {
	for s := range f.answer {
		if answer := f.answer[s]; answer != 0 {
			f.answer[s] = 0
			if !f.holds() {
				f.answer[s] = answer
				answers = append(answers, [2]int{f.number(s), f.number(bits.TrailingZeros64(answer))})
			}
		}
	}
	return answers
}

// stage is the state of a game played by a policy, with the other side to move.
type stage struct {
	mine, other uint64
	losses      uint64 // squares that complete a line of the other side, and some off the board
}

// lost reports whether the other side completes a line.
func (f *policies) lost(at stage) bool { return at.losses&f.playable(at.mine|at.other) != 0 }

// turn plays a reply and the policy's answer. The set gains has the squares that complete a
// line of the side. If the game ends, turn reports so, and whether the side has reached its
// goal.
func (f *policies) turn(at stage, reply, gains uint64) (then stage, over, reached bool) {
	at.other |= reply
	playable := f.playable(at.mine | at.other)
	if gains&playable != 0 {
		return at, true, true
	}
	if playable == 0 {
		return at, true, !f.win
	}
	at.losses = f.wins(at.other)
	move := at.losses & playable
	if move == 0 {
		move = f.free(reply, playable, gains, at.losses)
	}
	at.mine |= move & -move
	return at, f.playable(at.mine|at.other) == 0, !f.win
}

// wins is the function wins, twice as fast on height 6, which the compiler knows.
func (f *policies) wins(own uint64) uint64 {
	if f.height == 6 {
		return gaps(own, 6) | gaps(own, 7) | gaps(own, 8) | onTop(own)
	}
	return wins(own, f.height)
}

// free returns the move of rules 3 to 5, and records that they decided. The set gains has the
// squares that complete a line of the side, and losses has the other side's.
func (f *policies) free(reply, playable, gains, losses uint64) uint64 {
	s := bits.TrailingZeros64(reply)
	f.asked = reply
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

// room returns the best of some squares. It prefers one that gives away no square where the
// side could complete a line, then one with an even number of squares above it, then the
// highest row.
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
