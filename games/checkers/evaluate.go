package checkers

import (
	"fmt"
	"math/bits"

	"oxo"
	"oxo/game/board"
)

// The weights of the estimate, in hundredths of a man. A flying king is worth three men,
// another king about four thirds of a man.
const (
	manWorth     = 100
	kingWorth    = 135
	flyingWorth  = 300
	rowWorth     = 3  // of a man, for each row it has advanced
	guardWorth   = 7  // of a man on its home row, while the other side has men
	freeWorth    = 25 // of a man that nothing can stop on its way
	centreWorth  = 4
	trappedWorth = -8 // of a piece without a step
	moveWorth    = 4  // for being the side to move
	fewerWorth   = 60 // for being a man ahead, divided by the number of pieces on the board
)

// tally holds the counts of one side.
type tally struct {
	men, kings int
	rows       int // rows advanced by all men together
	guards     int
	free       int
	centre     int
	trapped    int
}

// kingWorth returns the value of a king.
func (g *game) kingWorth() int {
	if g.international {
		return flyingWorth
	}
	return kingWorth
}

func (t *tally) material(king int) int { return manWorth*t.men + king*t.kings }

func (t *tally) worth(king int) int {
	return t.material(king) + rowWorth*t.rows + guardWorth*t.guards + freeWorth*t.free + centreWorth*t.centre + trappedWorth*t.trapped
}

// tally counts a side. Counting bits here is cheaper than updating counts at each move: most
// positions are never estimated.
func (p *position) tally(s oxo.Side) (t tally) {
	y := &p.g.geometry
	own, theirs := p.pieces[s&1], p.pieces[s.Opponent()&1]
	men := own &^ p.kings
	t.men, t.kings = bits.OnesCount64(men), bits.OnesCount64(own&p.kings)
	for row := range p.g.rows {
		t.rows += p.g.gone(s, row) * bits.OnesCount64(men&y.row[row])
	}
	if theirs&^p.kings != 0 {
		t.guards = bits.OnesCount64(men & y.last[s.Opponent()&1])
	}
	t.centre = bits.OnesCount64(own & y.centre)
	t.free = p.unstopped(s, men, theirs)
	up, down := p.upAndDown(s)
	free, k := p.free(), uint(y.half)&15
	stepping := up&(free>>k|free>>(k+1)) | down&(free<<k|free<<(k+1))
	t.trapped = t.men + t.kings - bits.OnesCount64(stepping)
	return t
}

// gone returns the distance of a row from a side's home row; it is its own inverse.
func (g *game) gone(s oxo.Side, row int) int {
	if s == oxo.Second {
		return g.rows - 1 - row
	}
	return row
}

// unstopped counts men in the upper half that have no piece of the other side on any square
// they can still reach.
func (p *position) unstopped(s oxo.Side, men, theirs uint64) (n int) {
	y := &p.g.geometry
	reach, d := theirs, 0
	if s == oxo.First {
		d = 2 // backwards: to the squares from which a man can reach a piece of the other side
	}
	for range p.g.rows / 2 {
		reach |= y.step(reach, d) | y.step(reach, d+1)
	}
	far := uint64(0)
	for row := p.g.rows / 2; row < p.g.rows-1; row++ {
		far |= y.row[p.g.gone(s, row)]
	}
	return bits.OnesCount64(men & far &^ reach)
}

// Evaluate compares the counts of both sides.
func (p *position) Evaluate() oxo.Score {
	sides := [2]tally{p.tally(oxo.First), p.tally(oxo.Second)}
	king := p.g.kingWorth()
	first := sides[0].worth(king) - sides[1].worth(king) + p.fewer(&sides)
	if p.turn == oxo.Second {
		first = -first
	}
	return oxo.Score(first + moveWorth)
}

// fewer rewards exchanges by the side that is ahead: with fewer pieces a man is worth more.
func (p *position) fewer(sides *[2]tally) int {
	king := p.g.kingWorth()
	ahead := sides[0].material(king) - sides[1].material(king)
	return ahead * fewerWorth / manWorth / (sides[0].men + sides[0].kings + sides[1].men + sides[1].kings)
}

// Terms implements [board.Explained]: it compares the counts of both sides.
func (p *position) Terms() []board.Term {
	terms := []board.Term{{Text: p.g.sideName(p.turn) + " is to move", Score: moveWorth}}
	sides := [2]tally{p.tally(oxo.First), p.tally(oxo.Second)}
	add := func(text string, score int) {
		if p.turn == oxo.Second {
			score = -score
		}
		if score != 0 {
			terms = append(terms, board.Term{Text: text, Score: oxo.Score(score)})
		}
	}
	compare := func(what string, each, first, second int) {
		add(fmt.Sprintf("%s: %s %d, %s %d", what, p.g.sideName(oxo.First), first, p.g.sideName(oxo.Second), second), each*(first-second))
	}
	a, b := &sides[0], &sides[1]
	compare("men", manWorth, a.men, b.men)
	compare("kings", p.g.kingWorth(), a.kings, b.kings)
	compare("rows that men have come", rowWorth, a.rows, b.rows)
	compare("men that guard the home row", guardWorth, a.guards, b.guards)
	compare("men with a free way", freeWorth, a.free, b.free)
	compare("pieces in the centre", centreWorth, a.centre, b.centre)
	compare("pieces without a step", trappedWorth, a.trapped, b.trapped)
	add(fmt.Sprintf("ahead with %d pieces left", a.men+a.kings+b.men+b.kings), p.fewer(&sides))
	return terms
}
