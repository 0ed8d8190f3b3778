package mnk

import "slices"

// linesOf lists every set of k squares in a row, column or diagonal. Squares are numbered row
// by row from the top left corner:
//
//	0 1 2
//	3 4 5
//	6 7 8
//
// On a torus a line may run over the edges. Lines that cover the same squares (all four rows of
// four on a 4x4 torus) count once, and a line that would meet its own tail does not count.
//
// The second list has the ends of each line: the squares that continue it. They matter only
// where exactly k in a row count; elsewhere the list is empty.
func linesOf(r rules) (lines, ends [][]int) {
	seen := map[string]bool{}
	for row := range r.Rows {
		for column := range r.Columns {
			for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				line, ok := lineFrom(r, column, row, d[0], d[1])
				if !ok {
					continue
				}
				var end []int
				if r.Exact {
					end = endsOf(r, line, column, row, d[0], d[1])
				}
				name := setName(line) + setName(end)
				if !seen[name] {
					seen[name] = true
					lines, ends = append(lines, line), append(ends, end)
				}
			}
		}
	}
	return lines, ends
}

// endsOf returns the squares before and after a line of k that begins at (column, row): two,
// one or none. A row of k around a whole torus has none.
func endsOf(r rules, line []int, column, row, dx, dy int) []int {
	var ends []int
	for _, steps := range [...]int{-1, r.K} {
		x, y := column+steps*dx, row+steps*dy
		if r.Torus {
			x, y = ((x%r.Columns)+r.Columns)%r.Columns, ((y%r.Rows)+r.Rows)%r.Rows
		}
		if x < 0 || x >= r.Columns || y < 0 || y >= r.Rows {
			continue
		}
		if sq := y*r.Columns + x; !slices.Contains(line, sq) && !slices.Contains(ends, sq) {
			ends = append(ends, sq)
		}
	}
	slices.Sort(ends)
	return ends
}

// lineFrom walks k squares in one direction. It reports false if the line leaves the board, or
// meets itself on a torus.
func lineFrom(r rules, column, row, dx, dy int) ([]int, bool) {
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
