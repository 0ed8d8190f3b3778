//go:build !race

package breakthrough_test

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/game/board"
	"oxo/internal/gametest"
	"oxo/prove/certificate"
)

// TestPawns: Pawns agrees with the board, in random games.
func TestPawns(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 19))
	for _, name := range []string{"breakthrough:2x4", "breakthrough:5x6", "breakthrough:8x8", "breakthrough:9x7", "breakthrough:20x20"} {
		g := gametest.Game(t, name)
		for range 20 {
			for p := g.Start(); p.Outcome() == oxo.Ongoing; {
				moves := p.Moves(nil)
				p.Make(moves[random.IntN(len(moves))])
				racing := p.(certificate.Racing)
				columns, rows, ok := racing.Field()
				if !ok {
					t.Fatalf("%s: pawns have other moves", name)
				}
				for square := range columns * rows {
					column, row := square%columns, square/columns
					cell := p.(board.Grid).At(board.Square{Column: column, Row: row})
					for side := range oxo.Side(2) {
						if has := racing.Pawns(side, row)>>column&1 != 0; has != (cell.Text != "" && cell.Owner == side) {
							t.Fatalf("%s, column %d, row %d, %v side: %v, and the board shows %+v", g.FormatPosition(p), column, row, side, has, cell)
						}
					}
				}
			}
		}
	}
	if _, _, ok := gametest.Game(t, "breakthrough:8x8,teleport").Start().(certificate.Racing).Field(); ok {
		t.Error("where squares teleport, pawns have no other moves")
	}
}
