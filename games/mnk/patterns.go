package mnk

// The few squares around an empty square, k-1 on each side in one direction, determine what a
// stone there would make of the lines in that direction. A wide board keeps those squares as a
// number, for every square and direction, and looks up the result.
//
//	square:    -4 -3 -2 -1  .  +1 +2 +3 +4
//	            .  .  X  X  ?   .  O
//
// Here a stone of X on ? makes an open three, and a stone of O stops it.

// shape is the shape that a stone gives the lines in one direction. The names are the usual ones in
// five in a row.
type shape uint8

const (
	dead      shape = iota // no live line
	one                    // nothing yet
	closedTwo              // one more makes a closed three
	openTwo                // one more makes an open three
	closed                 // a closed three: one more makes a four
	openThree              // one more makes an open four
	four                   // one square completes a line
	openFour               // two squares do
	five                   // a complete line
	shapes
)

// patternRadius is the greatest number of squares on each side. patternCodes is the number of
// codes, at two bits per square.
const (
	patternRadius = 4
	patternCodes  = 1 << (4 * patternRadius)
)

// The states of a square in a code.
const (
	codeEmpty = iota
	codeFirst
	codeSecond
	codeEdge
)

// patterns holds the tables of a board whose moves are judged by shapes.
type patterns struct {
	radius int
	// by has, for each code, the shapes that a stone of X (low bits) and a stone of O (high
	// bits) make.
	by []uint8
	// near has, for each square and direction, the squares around it in the order of the code,
	// or none where the board ends.
	near [][4][2 * patternRadius]int16
}

// hasPatterns reports whether the shapes of a game fit into the tables and make sense. On a
// torus no square may be on both sides of another.
func (g *game) hasPatterns() bool {
	r := g.rules
	if r.Misere || r.K < threatsFrom || r.K > patternRadius+1 {
		return false
	}
	return !r.Torus || min(r.Columns, r.Rows) >= 2*r.K-1
}

func newPatterns(g *game) *patterns {
	t := &patterns{radius: g.rules.K - 1, by: make([]uint8, patternCodes)}
	t.fill()
	t.near = make([][4][2 * patternRadius]int16, g.squares)
	for sq := range t.near {
		for d, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			for i := range 2 * patternRadius {
				t.near[sq][d][i] = int16(t.neighbour(g.rules, sq, i, step))
			}
		}
	}
	return t
}

// offset returns the distance, in steps, of the i-th square of a code.
func (t *patterns) offset(i int) int {
	if i < t.radius {
		return i - t.radius
	}
	return i - t.radius + 1
}

func (t *patterns) neighbour(r rules, sq, i int, step [2]int) int {
	if i >= 2*t.radius {
		return none
	}
	x, y := sq%r.Columns+t.offset(i)*step[0], sq/r.Columns+t.offset(i)*step[1]
	if r.Torus {
		x, y = (x+r.Columns)%r.Columns, (y+r.Rows)%r.Rows
	}
	if x < 0 || x >= r.Columns || y < 0 || y >= r.Rows {
		return none
	}
	return y*r.Columns + x
}

// fill computes all shapes. To a side, each square is its own, empty or closed; a window of
// squares is a number to base 3.
func (t *patterns) fill() {
	squares := 2 * t.radius
	windows := 1
	for range squares {
		windows *= 3
	}
	made := make([]shape, windows)
	// An own square counts 2 and an empty one 1, so each further stone makes a greater number.
	// Going down, the results after a further stone are known.
	cells := make([]int, squares)
	for w := windows - 1; w >= 0; w-- {
		for i, rest := 0, w; i < squares; i++ {
			cells[i], rest = rest%3, rest/3
		}
		made[w] = t.shapeOf(cells, w, made)
	}
	for code := range 1 << (2 * squares) {
		var seen [2]int
		for i, place := 0, 1; i < squares; i, place = i+1, place*3 {
			switch code >> (2 * i) & 3 {
			case codeEmpty:
				seen[0], seen[1] = seen[0]+place, seen[1]+place
			case codeFirst:
				seen[0] += 2 * place
			case codeSecond:
				seen[1] += 2 * place
			}
		}
		t.by[code] = uint8(made[seen[0]]) | uint8(made[seen[1]])<<4
	}
}

// shapeOf returns the shape that a stone in the middle of a window makes: 2 is an own square, 1
// an empty one.
func (t *patterns) shapeOf(cells []int, window int, made []shape) shape {
	run := 1
	for i := t.radius - 1; i >= 0 && cells[i] == 2; i-- {
		run++
	}
	for i := t.radius; i < len(cells) && cells[i] == 2; i++ {
		run++
	}
	if run > t.radius {
		return five
	}
	best, wins := dead, 0
	for i, place := 0, 1; i < len(cells); i, place = i+1, place*3 {
		if cells[i] != 1 {
			continue
		}
		next := made[window+place]
		if next == five {
			wins++
		}
		best = max(best, next)
	}
	switch {
	case wins > 1:
		return openFour
	case wins == 1:
		return four
	case best >= closed: // leads to an open four or a four
		return best - 2
	case best > dead:
		return max(one, best-2)
	}
	return dead
}
