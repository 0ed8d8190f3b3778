//go:build !race

package breakthrough_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestStrength: the search beats itself limited to two plies in 19 of 20 games, with
// alternating sides, from openings of four random plies.
func TestStrength(t *testing.T) {
	games, most := 20, 1
	if testing.Short() {
		games, most = 6, 1
	}
	g := gametest.Game(t, "breakthrough")
	deep, shallow := search.New(search.Options{}), search.New(search.Options{})
	lost := 0
	for n := range games {
		rng := rand.New(rand.NewPCG(uint64(n/2), 9)) // the same for both sides of an opening
		p := g.Start()
		for range 4 {
			moves := p.Moves(nil)
			p.Make(moves[rng.IntN(len(moves))])
		}
		side := oxo.Side(n % 2)
		for p.Outcome() == oxo.Ongoing {
			s, limits := shallow, search.Limits{Depth: 2}
			if p.Turn() == side {
				s, limits = deep, search.Limits{Nodes: 30000}
			}
			p.Make(s.Search(context.Background(), p, limits).Best)
		}
		if winner, _ := p.Outcome().Winner(p.Turn()); winner != side {
			lost++
		}
	}
	t.Logf("%d of %d games won", games-lost, games)
	if lost > most {
		t.Errorf("%d of %d games lost against two plies", lost, games)
	}
}
