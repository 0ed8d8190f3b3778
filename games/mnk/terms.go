package mnk

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// Terms implements [board.Explained]: it says which open lines the estimate counts, by the
// number of stones in them.
func (p *word) Terms() []board.Term {
	var open [2][]int
	for side := range open {
		mine, theirs := p.stones[side], p.stones[1-side]
		open[side] = make([]int, p.t.k+1)
		for i, line := range p.t.lines {
			if line&theirs == 0 && p.t.mayEnd(i, mine) {
				open[side][bits.OnesCount64(line&mine)]++
			}
		}
	}
	return p.g.terms(p.ply&1, open, func(n int) int { return 1 << (2 * n) })
}

// Terms implements [board.Explained] as for [word].
func (p *wide) Terms() []board.Term {
	if p.field != nil {
		return p.shapeTerms()
	}
	return p.g.terms(p.ply&1, p.live, func(n int) int { return p.t.values[n] })
}

// terms describes the estimate that [game.estimate] adds up, in one term for each side. The list
// open has the number of open lines of each side by the number of stones in a line. The function
// worth returns the value of a line.
func (g *game) terms(turn int, open [2][]int, worth func(stones int) int) []board.Term {
	factors := [2]int{3, -2} // of the side to move, and of the other
	if g.rules.Misere {
		factors = [2]int{-2, 2}
	}
	var terms []board.Term
	for side, lines := range open {
		score, sets := 0, []string{}
		for n, count := range slices.Backward(lines) {
			score += factors[(side+turn)&1] * count * worth(n)
			if count > 0 {
				sets = append(sets, g.lineWords(count, n, len(sets) == 0))
			}
		}
		if score > int(oxo.MaxEstimate) || score < -int(oxo.MaxEstimate) {
			return nil // the estimate was cut to its limits
		}
		if score != 0 {
			terms = append(terms, board.Term{Text: g.sideName(oxo.Side(side)) + " has " + strings.Join(sets, ", "), Score: oxo.Score(score)})
		}
	}
	return terms
}

// lineWords says how many lines have a number of stones. Only the first entry names the
// thing counted.
func (g *game) lineWords(count, stones int, first bool) string {
	lines, with := strconv.Itoa(count), strconv.Itoa(stones)
	if stones == 0 {
		with = "none"
	}
	if first {
		stone := "stone"
		if g.facts().Style.Pieces == board.Marks {
			stone = "mark"
		}
		lines = words.Count(count, "open line")
		if with = words.Count(stones, stone); stones == 0 {
			with = "no " + stone
		}
	}
	return lines + " with " + with
}
