package gogame

import (
	"slices"
	"strings"
)

// shapeTable says what each shape means. A shape is the contents of the eight cells around a
// point, two bits each, row by row from the top left.
type shapeTable [1 << 16]shapeInfo

// shapeInfo holds what the shape around an empty point means. From its lowest bit on:
//
//	0     a stone is likely to be good here
//	1, 2  black, white is next to the point
//	3, 4  it is an eye of black's, of white's
//	5 to 7  the number of empty points next to it
type shapeInfo uint8

const (
	goodShape       shapeInfo = 1
	nextToBlack               = goodShape << black
	nextToBoth                = goodShape<<black | goodShape<<white
	eyeOfBlack                = nextToBlack << 2
	emptyNeighbours           = 5 // first bit of the number of empty points
)

// eye reports whether the point is an eye of a side, by the usual rule of thumb: all its
// neighbours are the side's stones, and the other side has at most one of the corners, or none
// at the edge.
func (i shapeInfo) eye(c colour) bool { return i&(eyeOfBlack>>black<<c) != 0 }

// empty returns the number of empty neighbours.
func (i shapeInfo) empty() int { return int(i >> emptyNeighbours) }

// newShapes makes the table.
func newShapes() *shapeTable {
	t := new(shapeTable)
	t.addPatterns()
	for code := range t {
		t[code] |= infoOf(uint16(code))
	}
	return t
}

// infoOf returns what follows from a shape, without the patterns.
func infoOf(code uint16) (i shapeInfo) {
	var nextTo, corner [4]int // cells of each colour
	for n := range 8 {
		c := code >> (2 * n) & 3
		switch n {
		case 0, 2, 5, 7:
			corner[c]++
		default:
			nextTo[c]++
		}
	}
	i = shapeInfo(nextTo[none]) << emptyNeighbours
	for _, c := range [...]colour{black, white} {
		if nextTo[c] > 0 {
			i |= goodShape << c
		}
		if nextTo[c]+nextTo[rim] == 4 && corner[c.other()]+min(corner[rim], 1) < 2 {
			i |= eyeOfBlack >> black << c
		}
	}
	return i
}

// addPatterns marks the shapes where a stone is likely to be good [GellyWang06].
func (t *shapeTable) addPatterns() {
	for _, shape := range [...]string{
		"XOX ... ???", "XO. ... ?.?", "XO? X.. x.?", ".O. X.. ...", // hane, magari, attachments
		"XO? O.o ?o?", "XO? O.X ???", "?X? O.O ooo", "OX? o.O ???", // cuts
		"X.? O.? ###", "OX? X.O ###", "?X? x.O ###", "?XO x.x ###", "?OX X.O ###", // at the edge
	} {
		cells := []byte(shape[:3] + shape[4:7] + shape[8:])
		for range 2 {
			for turn := range 8 {
				t.add(turned(cells, turn), 0, 0)
			}
			for i, c := range cells { // the same for the other side
				if at := strings.IndexByte("XOxo", c); at >= 0 {
					cells[i] = "OXox"[at]
				}
			}
		}
	}
}

// turned returns a shape under a symmetry of the square.
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

// add marks all shapes that match a pattern, whose cells from i on are still to be filled in.
func (t *shapeTable) add(cells []byte, i int, code uint16) {
	if i == len(cells) {
		t[code] |= goodShape
		return
	}
	if i == len(cells)/2 {
		t.add(cells, i+1, code) // the point itself
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
		t.add(cells, i+1, code>>2|uint16(strings.IndexRune(".XO#", kind))<<14)
	}
}

// reshape updates the shapes around a cell when a stone is added or removed.
func (f *field) reshape(c colour, at int) {
	w, x := f.g.stride, uint16(c)
	up, mid, down := f.cells[at+w-1:at+w+2:at+w+2], f.cells[at-1:at+2:at+2], f.cells[at-w-1:at-w+2:at-w+2]
	down[2].shape ^= x // in the upper left of that cell's shape
	down[1].shape ^= x << 2
	down[0].shape ^= x << 4
	mid[2].shape ^= x << 6
	mid[0].shape ^= x << 8
	up[2].shape ^= x << 10
	up[1].shape ^= x << 12
	up[0].shape ^= x << 14
}

// safe reports whether the chain that a stone makes has two liberties, including those gained by
// capturing its neighbours. A cell counts liberties as described at [cell].
func (f *field) safe(c colour, at int) bool {
	var all cell
	var heads [4]uint16
	for i, d := range f.g.near() {
		q := &f.cells[at+d]
		switch {
		case q.colour == none || q.colour == c.other() && f.cells[q.head].atari():
			all.gain(at + d)
		case q.colour == c:
			all.lose(at) // h counts it for this stone
			heads[i] = q.head
			if h := &f.cells[q.head]; i == 0 || !slices.Contains(heads[:i], q.head) {
				all.libs += h.libs
				all.sum += h.sum
				all.squares += h.squares
			}
		}
	}
	return !all.atari()
}

// takers appends moves that take a chain next to a given chain.
func (f *field) takers(c colour, from int, tries []int) []int {
	near := f.g.near()
	for stone := from; ; {
		for _, d := range near {
			if q := &f.cells[stone+d]; q.colour == c.other() && f.cells[q.head].atari() {
				if at := f.cells[q.head].liberty(); at != f.ko && len(tries) < cap(tries) {
					tries = append(tries, at)
				}
			}
		}
		if stone = int(f.cells[stone].next); stone == from {
			return tries
		}
	}
}
