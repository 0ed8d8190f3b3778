//go:build !race

package connect4

import (
	"context"
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/search"
)

// TestTwoTargets compares two rules with an exhaustive search without a guide, in random endings: the rule of two targets,
// and the rule of a mover that has no line left.
func TestTwoTargets(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 6))
	plain := search.New(search.Options{NoGuide: true, TableBytes: 1 << 22})
	two, none := 0, 0
	var games []*game
	for width := 7; width <= 9; width++ {
		g, err := newGame(width, 6)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for n := range 300_000 {
		g := games[n%len(games)]
		left := 4 + rng.IntN(11)
		p := quiet(g, rng, 6*g.width-left)
		if p == nil {
			continue
		}
		k, st := p.Guide().(*guide[[6]byte]), p.now
		mask := st.mask()
		next := k.playable(mask)
		if st.moverWins&next != 0 || st.followerWins&next != 0 {
			continue
		}
		hi := oxo.Win(3)
		if left%2 == 0 {
			hi = k.twoTargets(st.follower, st.followerWins, mask, next, left, oxo.Win(3))
		} else if !k.hasLine(k.board &^ st.follower) {
			hi = k.bound(st.follower, st.followerWins, mask, next, left, oxo.Win(3))
		}
		if hi == oxo.Win(3) {
			continue
		}
		if left%2 == 0 {
			two++
		} else {
			none++
		}
		if value := plain.Search(context.Background(), p, search.Limits{}).Score; value > hi {
			t.Fatalf("%s: worth %v, the rule says at most %v", g.FormatPosition(p), value, hi)
		}
	}
	t.Logf("%d with two targets, %d without a line", two, none)
	if two < 20 || none < 20 {
		t.Errorf("the rules spoke %d and %d times: want 20 of each", two, none)
	}
}
