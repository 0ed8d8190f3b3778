package certificate

import (
	"math/bits"

	"oxo"
)

// Stacked is a position of a game in which a move is a column, and puts a stone on top of those
// that are in it; who completes a line has won, and a full board is a draw. A square is
// a number: its column times the height of the board, plus the squares below it.
type Stacked interface {
	oxo.Position
	// Stacks returns the size of the board, of at most 64 squares, and the sets of squares that win.
	Stacks() (columns, height int, lines [][]int)
	// Stone returns whose stone is on a square, if there is one.
	Stone(square int) (oxo.Side, bool)
}

// Stack is a board of columns with stones: those of the side whose policy it is, and those of the other one. All sets are of
// squares, a bit each.
type Stack struct {
	*stackBoard
	mine, other uint64
	needs       [2]uint64 // what would complete a line of the side, and of the other one
	offered     uint64    // the square that each column offers, if it has room
}

// stackBoard is what does not change of such a board.
type stackBoard struct {
	columns, Height int
	through         [64][]uint64 // of each square: the other squares of the lines through it
	board           uint64
	bottom          uint64 // the lowest square of every column
	claimed         uint64 // those with an even number of squares above them
	whose           oxo.Side
}

// NewStack reads the board of a position for the side whose policy it is. It reports false for a board with no square or more than 64.
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

// put puts a stone on the square that its column offers.
func (b *Stack) put(square int, mine bool) {
	stones, needs := &b.other, &b.needs[1]
	if mine {
		stones, needs = &b.mine, &b.needs[0]
	}
	*stones |= 1 << square
	for _, others := range b.through[square] {
		missing := others &^ *stones
		if missing&(missing-1) != 0 { // without a jump: which lines lack one square cannot be foreseen
			missing = 0
		}
		*needs |= missing
	}
	b.offered ^= b.from(square)
}

// remove removes the stone that was put on a square last, before which that much was needed.
func (b *Stack) remove(square int, needs [2]uint64) {
	b.mine, b.other, b.needs = b.mine&^(1<<square), b.other&^(1<<square), needs
	b.offered ^= b.from(square)
}

// from returns a square and the one above it, if there is one.
func (b *Stack) from(square int) uint64 {
	return 1<<square | 1<<(square+1)&^b.bottom&b.board
}

// Top returns the square that a column offers, and whether the column has room.
func (b *Stack) Top(column int) (square int, ok bool) {
	here := b.offered >> (column * b.Height) & (1<<b.Height - 1)
	return column*b.Height + bits.TrailingZeros64(here), here != 0
}

// below returns the squares below some.
func (b *Stack) below(squares uint64) uint64 { return squares &^ b.bottom >> 1 }

// PolicyRules is a policy: a side answers by the first of these rules that gives a square. Those from 3 on leave
// out squares that lose at once, below one where the other side completes a line, unless all
// do.
//
//  1. A square that completes a line; of several the one in the first column.
//  2. A square that would complete one for the other side; the same.
//  3. The square that is written for the one that the other side took.
//  4. The square above it, if that is not below one where the policy's side completes a line.
//  5. A square with room for it: see [Stack.room].
type PolicyRules [64]uint64 // of a square: the one that is written for it, or none

// The rules of a policy, in their order.
const (
	ruleCompletes = iota
	ruleStops
	ruleAnswers
	ruleAbove
	ruleRoom
)

// Answer returns the square that the policy takes after the other side took one, and the rule that says so: 0 for the first one of
// the list, to 4. There is room on the board.
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

// room returns the best of some squares: one that gives no square away on which its side could
// complete a line, then one with an even number of squares above it, then the one in the highest
// row, then the one in the first column.
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

// maxStates is how many positions a policy may lead to.
const maxStates = 1 << 16

// policyCheck plays a policy against moves of the other side, and behind them against all.
type policyCheck struct {
	Stack
	policy  PolicyRules
	replies uint64
	win     bool // a draw is not enough
	seen    *stateSet
	place
}

// whole reports whether the policy reaches what it has to.
func (c *policyCheck) whole(space *checkSpace) bool {
	c.seen = &space.seen
	c.seen.clear()
	c.seen.add(c.mine, c.other)
	return c.against(c.replies)
}

// holds reports whether the policy reaches what it has to, with the other side to move.
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

// answered reports whether the policy holds behind a move of the other side.
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

// policy checks a policy: it is played against all moves, with nothing but the rules.
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

// readPolicy reads a policy, and what it is to be tried on.
func (s *strategy) readPolicy() (*policyCheck, error) {
	p, ok := s.Position.(Stacked)
	if !ok {
		return nil, s.r.wrong("a policy is for games of columns, which this one is not")
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

// answers reads what is written of a policy.
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
