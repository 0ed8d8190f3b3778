package pn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"oxo"
	"oxo/internal/race"
)

// TestExpansions: recall returns what was last stored for a position, without moves that no
// longer count, in a ring that grows and wraps around; and it finds most of what was stored
// recently.
func TestExpansions(t *testing.T) {
	race.OneThread(t)
	random := rand.New(rand.NewPCG(6, 6))
	for _, most := range []int{0, 1 << 11, 1 << 14} {
		x := expansions{most: most}
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
					t.Fatalf("%d moves at most: of %v are recalled %v, kept were %v", most, old, got, kept[old])
				}
			}
		}
		if len(x.moves) > max(most, firstMoves) || 10*recalled < 8*asked {
			t.Errorf("%d moves at most: it has room for %d, and recalls %d of %d", most, len(x.moves), recalled, asked)
		}
	}
}
