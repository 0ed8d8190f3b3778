package connect4

import (
	"context"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/board"
	"oxo/search"
)

// TestClasses asks for the classes of random positions, and an exhaustive search
// that knows nothing of classes for their values: all positions of a class are
// worth the same, ply for ply. It counts how often different ones met in a
// class, so that classes of one position each are noticed.
func TestClasses(t *testing.T) {
	many := 40000
	if testing.Short() {
		many = 4000
	}
	for _, size := range []string{"4x4", "5x4", "4x5", "5x5", "6x4", "4x6", "4x9", "9x4", "7x6"} {
		t.Run(size, func(t *testing.T) {
			t.Parallel()
			g, err := parse(size, nil)
			if err != nil {
				t.Fatal(err)
			}
			columns, rows := g.Start().(board.Grid).Size()
			rng := rand.New(rand.NewPCG(uint64(columns), uint64(rows)))
			plain := search.New(search.Options{NoGuide: true, TableBytes: 1 << 16})
			type class struct {
				value  oxo.Score
				member oxo.Key
			}
			classes, met := map[oxo.Key]class{}, 0
			for range many {
				p := random(g, rng, columns*rows-2-rng.IntN(8))
				if p == nil {
					continue
				}
				key, _ := p.Guide().(interface{ class(*state) (oxo.Key, uint8) }).class(p.now)
				member, _ := p.Canonical()
				value := plain.Search(context.Background(), p, search.Limits{}).Score
				c, ok := classes[key]
				if ok && c.value != value {
					t.Fatalf("%s is worth %v, another position of its class %v", g.FormatPosition(p), value, c.value)
				}
				if ok && c.member != member {
					met++
				}
				classes[key] = class{value, member}
			}
			if t.Logf("%d classes, %d meetings", len(classes), met); met < many/1000 && columns*rows <= 25 {
				t.Error("different positions hardly ever met in a class")
			}
		})
	}
}

// random plays that many random moves; it returns nil where the game ends before.
func random(g oxo.Game, rng *rand.Rand, plies int) *position {
	p := g.Start().(*position)
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	if p.Outcome() != oxo.Ongoing {
		return nil
	}
	return p
}
