package mnk

import "slices"

// linesOf lists every set of k squares in a row, column or diagonal. Squares
// are numbered row by row from the top left corner:
//
//	0 1 2
//	3 4 5
//	6 7 8
//
// On a torus a line runs over the edges; lines that cover the same squares
// (all four rows of four on a 4x4 torus) count once, and a line that would
// meet its own tail does not count.
func linesOf(r Rules) [][]int {
	var lines [][]int
	seen := map[string]bool{}
	for row := range r.Rows {
		for column := range r.Columns {
			for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				line, ok := lineFrom(r, column, row, d[0], d[1])
				if !ok {
					continue
				}
				name := setName(line)
				if !seen[name] {
					seen[name] = true
					lines = append(lines, line)
				}
			}
		}
	}
	return lines
}

// lineFrom walks k squares from one in a direction. It reports false where
// the line leaves the board, or on a torus meets itself.
func lineFrom(r Rules, column, row, dx, dy int) ([]int, bool) {
	line := make([]int, 0, r.K)
	for range r.K {
		if r.Torus {
			column, row = (column+r.Columns)%r.Columns, row%r.Rows
		}
		if column < 0 || column >= r.Columns || row >= r.Rows {
			return nil, false
		}
		sq := row*r.Columns + column
		if slices.Contains(line, sq) {
			return nil, false
		}
		line = append(line, sq)
		column, row = column+dx, row+dy
	}
	slices.Sort(line)
	return line, true
}

// setName makes a map key of a list of squares.
func setName[S int | uint16](squares []S) string {
	name := make([]byte, 0, 2*len(squares))
	for _, sq := range squares {
		name = append(name, byte(sq>>8), byte(sq))
	}
	return string(name)
}
