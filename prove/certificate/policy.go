package certificate

import (
	"math/bits"

	"oxo"
)

// Stacked is a position of a game with columns. A move is a column, and puts a stone on top of the stones in it. The
// first side that completes a line has won, and a full board is a draw. A square has a number: its column times the
// height of the board, plus the number of squares below it.
type Stacked interface {
	oxo.Position
	// Stacks returns the size of the board, of at most 64 squares, and the sets of squares that win.
	Stacks() (columns, height int, lines [][]int)
	// Stone returns the side that has a stone on a square, if there is one.
	Stone(square int) (oxo.Side, bool)
}

// Stack is a board of columns with the stones of the policy's side and of the other side. Its sets of squares have a
// bit for each square.
type Stack struct {
	*stackBoard
	mine, other uint64
	needs       [2]uint64 // squares that would complete a line: of the policy's side, and of the other side
	offered     uint64    // the lowest empty square of each column, if it has room
}

// stackBoard is the part of such a board that does not change.
type stackBoard struct {
	columns, Height int
	through         [64][]uint64 // for each square, the other squares of each line through it
	board           uint64
	bottom          uint64   // the lowest square of every column
	claimed         uint64   // squares with an even number of squares above them
	whose           oxo.Side // the policy's side
}

// NewStack reads the board of a position for the policy's side. It reports false for a board without squares or with
// more than 64.
func NewStack(p Stacked, side oxo.Side) (*Stack, bool) {
	b := &Stack{stackBoard: &stackBoard{whose: side}}
	var lines [][]int
	b.columns, b.Height, lines = p.Stacks()
	if b.columns < 1 || b.Height < 1 || b.columns*b.Height > 64 {
		return nil, false
	}
	for s := range b.columns * b.Height {
		b.board |= 1 << s
		if s%b.Height == 0 {
			b.bottom |= 1 << s
		}
		if (b.Height-1-s%b.Height)%2 == 0 {
			b.claimed |= 1 << s
		}
	}
	for _, line := range lines {
		all := uint64(0)
		for _, s := range line {
			all |= 1 << s
		}
		for _, s := range line {
			b.through[s] = append(b.through[s], all&^(1<<s))
		}
	}
	b.read(p)
	return b, true
}

// read takes the stones from a position of the same game.
func (b *Stack) read(p Stacked) {
	b.mine, b.other, b.needs, b.offered = 0, 0, [2]uint64{}, b.bottom
	for s := range b.columns * b.Height {
		if side, ok := p.Stone(s); ok {
			b.put(s, side == b.whose)
		}
	}
}

// put puts a stone on the lowest empty square of its column.
func (b *Stack) put(square int, mine bool) {
	stones, needs := &b.other, &b.needs[1]
	if mine {
		stones, needs = &b.mine, &b.needs[0]
	}
	*stones |= 1 << square
	for _, others := range b.through[square] {
		missing := others &^ *stones
		if missing&(missing-1) != 0 { // compiled without a branch, which the processor could not predict
			missing = 0
		}
		*needs |= missing
	}
	b.offered ^= b.from(square)
}

// remove removes the stone that was put last, and restores the needs from before it.
func (b *Stack) remove(square int, needs [2]uint64) {
	b.mine, b.other, b.needs = b.mine&^(1<<square), b.other&^(1<<square), needs
	b.offered ^= b.from(square)
}

// from returns a square and the one above it, if there is one.
func (b *Stack) from(square int) uint64 {
	return 1<<square | 1<<(square+1)&^b.bottom&b.board
}

// Top returns the lowest empty square of a column, and whether the column has room.
func (b *Stack) Top(column int) (square int, ok bool) {
	here := b.offered >> (column * b.Height) & (1<<b.Height - 1)
	return column*b.Height + bits.TrailingZeros64(here), here != 0
}

// below returns the squares right below the given squares.
func (b *Stack) below(squares uint64) uint64 { return squares &^ b.bottom >> 1 }

// PolicyRules is a policy: a side answers by the first of these rules that gives a square. Rules 3 to 5 leave out
// squares that lose at once, because the other side completes a line on the square above. If all squares do, they
// leave out none.
//
//  1. A square that completes a line; the first column counts.
//  2. A square that would complete a line for the other side; the first column counts.
//  3. The square that the file has as the answer to the other side's square.
//  4. The square above the other side's square, unless the policy's side would complete a line on the square above that.
//  5. A square in a column with room: see [Stack.room].
type PolicyRules [64]uint64 // for a square, its answer in the file as a bit, or 0

// The rules of a policy, in their order.
const (
	ruleCompletes = iota
	ruleStops
	ruleAnswers
	ruleAbove
	ruleRoom
)

