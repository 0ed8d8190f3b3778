package pn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/race"
)

// TestExpansions: recall returns the moves last stored for a position, without moves that no longer count, in a ring
// that grows and wraps around. It finds most positions that were stored recently.
func TestExpansions(t *testing.T) {
	race.OneThread(t)
	random := rand.New(rand.NewPCG(6, 6))
	for _, limit := range []int{0, 1 << 11, 1 << 14} {
		x := expansions{limit: limit}
		kept := map[oxo.Key][]child{}
		var recent []oxo.Key
		asked, recalled := 0, 0
		for range 20000 {
			position := oxo.Key{Hi: random.Uint64N(5000), Lo: random.Uint64N(3)}
			var nodes, open []child
			for range 1 + random.IntN(40) {
				c := child{move: oxo.Move(random.IntN(64)), numbers: numbers{random.Uint64N(3), 1}}
				nodes = append(nodes, c)
				if c.numbers.own != 0 {
					open = append(open, c)
				}
			}
			x.keep(position, nodes)
			if len(open) > 0 {
				kept[position] = open
				recent = append(recent, position)
			}
			old := recent[max(0, len(recent)-1-random.IntN(20))]
			asked++
			if got, ok := x.recall(old, nil); ok {
				if recalled++; !slices.Equal(got, kept[old]) {
					t.Fatalf("at most %d moves: recall of %v returns %v, want %v", limit, old, got, kept[old])
				}
			}
		}
		if len(x.moves) > max(limit, firstMoves) || 10*recalled < 8*asked {
			t.Errorf("at most %d moves: it has room for %d, and recalls %d of %d", limit, len(x.moves), recalled, asked)
		}
	}
}
