//go:build !race

package mnk

import (
	"math/rand/v2"
	"testing"
)

// TestWorth: without patterns, the worth of a square is the sum of the values of its live lines, after moves made and
// taken back.
func TestWorth(t *testing.T) {
	random := rand.New(rand.NewPCG(63, 64))
	for _, r := range []rules{{Columns: 9, Rows: 8, K: 3}, {Columns: 9, Rows: 8, K: 5, Misere: true}, {Columns: 9, Rows: 8, K: 3, Exact: true}} {
		g := newGame(t, r)
		p := newWide(g)
		for range 40 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if p.Make(m); random.IntN(3) == 0 {
				p.Unmake(m)
			}
			for side := range p.worth {
				want := make([]int32, g.squares)
				for line, squares := range g.lines {
					for _, sq := range squares {
						if p.blocked[side][line] == 0 {
							want[sq] += int32(g.wide.values[p.counts[side][line]])
						}
					}
				}
				for sq, w := range want {
					if p.worth[side][sq] != w {
						t.Fatalf("%v, %d stones: square %d is worth %d to side %d, want %d", r, p.ply, sq, p.worth[side][sq], side, w)
					}
				}
			}
		}
	}
}