// Answer returns the square that the policy takes after the other side has taken one, and the index of the rule, 0
// for the first. The board must have room.
func (y *PolicyRules) Answer(b *Stack, taken int) (square, rule int) {
	for rule := range ruleAnswers {
		if now := b.needs[rule] & b.offered; now != 0 {
			return bits.TrailingZeros64(now), rule
		}
	}
	squares := b.offered &^ b.below(b.needs[1])
	if squares == 0 {
		squares = b.offered
	}
	if written := y[taken] & squares; written != 0 {
		return bits.TrailingZeros64(written), ruleAnswers
	}
	given := b.below(b.needs[0])
	if above := 1 << (taken + 1) &^ b.bottom & squares &^ given; above != 0 {
		return taken + 1, ruleAbove
	}
	return b.room(squares, given), ruleRoom
}

// room returns the best of some squares, by these rules in turn: it does not let the other side take a square on
// which its own side could complete a line; it has an even number of squares above it; it is in the highest row; it
// is in the first column.
func (b *Stack) room(squares, given uint64) int {
	if kept := squares &^ given; kept != 0 {
		squares = kept
	}
	if claims := squares & b.claimed; claims != 0 {
		squares = claims
	}
	row := b.bottom << (b.Height - 1)
	for squares&row == 0 {
		row >>= 1
	}
	return bits.TrailingZeros64(squares & row)
}

// maxStates bounds the number of positions that a policy may lead to.
const maxStates = 1 << 16

// policyCheck plays a policy first against some moves of the other side, and after these against all moves.
type policyCheck struct {
	Stack
	policy  PolicyRules
	replies uint64 // the first moves
	win     bool   // a draw is not enough
	seen    *stateSet
	place
}

// whole reports whether the policy reaches its score.
func (c *policyCheck) whole(space *checkSpace) bool {
	c.seen = &space.seen
	c.seen.clear()
	c.seen.add(c.mine, c.other)
	return c.against(c.replies)
}

// holds reports whether the policy reaches its score, with the other side to move.
func (c *policyCheck) holds() bool {
	if !c.seen.add(c.mine, c.other) {
		return true
	}
	if c.seen.count > maxStates {
		return false
	}
	return c.against(c.offered)
}

// against reports whether the policy holds against some replies.
func (c *policyCheck) against(replies uint64) bool {
	if c.needs[1]&replies != 0 {
		return false
	}
	needs := c.needs
	for left := replies; left != 0; left &= left - 1 {
		s := bits.TrailingZeros64(left)
		if c.needs[0]&(c.offered^c.from(s)) != 0 { // rule 1
			continue
		}
		c.put(s, false)
		ok := c.answered(s)
		c.remove(s, needs)
		if !ok {
			return false
		}
	}
	return true
}

// answered reports whether the policy holds after a move of the other side.
func (c *policyCheck) answered(taken int) bool {
	if c.offered == 0 {
		return !c.win
	}
	needs := c.needs
	s, rule := c.policy.Answer(&c.Stack, taken)
	if rule == ruleCompletes {
		return true
	}
	c.put(s, true)
	ok := !c.win
	if c.offered != 0 {
		ok = c.holds()
	}
	c.remove(s, needs)
	return ok
}

// policy checks a policy: it plays the policy against all moves by the rules of the game.
func (s *strategy) policy() error {
	check, err := s.readPolicy()
	if err != nil {
		return err
	}
	check.replies, check.why = check.offered, "the policy does not hold against all moves"
	if err := s.r.try(check); err != nil {
		return err
	}
	s.r.report.Policies++
	s.remember(WholeZone())
	return nil
}

// readPolicy reads a policy, and the board on which to check it.
func (s *strategy) readPolicy() (*policyCheck, error) {
	p, ok := s.Position.(Stacked)
	if !ok {
		return nil, s.r.wrong("a policy proves nothing here: want a game of columns")
	}
	if s.board == nil {
		if s.board, ok = NewStack(p, s.Side); !ok {
			return nil, s.r.wrong("the board is too large for a policy")
		}
	}
	c := &policyCheck{Stack: *s.board, win: s.Least > oxo.Draw}
	c.read(p)
	return c, s.answers(&c.policy, uint64(c.columns*c.Height))
}

// answers reads the answers of a policy.
func (s *strategy) answers(y *PolicyRules, squares uint64) error {
	count, err := s.r.number(squares)
	if err != nil {
		return err
	}
	next := uint64(0)
	for range count {
		taken, err := s.r.number(squares - 1)
		if err != nil {
			return err
		}
		square, err := s.r.number(squares - 1)
		if err != nil {
			return err
		}
		if taken < next {
			return s.r.wrong("the answers of a policy are not in order")
		}
		next = taken + 1
		y[taken] = 1 << square
		s.r.hear.Pair(oxo.Move(taken), oxo.Move(square))
	}
	return nil
}
