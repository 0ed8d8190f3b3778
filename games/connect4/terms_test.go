//go:build !race

package connect4

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/internal/words"
)

// TestTermsCountRows: the number of winning squares in the words is right. The test counts them by playing a stone on
// each empty square and looking for a line.
func TestTermsCountRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	for _, size := range []string{"7x6", "5x5", "8x7"} {
		g, err := parse(size, nil)
		if err != nil {
			t.Fatal(err)
		}
		named := 0
		for range 200 {
			p := quiet(g, rng, 8+rng.IntN(14))
			if p == nil {
				continue
			}
			texts := map[string]bool{}
			for _, term := range p.Terms() {
				texts[term.Text] = true
			}
			for side := range oxo.Side(2) {
				all, good := p.winningSquares(side)
				want := p.g.sideName(side) + " has " + words.Count(all, "square") + " that would win"
				if good > 0 {
					want += fmt.Sprintf(", %d in an %s row", good, [...]string{"odd", "even"}[side])
					named++
				}
				if all > 0 && !texts[want] {
					t.Fatalf("%s: %q, want %q among them", g.FormatPosition(p), p.Terms(), want)
				}
			}
		}
		if named < 20 {
			t.Errorf("%s: only %d counts of rows", size, named)
		}
	}
}

// winningSquares counts the empty squares that complete a line for a side, and how many of these are in
// its rows: the first, third... from below for the first side, the others for the second.
func (p *position) winningSquares(side oxo.Side) (all, good int) {
	columns, rows := p.Size()
	for column := range columns {
		for row := range rows {
			bit := p.g.square(board.Square{Column: column, Row: row})
			if p.now.mask()&bit == 0 && hasLine(p.stones()[side]|bit, p.g.height) {
				all++
				if (row%2 == 0) == (side == oxo.First) {
					good++
				}
			}
		}
	}
	return all, good
}
