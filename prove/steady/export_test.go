package steady

import "strings"

// FirstMove returns the column, from 1, that a diagram with the given bottom row plays on the empty board, or 0.
func FirstMove(width, height int, bottom string) int {
	b, err := NewBoard(width, height)
	if err != nil {
		return -1
	}
	s, p := readRows(b, strings.Repeat(" ", width*(height-1))+bottom)
	m := s.move(b, p)
	if m == 0 {
		return 0
	}
	return b.columnOf(m) + 1
}
