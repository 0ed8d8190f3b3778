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

// maxRadius is the greatest number of squares on each side: k-1, and one more where exactly k
// count, since a further stone would make the line too long.
const maxRadius = 5

// The states of a square for a side. A code is a number to base 3, with a digit for each square
// around. A stone adds the place of its digit to the code of its own side, and subtracts it from
// the code of the other side.
const (
	codeClosed = iota // by the other side or the edge
	codeEmpty
	codeOwn
)

// flagCodes is the number of counts of shapes on a square: see [fieldSpot].
const flagCodes = 1 << 15

// patterns holds the tables of a board whose moves are judged by shapes.
type patterns struct {
	k      int
	exact  bool
	radius int
	made   *[1 << 16]uint8 // for each code, the shape that a stone of the side makes
	edges  [][4]uint32     // the codes of each square on an empty board; X's code is the low half
	links  [][]link        // of each square
	sums   [256]uint64     // of the shapes of both sides: see [fieldSpot]
	worths [256]uint64     // in the estimate, as sums
	flags  []uint8         // by the counts of a sum

	flagCounts *[256]uint64

	bonuses *bonuses
}

// link says which digit of the code of another square, in a direction, stands for this square.
type link struct {
	at        int16
	place     uint16
	direction uint8
}

func radiusOf(r rules) int {
	if r.Exact {
		return r.K
	}
	return r.K - 1
}

// hasPatterns reports whether the shapes of a game fit into the tables and make sense. On a
// torus no square may be on both sides of another.
func (g *game) hasPatterns() bool {
	r := g.rules
	if r.Misere || r.K < threatsFrom || radiusOf(r) > maxRadius || r.K > maxRadius {
		return false
	}
	return !r.Torus || min(r.Columns, r.Rows) > 2*radiusOf(r)
}

func newPatterns(g *game) *patterns {
	t := &patterns{k: g.rules.K, exact: g.rules.Exact, radius: radiusOf(g.rules), bonuses: newBonuses(), flagCounts: newFlagCounts()}
	t.fill()
	t.fillSums()
	t.edges = make([][4]uint32, g.squares)
	t.links = make([][]link, g.squares)
	places := []uint32{1}
	for len(places) < 2*t.radius {
		places = append(places, 3*places[len(places)-1])
	}
	for sq := range t.links {
		for d, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			for i := range 2 * t.radius {
				if at := t.neighbour(g.rules, sq, i, step); at != none {
					t.edges[sq][d] += codeEmpty * (places[i] | places[i]<<16)
					// Seen from there, this square has the opposite offset.
					t.links[sq] = append(t.links[sq], link{int16(at), uint16(places[len(places)-1-i]), uint8(d)})
				}
			}
		}
	}
	return t
}

// fillSums fills the tables of sums and flags.
func (t *patterns) fillSums() {
	values, worths := shapeValues(), shapeWorths()
	for both := range t.sums {
		if x, o := both&15, both>>4; x < int(shapes) && o < int(shapes) {
			t.sums[both] = uint64(values[x]) | uint64(values[o])<<32
			t.worths[both] = uint64(worths[x]) | uint64(worths[o])<<32
		}
	}
	t.flags = make([]uint8, flagCodes)
	for code := range t.flags {
		count := func(unit int) int { return code / (unit >> 16) & countMask }
		closed, threes, fours, opens, fives := count(closedUnit), count(threeUnit), count(fourUnit), count(openUnit), count(fiveUnit)
		for flag, set := range [flagKinds]bool{
			isBuild: closed+threes+fours+opens+fives > 0, isThree: threes > 0, isFour: fours+opens+fives > 0,
			isDouble: threes > 1, isFork: fours > 0 && threes > 0, isTwice: fours > 1 || opens+fives > 0, isFive: fives > 0,
		} {
			if set {
				t.flags[code] |= 1 << flag
			}
		}
	}
}

// offset returns the distance, in steps, of the i-th square of a code.
func (t *patterns) offset(i int) int {
	if i < t.radius {
		return i - t.radius
	}
	return i - t.radius + 1
}

func (t *patterns) neighbour(r rules, sq, i int, step [2]int) int {
	x, y := sq%r.Columns+t.offset(i)*step[0], sq/r.Columns+t.offset(i)*step[1]
	if r.Torus {
		x, y = (x+r.Columns)%r.Columns, (y+r.Rows)%r.Rows
	}
	if x < 0 || x >= r.Columns || y < 0 || y >= r.Rows {
		return none
	}
	return y*r.Columns + x
}

// fill computes all shapes.
func (t *patterns) fill() {
	squares := 2 * t.radius
	windows := 1
	for range squares {
		windows *= 3
	}
	made := make([]shape, windows)
	t.made = new([1 << 16]uint8)
	// An own square counts more than an empty one, so each further stone makes a greater number.
	// Going down, the results after a further stone are known.
	cells := make([]int, squares)
	for w := windows - 1; w >= 0; w-- {
		for i, rest := 0, w; i < squares; i++ {
			cells[i], rest = rest%3, rest/3
		}
		made[w] = t.shapeOf(cells, w, made)
		t.made[w] = uint8(made[w])
	}
}

// shapeOf returns the shape that a stone in the middle of the squares of a code makes.
func (t *patterns) shapeOf(cells []int, window int, made []shape) shape {
	run := 1
	for i := t.radius - 1; i >= 0 && cells[i] == codeOwn; i-- {
		run++
	}
	for i := t.radius; i < len(cells) && cells[i] == codeOwn; i++ {
		run++
	}
	switch {
	case run == t.k || run > t.k && !t.exact:
		return five
	case run > t.k:
		return dead
	}
	best, wins := dead, 0
	for i, place := 0, 1; i < len(cells); i, place = i+1, place*3 {
		if cells[i] != codeEmpty {
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
