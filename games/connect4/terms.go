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
func (p *position) Terms() []board.Term { return p.g.terms(p.Turn(), p.counts()) }

// counted holds the numbers that the estimate counts, for the first side and the second.
type counted struct {
	wins   [2]int // squares that complete a line
	good   [2]int // those in a row that the side will be able to play: odd rows for the first side, even rows for the second
	centre [2]int // stones in the middle columns
}

func (p *position) counts() (c counted) {
	rows, stones := [2]uint64{p.g.oddRows, p.g.board &^ p.g.oddRows}, p.stones()
	wins := [2]uint64{p.now.moverWins, p.now.followerWins}
	for side := range stones {
		w := wins[(side+int(p.Turn()))&1]
		c.wins[side], c.good[side] = bits.OnesCount64(w), bits.OnesCount64(w&rows[side])
		c.centre[side] = bits.OnesCount64(stones[side] & p.g.centre())
	}
	return c
}

// worth returns the estimate for a side.
func (c *counted) worth(s oxo.Side) oxo.Score {
	of := func(s oxo.Side) int { return winWorth*c.wins[s&1] + rowWorth*c.good[s&1] + c.centre[s&1] }
	return oxo.Score(of(s) - of(s.Opponent()))
}

// terms says in words what the estimate counts.
func (f *frame) terms(turn oxo.Side, c counted) []board.Term {
	var terms []board.Term
	for _, side := range []oxo.Side{turn, turn.Opponent()} {
		sign := 1
		if side != turn {
			sign = -1
		}
		all, good := c.wins[side], c.good[side]
		text := f.sideName(side) + " has " + words.Count(all, "square") + " that would win"
		if good > 0 {
			text += ", " + strconv.Itoa(good) + " in an " + [...]string{"odd", "even"}[side] + " row"
		}
		if all > 0 {
			terms = append(terms, board.Term{Text: text, Score: oxo.Score(sign * (winWorth*all + rowWorth*good))})
		}
	}
	x, o := c.centre[0], c.centre[1]
	if difference := x - o; difference != 0 {
		if turn == oxo.Second {
			difference = -difference
		}
		terms = append(terms, board.Term{Text: words.Count(x, "disc") + " of " + f.sideName(oxo.First) + " and " + strconv.Itoa(o) + " of " + f.sideName(oxo.Second) + " in the middle", Score: oxo.Score(difference)})
	}
	return terms
}
