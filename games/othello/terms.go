package othello

import (
	"fmt"

	"oxo"
	"oxo/game/board"
)

// Terms implements [board.Explained]: it returns the parts of the estimate, in discs.
func (p *position) Terms() []board.Term {
	own, opp := p.sides()
	texts := [parts]string{
		cornerPart:   "%s stands better at the corners and edges, by %s",
		diagonalPart: "%s stands better on the diagonals and beside the edges, by %s",
		movePart:     "%s has more moves, worth %s",
		laterPart:    "%s will have more moves, worth %s",
		tempoPart:    "%s is in time, worth %s",
	}
	var terms []board.Term
	for i, n := range p.g.estimate(own, opp) {
		if n == 0 {
			continue
		}
		side := p.turn
		if n < 0 {
			side = side.Opponent()
		}
		terms = append(terms, board.Term{Text: fmt.Sprintf(texts[i], p.g.sideName(side), discs(max(n, -n))), Score: oxo.Score(n)})
	}
	return terms
}

// discs writes hundredths of a disc: "1.2 discs".
func discs(n int32) string { return fmt.Sprintf("%d.%02d discs", n/perDiscShown, n%perDiscShown) }
