package othello

import (
	"math/bits"
	"strconv"

	"oxo"
	"oxo/board"
	"oxo/internal/words"
)

// Terms compares the corners, moves and discs that the estimate counts, and
// implements [board.Explained].
func (p *position) Terms() []board.Term {
	own, opp := p.sides()
	var terms []board.Term
	compare := func(mine, theirs uint64, each int, thing string) {
		counts := [2]int{bits.OnesCount64(mine), bits.OnesCount64(theirs)}
		score := each * (counts[0] - counts[1])
		if score != 0 {
			black := counts[p.Turn()]
			text := "black has " + words.Count(black, thing) + ", white " + strconv.Itoa(counts[0]+counts[1]-black)
			terms = append(terms, board.Term{Text: text, Score: oxo.Score(score)})
		}
	}
	compare(own&p.g.corners, opp&p.g.corners, cornerWorth, "corner")
	compare(p.g.legal(own, opp), p.g.legal(opp, own), moveWorth, "move")
	compare(own, opp, 1, "disc")
	return terms
}
