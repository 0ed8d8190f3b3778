package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"oxo"
	"oxo/game/catalog"
	"oxo/games"
	"oxo/internal/gametest"
	"oxo/search"
)

// TestPool: a pool of any size finds the value of minimax for each of many positions, of
// several games, once, and its searchers can be used again.
func TestPool(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 0))
	var positions []oxo.Position
	var values []oxo.Score
	for len(positions) < 60 {
		names := differentialGames()
		p, value, ok := solved(gametest.Game(t, names[rng.IntN(len(names))]), rng)
		if ok && exact(p) {
			positions, values = append(positions, p), append(values, value)
		}
	}
	for _, threads := range []int{0, 1, 2, 8, 100} {
		pool := search.NewPool(search.Options{Threads: threads, TableBytes: 1 << 16})
		for _, n := range []int{0, 1, 3, len(positions)} {
			calls := make([]atomic.Int32, n)
			pool.Do(n, func(s *search.Searcher, i int) {
				calls[i].Add(1)
				r := s.Search(context.Background(), positions[i], search.Limits{})
				if !r.Proven || r.Score != values[i] {
					t.Errorf("%d threads: position %d of %d: %+v, minimax says %v", threads, i, n, r, values[i])
				}
			})
			for i := range calls {
				if c := calls[i].Load(); c != 1 {
					t.Errorf("%d threads: position %d of %d was searched %d times", threads, i, n, c)
				}
			}
		}
	}
}

// Many positions are solved in parallel; each result is stored by its number.
func ExamplePool() {
	g, _ := catalog.Lookup(games.All(), "connect4")
	var positions []oxo.Position
	for _, text := range []string{"2252576253462244111563365343671351441", "52753311433677442422121"} {
		p, _ := g.ParsePosition(text)
		positions = append(positions, p)
	}
	values := make([]search.Value, len(positions))
	pool := search.NewPool(search.Options{Threads: 4})
	pool.Do(len(positions), func(s *search.Searcher, i int) {
		values[i] = s.Search(context.Background(), positions[i], search.Limits{}).Value
	})
	for i, v := range values {
		fmt.Printf("%v: %v\n", g.FormatPosition(positions[i]), v)
	}
	// Output:
	// XOOOX../OXOXXX./XOOXOO./XOXOXX./OOOXXOO/XXOXXXO: loss in 4
	// ......./.O...../XOXO.../XXOO..O/OXOXO.X/XOXXXOX: win in 5
}
