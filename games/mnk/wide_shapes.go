package mnk

import (
	"fmt"
	"slices"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// A judged square is one number for each side: the weight of the shapes that a stone there
// would make, and above that the counts of the strongest shapes.
//
//	31    28 27    24 23     20 19       16 15      0
//	|  five | openFour |  four  | openThree | weight |
const (
	weightMask = 1<<16 - 1
	threeUnit  = 1 << 16
	fourUnit   = 1 << 20
	openUnit   = 1 << 24
	countMask  = 15
)

// shapeValues returns the judged numbers of single shapes. The weights were fitted by hand and
// tried in matches.
func shapeValues() [shapes]int32 {
	return [shapes]int32{
		one: 1, closedTwo: 4, openTwo: 10, closed: 14, openThree: 40 + threeUnit,
		four: 45 + fourUnit, openFour: 160 + openUnit, five: 200 + openUnit,
	}
}

// judged holds the shapes of a wide board.
type judged struct {
	values [shapes]int32
	codes  [][4]uint16 // of each square, in each direction
	shapes [2][]int32  // of each square, for each side
	total  [2]int32    // the weights of the empty squares
}

func newJudged(t *patterns, squares int) *judged {
	j := &judged{values: shapeValues(), codes: make([][4]uint16, squares), shapes: [2][]int32{make([]int32, squares), make([]int32, squares)}}
	for sq := range j.codes {
		for d := range 4 {
			code := 0
			for i := range 2 * t.radius {
				if t.near[sq][d][i] == none {
					code |= codeEdge << (2 * i)
				}
			}
			j.codes[sq][d] = uint16(code)
			for side := range 2 {
				j.shapes[side][sq] += j.values[t.by[code]>>(4*side)&15]
			}
		}
		for side := range 2 {
			j.total[side] += j.shapes[side][sq] & weightMask
		}
	}
	return j
}

func (j *judged) clone() *judged {
	c := *j
	c.codes = slices.Clone(j.codes)
	for side := range 2 {
		c.shapes[side] = slices.Clone(j.shapes[side])
	}
	return &c
}

// judge updates the shapes after a stone of a side was put on a square, or removed from it.
func (p *wide) judge(side, sq int, placed bool) {
	t, j := p.t.patterns, p.judged
	for s := range 2 {
		if weight := j.shapes[s][sq] & weightMask; placed {
			j.total[s] -= weight
		} else {
			j.total[s] += weight
		}
	}
	last := 2*t.radius - 1
	for d := range 4 {
		for i := range 2 * t.radius {
			at := t.near[sq][d][i]
			if at < 0 {
				continue
			}
			before := t.by[j.codes[at][d]]
			// Seen from the other square, this one has the opposite offset.
			j.codes[at][d] ^= uint16(codeFirst+side) << (2 * (last - i))
			after := t.by[j.codes[at][d]]
			if before == after {
				continue
			}
			for s := range 2 {
				old := j.shapes[s][at]
				now := old + j.values[after>>(4*s)&15] - j.values[before>>(4*s)&15]
				j.shapes[s][at] = now
				if p.cells[at] == none {
					j.total[s] += now&weightMask - old&weightMask
				}
			}
		}
	}
}

// Ranks of moves by what they do, above all weights.
const (
	rankComplete = 1 << 14
	rankStop     = 1 << 13
	rankOpen     = 1 << 12 // an open four, or two fours
	rankStopOpen = 1 << 11
	rankFork     = 1 << 10 // a four and an open three
	rankStopFork = 1 << 9
	rankThrees   = 1 << 8 // two open threes
)

// rank returns how good a move looks for the side to move.
func (p *wide) rank(mine, sq int) int32 {
	own, opp := p.judged.shapes[mine][sq], p.judged.shapes[1-mine][sq]
	r := (own&weightMask)*5/4 + opp&weightMask
	switch forks(own) {
	case 3:
		r += rankOpen
	case 2:
		r += rankFork
	case 1:
		r += rankThrees
	}
	switch forks(opp) {
	case 3:
		r += rankStopOpen
	case 2:
		r += rankStopFork
	case 1:
		r += rankThrees / 2
	}
	return r
}

// forks returns 3 for an open four or two fours, 2 for a four and an open three, 1 for two open
// threes, else 0.
func forks(shapes int32) int {
	fours, threes := shapes/fourUnit&countMask, shapes/threeUnit&countMask
	switch {
	case shapes >= openUnit || fours > 1:
		return 3
	case fours > 0 && threes > 0:
		return 2
	case threes > 1:
		return 1
	}
	return 0
}

// tempo is the worth of being to move, apart from the slightly greater weight of the mover's
// shapes.
const tempo = 15

// shapeValue returns the parts of the estimate: the shapes of the side to move, the shapes
// of the other side, and the tempo.
func (p *wide) shapeValue() (own, opp, move oxo.Score) {
	if p.ply == p.g.squares {
		return 0, 0, 0
	}
	mine := p.ply & 1
	own, opp = oxo.Score(p.judged.total[mine]), -oxo.Score(p.judged.total[1-mine])
	return own + own/8, opp, tempo
}

// shapeTerms puts these parts into words.
func (p *wide) shapeTerms() []board.Term {
	own, opp, move := p.shapeValue()
	mine := p.ply & 1
	var terms []board.Term
	for i, score := range [2]oxo.Score{own, opp} {
		side := mine ^ i
		var fours, threes int
		for sq, cell := range p.cells {
			if cell != none {
				continue
			}
			switch shapes := p.judged.shapes[side][sq]; {
			case shapes >= fourUnit:
				fours++
			case shapes >= threeUnit:
				threes++
			}
		}
		if score != 0 {
			text := fmt.Sprintf("%s has %s for a four, %s for an open three, and lines with room",
				p.g.sideName(oxo.Side(side)), words.Count(fours, "square"), words.Count(threes, "square"))
			terms = append(terms, board.Term{Text: text, Score: score})
		}
	}
	if move != 0 {
		terms = append(terms, board.Term{Text: p.g.sideName(oxo.Side(mine)) + " is to move", Score: move})
	}
	return terms
}
