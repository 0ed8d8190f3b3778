package certificate

import "oxo"

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

// stack is a board of columns, with the side whose policy it is, and the other one.
type stack struct {
	columns, height int
	through         [64][]uint64 // of each square: the other squares of the lines through it
	mine, other     uint64
	filled          [64]int // of each column: the stones in it
	whose           oxo.Side
}

// newStack reads a board; it reports false where it is too large.
func newStack(p Stacked, side oxo.Side) (*stack, bool) {
	b := &stack{whose: side}
	var lines [][]int
	b.columns, b.height, lines = p.Stacks()
	if b.columns < 1 || b.height < 1 || b.columns*b.height > 64 {
		return nil, false
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
func (b *stack) read(p Stacked) {
	b.mine, b.other, b.filled = 0, 0, [64]int{}
	for s := range b.columns * b.height {
		if side, ok := p.Stone(s); ok {
			b.put(s, side == b.whose)
		}
	}
}

// put puts a stone on the square that its column offers.
func (b *stack) put(square int, mine bool) {
	if mine {
		b.mine |= 1 << square
	} else {
		b.other |= 1 << square
	}
	b.filled[square/b.height]++
}

// remove removes the stone that was put on a square last.
func (b *stack) remove(square int) {
	b.mine, b.other = b.mine&^(1<<square), b.other&^(1<<square)
	b.filled[square/b.height]--
}

// top returns the square that a column offers, if it has room.
func (b *stack) top(column int) (square int, ok bool) {
	return column*b.height + b.filled[column], b.filled[column] < b.height
}

// completes reports whether a stone on a square completes a line of somebody's stones.
func (b *stack) completes(stones uint64, square int) bool {
	for _, others := range b.through[square] {
		if others&^stones == 0 {
			return true
		}
	}
	return false
}

// first returns the first column that offers a square which completes a line of
// somebody's stones.
func (b *stack) first(stones uint64) (square int, ok bool) {
	for c := range b.columns {
		if s, ok := b.top(c); ok && b.completes(stones, s) {
			return s, true
		}
	}
	return 0, false
}

// policy is a rule by which a side answers: the first of these that there is.
//
//  1. A square that completes a line; of several the one in the first column.
//  2. A square that would complete one for the other side; the same.
//  3. The square that is written for the one that the other side took.
//  4. The square above it.
//  5. The first column that has room.
type policy map[int]int // of a square: the one that is written for it

// answer returns the square that the policy takes after the other side took one, and which rule
// says so. There is room on the board.
func (y policy) answer(b *stack, taken int) (square int, rule Reason) {
	if s, ok := b.first(b.mine); ok {
		return s, Completes
	}
	if s, ok := b.first(b.other); ok {
		return s, Stops
	}
	if s, ok := y[taken]; ok {
		if top, ok := b.top(s / b.height); ok && top == s {
			return s, Answers
		}
	}
	if s, ok := b.top(taken / b.height); ok {
		return s, Above
	}
	for c := range b.columns {
		if s, ok := b.top(c); ok {
			return s, FirstRoom
		}
	}
	return 0, FirstRoom // never: there is room
}

// mostStates is how many positions a policy may lead to.
const mostStates = 1 << 16

// policyCheck plays a policy against all moves of the other side.
type policyCheck struct {
	*stack
	policy policy
	win    bool // a draw is not enough
	seen   map[[2]uint64]struct{}
}

// holds reports whether the policy reaches what it has to, with the other side to move.
func (c *policyCheck) holds() bool {
	at := [2]uint64{c.mine, c.other}
	if _, seen := c.seen[at]; seen {
		return true
	}
	if len(c.seen) == mostStates {
		return false
	}
	c.seen[at] = struct{}{}
	for column := range c.columns {
		s, ok := c.top(column)
		if !ok {
			continue
		}
		if c.completes(c.other, s) {
			return false
		}
		c.put(s, false)
		ok = c.answered(s)
		c.remove(s)
		if !ok {
			return false
		}
	}
	return true
}

// answered reports whether the policy holds behind a move of the other side.
func (c *policyCheck) answered(taken int) bool {
	if c.full() {
		return !c.win
	}
	s, rule := c.policy.answer(c.stack, taken)
	if rule == Completes {
		return true
	}
	c.put(s, true)
	defer c.remove(s)
	if c.full() {
		return !c.win
	}
	return c.holds()
}

// full reports whether there is no room left.
func (b *stack) full() bool { return b.mine|b.other == 1<<(b.columns*b.height)-1 }

// policy checks a policy: it is played against all moves, with nothing but the rules.
func (s *strategy) policy() error {
	p, ok := s.p.(Stacked)
	if !ok {
		return s.r.wrong("a policy is for games of columns, which this one is not")
	}
	if s.board == nil {
		if s.board, ok = newStack(p, s.side); !ok {
			return s.r.wrong("the board is too large for a policy")
		}
		s.tried = map[[2]uint64]struct{}{}
	}
	b := s.board
	b.read(p)
	clear(s.tried)
	y, err := s.answers(uint64(b.columns * b.height))
	if err != nil {
		return err
	}
	check := policyCheck{b, y, s.least > oxo.Draw, s.tried}
	if !check.holds() {
		return s.r.wrong("the policy does not hold against all moves")
	}
	s.r.report.Policies++
	s.remember()
	return nil
}

// answers reads what is written of a policy.
func (s *strategy) answers(squares uint64) (policy, error) {
	count, err := s.r.number(squares)
	if err != nil {
		return nil, err
	}
	y, next := policy{}, uint64(0)
	for range count {
		taken, err := s.r.number(squares - 1)
		if err != nil {
			return nil, err
		}
		square, err := s.r.number(squares - 1)
		if err != nil {
			return nil, err
		}
		if taken < next {
			return nil, s.r.wrong("the answers of a policy are not in order")
		}
		next = taken + 1
		y[int(taken)] = int(square)
		s.r.tree.pair(oxo.Move(taken), oxo.Move(square))
	}
	return y, nil
}
