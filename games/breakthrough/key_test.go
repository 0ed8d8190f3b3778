package breakthrough

import (
	"testing"

	"oxo"
)

// TestKeysOfTheEnd: on 64 squares, where the turn shares a bit with a square of the far row, a
// board with a pawn there has a different key for each column of the pawn, and none of these is the
// key of a board without it.
func TestKeysOfTheEnd(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {4, 16}, {16, 4}} {
		g, err := newGame(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start().(*position)
		pawns := p.stones
		pawns[0] &^= 1 // one has left its place
		met := map[oxo.Key]int{}
		for turn := range oxo.Side(2) {
			p.turn = turn
			met[p.key(pawns)]++
		}
		p.turn = oxo.Second
		for column := range g.columns {
			arrived := pawns
			square := uint64(1) << (64 - g.columns + column)
			arrived[0], arrived[1] = arrived[0]|square, arrived[1]&^square
			met[p.key(arrived)]++
			met[p.key(stones{pawns[0], arrived[1]})]++ // without it
		}
		if want := 2 + 2*g.columns; len(met) != want {
			t.Errorf("%s: %d keys of %d boards", g.Name(), len(met), want)
		}
	}
}
