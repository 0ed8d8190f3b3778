package steady

import (
	"math/bits"
	"strings"
)

// Mark is a sign of a diagram on an empty square.
type Mark uint8

// The marks in the order of their precedence. A claim is a blank on an even row or a bar on an odd row; a blank or a
// bar on the other rows says nothing.
const (
	None Mark = iota
	Minus
	Equal
	Plus
	Claim
	Miai
	Urgent
	marks
)

// State is a steady state: a diagram that gives the side's move in every position after it. marks[Claim] holds
// the claimed squares, and so on.
type State struct{ marks [marks]uint64 }

// set puts a mark on a square.
func (s *State) set(square uint64, m Mark) {
	for i := range s.marks {
		s.marks[i] &^= square
	}
	s.marks[m] |= square
}

// at returns the mark of a square.
func (s *State) at(square uint64) Mark {
	for m := Urgent; m > None; m-- {
		if s.marks[m]&square != 0 {
			return m
		}
	}
	return None
}

// single reports whether a set has exactly one square.
func single(s uint64) bool { return s != 0 && s&(s-1) == 0 }

// choose returns the square where the side plays if neither side can win at once, or 0 if the diagram has no move or
// two.
func (s *State) choose(legal uint64) uint64 {
	if m := s.marks[Urgent] & legal; m != 0 {
		if single(m) {
			return m
		}
		return 0
	}
	if m := s.marks[Miai] & legal; single(m) {
		return m
	}
	for k := Claim; k > None; k-- {
		if m := s.marks[k] & legal; m != 0 {
			if single(m) {
				return m
			}
			return 0
		}
	}
	return 0
}

// move returns the side's move, or 0: a win, then a block of the other side's win, then the diagram's move.
func (s *State) move(b *Board, p position) uint64 {
	legal := b.legal(p)
	if m := b.wins(p.own) & legal; m != 0 {
		return m & -m
	}
	if m := b.wins(p.own^p.all) & legal; m != 0 {
		return m & -m
	}
	return s.choose(legal)
}

// mirrored returns the mirror image of a state.
func (s *State) mirrored(b *Board) *State {
	var m State
	for i := range s.marks {
		m.marks[i] = b.mirror(s.marks[i])
	}
	return &m
}

// rows writes a diagram with the stones of a position, the highest row first, without line ends. The side that has the
// strategy is 1.
func (s *State) rows(b *Board, p position) string {
	var text strings.Builder
	for y := b.Height - 1; y >= 0; y-- {
		for x := range b.Width {
			text.WriteByte(s.letter(p, uint64(1)<<(x*(b.Height+1)+y), y))
		}
	}
	return text.String()
}

func (s *State) letter(p position, square uint64, y int) byte {
	switch {
	case p.own&square != 0:
		return '1'
	case p.all&square != 0:
		return '2'
	}
	switch s.at(square) {
	case Urgent:
		return '!'
	case Miai:
		return '@'
	case Plus:
		return '+'
	case Equal:
		return '='
	case Minus:
		return '-'
	case Claim:
		return " |"[1-y&1]
	}
	return "| "[1-y&1]
}

// readRows reads what rows writes.
func readRows(b *Board, text string) (s State, p position) {
	for i := range len(text) {
		x, y := i%b.Width, b.Height-1-i/b.Width
		square := uint64(1) << (x*(b.Height+1) + y)
		switch text[i] {
		case '1':
			p.own, p.all = p.own|square, p.all|square
		case '2':
			p.all |= square
		case '!':
			s.set(square, Urgent)
		case '@':
			s.set(square, Miai)
		case '+':
			s.set(square, Plus)
		case '=':
			s.set(square, Equal)
		case '-':
			s.set(square, Minus)
		case ' ':
			if y&1 == 1 {
				s.set(square, Claim)
			}
		case '|':
			if y&1 == 0 {
				s.set(square, Claim)
			}
		}
	}
	return s, p
}

// count returns the number of squares of a set.
func count(s uint64) int { return bits.OnesCount64(s) }
