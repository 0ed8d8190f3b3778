package connect4

import (
	"math/bits"

	"oxo"
)

// Stacks implements certificate.Stacked: it returns the size of the board and the lines of
// four.
func (p *position) Stacks() (columns, height int, lines [][]int) {
	g := p.g
	for _, d := range directions(g.height) {
		for first := along(g.board, d); first != 0; first &= first - 1 {
			var line []int
			for i := range 4 {
				line = append(line, g.number(bits.TrailingZeros64(first)+i*d))
			}
			lines = append(lines, line)
		}
	}
	return g.width, g.height, lines
}

// number returns the number of a square without the spare row: its column times the height,
// plus its row.
func (g *tables) number(bit int) int { return bit/g.step*g.height + bit%g.step }

// Stone returns the side that has a stone on a square, if any.
func (p *position) Stone(square int) (oxo.Side, bool) {
	bit := uint64(1) << (square/p.g.height*p.g.step + square%p.g.height)
	for side, stones := range p.stones() {
		if stones&bit != 0 {
			return oxo.Side(side), true
		}
	}
	return 0, false
}
