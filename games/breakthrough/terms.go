package breakthrough

import (
	"fmt"

	"oxo"
	"oxo/game/board"
)

// Terms implements [board.Explained]: it compares the counts of both sides' pawns.
func (p *position) Terms() []board.Term {
	terms := []board.Term{{Text: p.g.sideName(p.turn) + " is to move", Score: moveWorth}}
	sides := p.material()
	white, black := &sides[oxo.First], &sides[oxo.Second]
	compare := func(what string, each, first, second int) {
		score := each * (first - second)
		if p.turn == oxo.Second {
			score = -score
		}
		if score != 0 {
			terms = append(terms, board.Term{Text: fmt.Sprintf("%s: white %d, black %d", what, first, second), Score: oxo.Score(score)})
		}
	}
	compare("pawns", pawnWorth, white.pawns, black.pawns)
	compare("free pawns", freeWorth, white.free, black.free)
	compare("pawns in danger (twice if taken next)", hangingWorth, white.hanging, black.hanging)
	compare("way gone", 1, white.advance, black.advance)
	compare("pawns at home", homeWorth, white.home, black.home)
	compare("defences", defendedWorth, white.defences, black.defences)
	return terms
}
