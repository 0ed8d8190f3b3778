package gogame

import "strings"

// A shape is a point and its eight neighbours, as two bits for each neighbour, row by
// row from the top left. localShapes returns a set of those at which a stone is likely
// to be good: a bit for each number [GellyWang06].
func localShapes() []uint64 {
	set := make([]uint64, 1<<16/64)
	for _, shape := range [...]string{
		"XOX ... ???", "XO. ... ?.?", "XO? X.. x.?", ".O. X.. ...", // hane, magari, attachments
		"XO? O.o ?o?", "XO? O.X ???", "?X? O.O ooo", "OX? o.O ???", // cuts
		"X.? O.? ###", "OX? X.O ###", "?X? x.O ###", "?XO x.x ###", "?OX X.O ###", // at the edge
	} {
		cells := []byte(shape[:3] + shape[4:7] + shape[8:])
		for range 2 {
			for turn := range 8 {
				addShape(set, turned(cells, turn), 0, 0)
			}
			for i, c := range cells { // the same for the other side
				if at := strings.IndexByte("XOxo", c); at >= 0 {
					cells[i] = "OXox"[at]
				}
			}
		}
	}
	return set
}

// turned is a shape under a symmetry of the square.
func turned(cells []byte, symmetry int) []byte {
	to := make([]byte, len(cells))
	for i, c := range cells {
		x, y := i%3, i/3
		if symmetry&1 != 0 {
			x = 2 - x
		}
		if symmetry&2 != 0 {
			y = 2 - y
		}
		if symmetry&4 != 0 {
			x, y = y, x
		}
		to[3*y+x] = c
	}
	return to
}

// addShape adds all shapes that a pattern stands for, from its cell i on.
func addShape(set []uint64, cells []byte, i int, code uint16) {
	if i == len(cells) {
		set[code>>6] |= 1 << (code & 63)
		return
	}
	if i == len(cells)/2 {
		addShape(set, cells, i+1, code) // the point itself
		return
	}
	kinds := string(cells[i])
	switch cells[i] {
	case '?':
		kinds = ".XO#"
	case 'x':
		kinds = ".O#"
	case 'o':
		kinds = ".X#"
	}
	for _, kind := range kinds {
		addShape(set, cells, i+1, code>>2|uint16(strings.IndexRune(".XO#", kind))<<14)
	}
}

// shaped reports whether the shape around an empty point is in the set.
func (f *field) shaped(at int, set []uint64) bool {
	w := f.g.stride
	up, down := f.cells[at+w-1:at+w+2:at+w+2], f.cells[at-w-1:at-w+2:at-w+2]
	code := uint16(up[0].colour) | uint16(up[1].colour)<<2 | uint16(up[2].colour)<<4 |
		uint16(f.cells[at-1].colour)<<6 | uint16(f.cells[at+1].colour)<<8 |
		uint16(down[0].colour)<<10 | uint16(down[1].colour)<<12 | uint16(down[2].colour)<<14
	return set[code>>6]>>(code&63)&1 != 0
}

// eye reports whether an empty point is an eye of a side's, by the usual rule of
// thumb: only its stones are beside it, and of the corners the other side has not two,
// or at the edge one.
func (f *field) eye(c colour, at int) bool {
	for _, d := range f.g.near() {
		if q := f.cells[at+d].colour; q != c && q != rim {
			return false
		}
	}
	bad, edge := 0, 0
	for _, d := range f.g.corner() {
		switch f.cells[at+d].colour {
		case rim:
			edge = 1
		case c.other():
			bad++
		}
	}
	return bad+edge < 2
}

// safe reports whether the chain that a stone would make has two liberties, those that
// it would get by what it takes among them.
func (f *field) safe(s *scratch, c colour, at int) bool {
	n := 0
	s.stamp++
	s.stamps[at] = s.stamp
	near := f.g.near()
	for _, d := range near {
		q := &f.cells[at+d]
		switch {
		case q.colour == none || q.colour == c.other() && f.cells[q.head].atari():
			n += s.mark(at + d)
		case q.colour == c && s.stamps[q.head] != s.stamp:
			s.stamps[q.head] = s.stamp
			for from, stone := at+d, at+d; n < 2; {
				for _, e := range near {
					if f.cells[stone+e].colour == none {
						n += s.mark(stone + e)
					}
				}
				if stone = int(f.cells[stone].next); stone == from {
					break
				}
			}
		}
		if n >= 2 {
			return true
		}
	}
	return false
}

// mark returns 1 for a cell that was not marked yet.
func (s *scratch) mark(at int) int {
	if s.stamps[at] == s.stamp {
		return 0
	}
	s.stamps[at] = s.stamp
	return 1
}
