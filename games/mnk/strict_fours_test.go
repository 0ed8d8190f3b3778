//go:build !race

package mnk_test

import (
	"math/rand/v2"
	"testing"

	"oxo"
	"oxo/search"
)

// TestStrictFours plays wins by fours in random positions of renju and caro against every legal
// reply: each must still be a win, in fewer plies. Some of them end where black's only answer is
// forbidden.
func TestStrictFours(t *testing.T) {
	positions := 1500
	if testing.Short() {
		positions = 300
	}
	for _, name := range []string{"renju", "caro", "exact,caro"} {
		g := game(t, "9x9x5,"+name)
		rng := rand.New(rand.NewPCG(66, 67))
		wins, deepest, sides := 0, 0, [2]int{}
		for range positions {
			p, _ := crowd(g, 9, 9, rng)
			if rng.IntN(2) == 0 { // then white is to move
				moves := p.Moves(nil)
				if p.Make(moves[rng.IntN(len(moves))]); p.Outcome() != oxo.Ongoing {
					continue
				}
			}
			_, b := p.(search.Tactical).Tactics().Shortlist(1, nil)
			if n := b.Lo().Plies(); b.Lo().IsWin() && n > 1 {
				wins, deepest = wins+1, max(deepest, n)
				sides[p.Turn()]++
				refuted(t, g, p, n)
			}
		}
		t.Logf("%s: %d wins, by side %v, the deepest of %d plies", name, wins, sides, deepest)
		if sides[0] == 0 || sides[1] == 0 || deepest < 5 {
			t.Errorf("%s: %d wins, by side %v, the deepest of %d plies: the positions show nothing", name, wins, sides, deepest)
		}
	}
}

// refuted fails the test if some line of replies leaves no win within a number of plies.
func refuted(t *testing.T, g oxo.Game, p oxo.Position, plies int) {
	t.Helper()
	list, b := p.(search.Tactical).Tactics().Shortlist(1, nil)
	if !b.Lo().IsWin() || b.Lo().Plies() > plies {
		t.Fatalf("%s: %v to %v, want a win in %d plies", g.FormatPosition(p), b.Lo(), b.Hi(), plies)
	}
	p.Make(list[0])
	defer p.Unmake(list[0])
	if p.Outcome() == oxo.Lost {
		return
	}
	for _, reply := range p.Moves(nil) {
		p.Make(reply)
		if p.Outcome() != oxo.Ongoing {
			t.Fatalf("%s: %v after a reply to a four", g.FormatPosition(p), p.Outcome())
		}
		refuted(t, g, p, plies-2)
		p.Unmake(reply)
	}
}
