package mnk

import (
	"fmt"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// worthUnit is the worth of one unit of the estimate.
const worthUnit = 8

// shapeWorths returns what single shapes are worth in the estimate. A logistic regression has fitted
// them, and the tempo, to games that oxo played against itself.
func shapeWorths() [shapes]int32 {
	return [shapes]int32{
		closedTwo: 20, openTwo: 34, closed: 106, openThree: 264, four: 444, openFour: 938, five: 1100,
	}
}

// shapeValues returns the sums of single shapes: see [fieldSpot]. Their weights are for the order of
// moves. They were fitted by hand and tried in matches.
func shapeValues() [shapes]int32 {
	return [shapes]int32{
		one: 1, closedTwo: 4, openTwo: 10, closed: 14 + closedUnit, openThree: 40 + threeUnit,
		four: 45 + fourUnit, openFour: 160 + openUnit, five: 200 + fiveUnit,
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

// bonuses are the ranks that the flags of a square add, for the side to move and for the other
// side.
type bonuses [2][256]int16

func newBonuses() *bonuses {
	b := &bonuses{}
	for flags := range 256 {
		has := func(flag int) bool { return flags>>flag&1 != 0 }
		switch {
		case has(isTwice):
			b[0][flags], b[1][flags] = rankOpen, rankStopOpen
		case has(isFork):
			b[0][flags], b[1][flags] = rankFork, rankStopFork
		case has(isDouble):
			b[0][flags], b[1][flags] = rankThrees, rankThrees/2
		}
	}
	return b
}

// rank returns how good a move looks for the side to move.
func (f *field) rank(mine, sq int) int32 {
	s := &f.spots[sq&(fieldSquares-1)]
	own, opp := int32(s.sum>>(32*mine&63))&weightMask, int32(s.sum>>(32*(1-mine)&63))&weightMask
	return own*5/4 + opp + int32(f.t.bonuses[0][f.flags[mine&1][sq&(fieldSquares-1)]]) + int32(f.t.bonuses[1][f.flags[1-mine&1][sq&(fieldSquares-1)]])
}

// tempo is the worth of being to move.
const tempo = 154

// shapeValue returns the parts of the estimate: the shapes of the side to move, the shapes
// of the other side, and the tempo.
func (p *wide) shapeValue() (own, opp, move oxo.Score) {
	if p.ply == p.g.squares {
		return 0, 0, 0
	}
	x, o := p.field.worths()
	if p.ply&1 == 1 {
		x, o = o, x
	}
	return oxo.Score(x) / worthUnit, -oxo.Score(o) / worthUnit, tempo
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
			switch {
			case p.field.flag(side, sq, isFour):
				fours++
			case p.field.flag(side, sq, isThree):
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
