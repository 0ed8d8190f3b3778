package twenty48

import (
	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// Terms implements [board.Explained]: it says which features of the board the estimate counts.
// Each square is in a row and in a column, and counts in both.
func (p *position) Terms() []board.Term {
	var w worths
	for _, b := range [...]uint64{p.board, transpose(p.board)} {
		for row := range side {
			w = w.plus(rowWorth(unpackRow(uint16(b >> (16 * row)))))
		}
	}
	sign := 1
	if p.turn == oxo.Second {
		sign = -1
	}
	var terms []board.Term
	add := func(worth int, text string) {
		if worth != 0 {
			terms = append(terms, board.Term{Text: text, Score: oxo.Score(sign * worth)})
		}
	}
	add(w.empty, "the board has "+words.Count(w.empty/(2*emptyWorth), "empty square"))
	add(w.doubles, "it has "+words.Count(w.doubles/doubleWorth, "pair")+" of like neighbours")
	add(w.disorder, "rows and columns are out of order")
	add(w.steps, "neighbours are steps apart")
	add(w.tiles, "the fewer and greater the tiles the better")
	return terms
}
