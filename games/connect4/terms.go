package connect4

import (
	"math/bits"
	"strconv"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// Terms implements [board.Explained]: it says which winning squares and stones the estimate
// counts.
func (p *position) Terms() []board.Term {
	st := p.now
	centre, rows := p.g.centre(), [2]uint64{p.g.oddRows, p.g.board &^ p.g.oddRows}
	var terms []board.Term
	for _, side := range []oxo.Side{p.Turn(), p.Turn().Opponent()} {
		wins, sign := st.moverWins, 1
		if side != p.Turn() {
			wins, sign = st.followerWins, -1
		}
		all, good := bits.OnesCount64(wins), bits.OnesCount64(wins&rows[side])
		text := p.g.sideName(side) + " has " + words.Count(all, "square") + " that would win"
		if good > 0 {
			text += ", " + strconv.Itoa(good) + " in an " + [...]string{"odd", "even"}[side] + " row"
		}
		if all > 0 {
			terms = append(terms, board.Term{Text: text, Score: oxo.Score(sign * (winWorth*all + rowWorth*good))})
		}
	}
	stones := p.stones()
	x, o := bits.OnesCount64(stones[0]&centre), bits.OnesCount64(stones[1]&centre)
	if difference := x - o; difference != 0 {
		if p.Turn() == oxo.Second {
			difference = -difference
		}
		terms = append(terms, board.Term{Text: words.Count(x, "disc") + " of " + p.g.sideName(oxo.First) + " and " + strconv.Itoa(o) + " of " + p.g.sideName(oxo.Second) + " in the middle", Score: oxo.Score(difference)})
	}
	return terms
}
